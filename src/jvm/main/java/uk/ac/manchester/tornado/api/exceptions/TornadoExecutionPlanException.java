package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if a plan cannot be closed. */
public class TornadoExecutionPlanException extends Exception {
    public TornadoExecutionPlanException(String message) {
        super(message);
    }

    public TornadoExecutionPlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
