package uk.ac.manchester.tornado.api.exceptions;

/** The device, or the plan's memory limit, has no room for an array. */
public class TornadoOutOfMemoryException extends RuntimeException {
    public TornadoOutOfMemoryException(String message) {
        super(message);
    }
}
