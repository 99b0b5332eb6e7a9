package io.github.tornadosort;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** A device that keys can be sorted on, as TornadoVM numbers it. Finding devices runs no kernel and writes no file. */
public interface SortDevice {
    /** Kinds of devices. */
    enum Type {
        /** A processor. */
        CPU,
        /** A graphics processor. */
        GPU,
        /** An accelerator of another kind. */
        ACCELERATOR
    }

    /** {@return the index of the device's backend, which is the D of {@code --device D:N}} */
    int driver();

    /** {@return the index of the device within the backend, which is the N of {@code --device D:N}} */
    int number();

    /** {@return {@code jvm}, {@code opencl}, {@code ptx}, {@code cuda}, {@code spirv} or {@code metal}} */
    String backend();

    /** {@return the name that the driver gives the device} */
    String name();

    /** {@return the kind of device} */
    Type type();

    /** {@return the bytes of the device's global memory} */
    long memoryBytes();

    /** {@return the device's id, backend and name, for example {@code 0:0 jvm (16 threads)}} */
    @Override
    String toString();

    /** {@return {@code D:N}, as the command line takes it} */
    default String id() {
        return driver() + ":" + number();
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
    static List<SortDevice> all() {
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
    static List<SortDevice> all(Consumer<String> failures) {
        return DeviceDiscovery.find(failures);
    }

    /**
     * Returns the first device in TornadoVM's order. {@link Sorter#open()} takes it.
     *
     * @return the first device
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if there is no device, or TornadoVM cannot load a driver
     */
    static SortDevice preferred() {
        return all().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("TornadoVM has no device to sort on"));
    }
}
