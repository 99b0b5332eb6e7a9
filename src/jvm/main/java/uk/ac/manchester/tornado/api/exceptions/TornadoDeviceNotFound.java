package uk.ac.manchester.tornado.api.exceptions;

/** Thrown if there is no device with an index. */
public class TornadoDeviceNotFound extends TornadoRuntimeException {
    public TornadoDeviceNotFound(String message) {
        super(message);
    }
}
