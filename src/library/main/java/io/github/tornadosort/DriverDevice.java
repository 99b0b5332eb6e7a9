package io.github.tornadosort;

import io.github.tornadosort.internal.driver.Handle;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** A device of a driver. */
record DriverDevice(
        int driver, int number, String backend, String name, Type type, long memoryBytes, TornadoDevice tornado)
        implements SortDevice, Handle {
    @Override
    public String toString() {
        return id() + " " + backend + " (" + name.strip() + ")";
    }
}
