package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if an array does not fit in the memory of the device or in the memory limit of the plan. */
public class TornadoOutOfMemoryException extends RuntimeException {
    public TornadoOutOfMemoryException(String message) {
        super(message);
    }
}
