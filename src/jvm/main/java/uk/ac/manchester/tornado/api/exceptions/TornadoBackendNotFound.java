package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if there is no backend with an index. */
public class TornadoBackendNotFound extends TornadoRuntimeException {
    public TornadoBackendNotFound(String message) {
        super(message);
    }
}
