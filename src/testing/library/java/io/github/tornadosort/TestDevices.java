package io.github.tornadosort;

import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** Devices with properties that tests choose. */
public final class TestDevices {
    private TestDevices() {}

    /** @param tornado may be null if nothing runs there */
    public static SortDevice device(
            int driver, int number, String backend, String name, SortDevice.Type type, long memoryBytes,
            TornadoDevice tornado) {
        return new DriverDevice(driver, number, backend, name, type, memoryBytes, tornado);
    }
}
