package uk.ac.manchester.tornado.api.exceptions;

/** A graph or plan could not be built or run. */
public class TornadoRuntimeException extends RuntimeException {
    public TornadoRuntimeException(String message) {
        super(message);
    }

    public TornadoRuntimeException(Exception cause) {
        super(cause);
    }
}
