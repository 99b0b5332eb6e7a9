package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if a request for device memory is invalid. */
public class TornadoMemoryException extends RuntimeException {
    public TornadoMemoryException(String message) {
        super(message);
    }
}
