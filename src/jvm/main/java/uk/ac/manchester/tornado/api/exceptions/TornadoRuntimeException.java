package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if a graph or plan cannot be built or run. */
public class TornadoRuntimeException extends RuntimeException {
    public TornadoRuntimeException(String message) {
        super(message);
    }
}
