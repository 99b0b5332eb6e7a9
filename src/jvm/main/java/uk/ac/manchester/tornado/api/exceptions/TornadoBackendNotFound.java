package uk.ac.manchester.tornado.api.exceptions;

/** There is no backend with that number. */
public class TornadoBackendNotFound extends TornadoRuntimeException {
    public TornadoBackendNotFound(String message) {
        super(message);
    }
}
