package io.github.tornadosort;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/**
 * A device that keys can be sorted on, as TornadoVM numbers it. Finding devices runs no kernel and writes no file.
 *
 * @param driver index of the device's backend (the D of {@code --device D:N})
 * @param number index of the device within the backend (the N)
 * @param backend {@code jvm}, {@code opencl}, {@code ptx}, {@code cuda}, {@code spirv} or {@code metal}
 * @param name the name that the driver gives the device
 * @param type for example CPU or GPU
 * @param memoryBytes bytes of the device's global memory
 * @param tornado TornadoVM's own handle
 */
public record SortDevice(
        int driver,
        int number,
        String backend,
        String name,
        TornadoDeviceType type,
        long memoryBytes,
        TornadoDevice tornado) {

    /** {@return {@code D:N}, as the command line takes it} */
    public String id() {
        return driver + ":" + number;
    }

    /** {@return the device's id, backend and name, for example {@code 0:0 jvm (16 threads)}} */
    @Override
    public String toString() {
        return id() + " " + backend + " (" + name.strip() + ")";
    }

    /**
     * Returns all devices of this machine, in TornadoVM's order. A device whose driver fails is left out, and a warning is
     * logged.
     *
     * @return the devices
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if TornadoVM cannot load a driver, for example because the driver is not installed; the
     *     message names what is missing
     */
    public static List<SortDevice> all() {
        return all(message -> LoggerFactory.getLogger(SortDevice.class).warn(message));
    }

    /**
     * Returns all devices of this machine, in TornadoVM's order.
     *
     * @param failures receives a line for each backend and device that is left out because its driver fails
     * @return the devices
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if TornadoVM cannot load a driver; the message names what is missing
     */
    public static List<SortDevice> all(Consumer<String> failures) {
        return DeviceDiscovery.find(failures);
    }

    /**
     * Returns the first device in TornadoVM's order. {@link Sorter#open()} takes it.
     *
     * @return the first device
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if there is no device, or TornadoVM cannot load a driver
     */
    public static SortDevice preferred() {
        return all().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("TornadoVM has no device to sort on"));
    }
}
