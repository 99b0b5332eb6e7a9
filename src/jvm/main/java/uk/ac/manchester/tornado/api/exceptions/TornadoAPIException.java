package uk.ac.manchester.tornado.api.exceptions;

/** The API was used wrongly, or nothing implements it. */
public class TornadoAPIException extends RuntimeException {
    public TornadoAPIException(String message, Exception cause) {
        super(message, cause);
    }

    public TornadoAPIException(String message) {
        super(message);
    }
}
