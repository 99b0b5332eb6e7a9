package io.github.tornadosort.internal.driver;

import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** TornadoVM's side of a {@code SortDevice}, whose type names none of TornadoVM. */
public interface Handle {
    /** Returns TornadoVM's device. */
    TornadoDevice tornado();

    /**
     * Returns TornadoVM's device.
     *
     * @param device one of {@code SortDevice.all()}
     * @throws IllegalArgumentException if it is not
     */
    static TornadoDevice of(Object device) {
        if (device instanceof Handle handle) {
            return handle.tornado();
        }
        throw new IllegalArgumentException(device + " is no device of SortDevice.all()");
    }
}
