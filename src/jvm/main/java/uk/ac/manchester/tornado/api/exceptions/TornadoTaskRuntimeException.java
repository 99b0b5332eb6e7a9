package uk.ac.manchester.tornado.api.exceptions;

/** A task is wrongly declared. */
public class TornadoTaskRuntimeException extends RuntimeException {
    public TornadoTaskRuntimeException(String message) {
        super(message);
    }

    public TornadoTaskRuntimeException(String message, Exception cause) {
        super(message, cause);
    }
}
