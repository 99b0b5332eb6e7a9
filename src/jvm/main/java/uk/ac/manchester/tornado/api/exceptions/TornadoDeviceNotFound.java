package uk.ac.manchester.tornado.api.exceptions;

/** There is no device with that number. */
public class TornadoDeviceNotFound extends TornadoRuntimeException {
    public TornadoDeviceNotFound(String message) {
        super(message);
    }
}
