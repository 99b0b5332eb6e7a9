package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if the API is used incorrectly or has no implementation. */
public class TornadoAPIException extends RuntimeException {
    public TornadoAPIException(String message, Exception cause) {
        super(message, cause);
    }

    public TornadoAPIException(String message) {
        super(message);
    }
}
