package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if a task is declared incorrectly. */
public class TornadoTaskRuntimeException extends RuntimeException {
    public TornadoTaskRuntimeException(String message) {
        super(message);
    }
}
