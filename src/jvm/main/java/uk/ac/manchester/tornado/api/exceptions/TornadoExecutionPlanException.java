package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if a plan cannot be closed. */
public class TornadoExecutionPlanException extends Exception {
    private TornadoExecutionPlanException() {}
}
