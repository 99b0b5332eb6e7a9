package io.github.tornadosort;

import io.github.tornadosort.internal.selftest.DeviceDiscovery;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/**
 * A device that keys can be sorted on, as TornadoVM numbers it.
 *
 * @param driver index of its backend (the D of {@code --device D:N})
 * @param number index within the backend (the N)
 * @param backend {@code jvm}, {@code opencl}, {@code ptx}, {@code cuda}, {@code spirv} or {@code metal}
 * @param name what the driver calls it
 * @param type CPU, GPU, …
 * @param memoryBytes its global memory
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

    private static final Logger LOG = LoggerFactory.getLogger(SortDevice.class);

    /** {@return {@code D:N}, as the command line takes it} */
    public String id() {
        return driver + ":" + number;
    }

    /**
     * Returns all devices of this machine, in TornadoVM's order; the first is the default. A device whose driver fails is left
     * out, with a line in the log.
     *
     * @return the devices
     * @throws IllegalStateException if TornadoVM cannot load a driver, for instance since the driver is not installed; the
     *         message names what is missing
     */
    public static List<SortDevice> all() {
        return DeviceDiscovery.find(LOG::warn);
    }

    /**
     * The first device that sorts rightly: before the first sort on one that is not the JVM's, every kernel is tested there,
     * which takes some seconds and is remembered until its driver, the SDK or this library changes. A device that fails is
     * passed over with a line in the log; {@code -Dtornadosort.selftest=false} leaves the tests out.
     *
     * @return the device that is sorted on unless another is asked for
     * @throws IllegalStateException if no device passes, or TornadoVM cannot load a driver
     */
    public static SortDevice preferred() {
        return SelfTests.ofUser().firstSound(all());
    }
}
