package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if a kernel cannot be compiled. */
public class TornadoBailoutRuntimeException extends RuntimeException {
    public TornadoBailoutRuntimeException(String message) {
        super(message);
    }

    public TornadoBailoutRuntimeException(String message, Exception cause) {
        super(message, cause);
    }
}
