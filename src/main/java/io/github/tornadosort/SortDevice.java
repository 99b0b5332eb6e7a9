package io.github.tornadosort;

import io.github.tornadosort.selftest.SelfTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoRuntime;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;

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

    /** {@return {@code D:N}, as the command line takes it} */
    public String id() {
        return driver + ":" + number;
    }

    /** {@return all devices of this machine, in TornadoVM's order; the first is the default} */
    public static List<SortDevice> all() {
        TornadoRuntime runtime = TornadoRuntimeProvider.getTornadoRuntime();
        List<SortDevice> devices = new ArrayList<>();
        for (int driver = 0; driver < runtime.getNumBackends(); driver++) {
            TornadoBackend backend = runtime.getBackend(driver);
            for (int number = 0; number < backend.getNumDevices(); number++) {
                devices.add(of(driver, number, backend.getBackendType(), backend.getDevice(number)));
            }
        }
        return devices;
    }

    /**
     * The first device that sorts rightly: before the first sort on one that is not the JVM's, every kernel is tested there,
     * which takes some seconds and is remembered until its driver, the SDK or this library changes. A device that fails is
     * passed over with a line in the log; {@code -Dtornadosort.selftest=false} leaves the tests out.
     *
     * @return the device that is sorted on unless another is asked for
     * @throws IllegalStateException if no device passes
     */
    public static SortDevice preferred() {
        return SelfTests.ofUser().firstSound(all());
    }

    private static SortDevice of(int driver, int number, TornadoVMBackendType type, TornadoDevice device) {
        String backend = type == TornadoVMBackendType.JAVA ? "jvm" : type.name().toLowerCase(Locale.ROOT);
        return new SortDevice(
                driver,
                number,
                backend,
                device.getPhysicalDevice().getDeviceName(),
                device.getDeviceType(),
                device.getMaxGlobalMemory(),
                device);
    }
}
