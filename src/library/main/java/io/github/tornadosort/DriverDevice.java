package io.github.tornadosort;

import io.github.tornadosort.internal.driver.Handle;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** A device of a driver. */
record DriverDevice(
        int driver, int number, String backend, String name, Type type, long memoryBytes, TornadoDevice tornado)
        implements SortDevice, Handle {
    /** Returns the device's id, backend and name, for example {@code 0:0 jvm (16 threads)}. */
    @Override
    public String toString() {
        return id() + " " + backend + " (" + name.strip() + ")";
    }
}
