package uk.ac.manchester.tornado.api.exceptions;

/** Device memory was asked for something impossible. */
public class TornadoMemoryException extends RuntimeException {
    public TornadoMemoryException(String message) {
        super(message);
    }
}
