package io.github.tornadosort;

import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.DriverFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoRuntime;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;

/** Finds the devices of all backends. If a driver fails, only its own devices are left out. */
final class DeviceDiscovery {
    private final Consumer<String> failures;
    private final List<SortDevice> devices = new ArrayList<>();

    private DeviceDiscovery(Consumer<String> failures) {
        this.failures = failures;
    }

    /**
     * Finds all devices, in TornadoVM's order.
     *
     * @param failures receives a line for each backend and device that is left out because its driver fails
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if TornadoVM does not start; the message names what is missing
     */
    static List<SortDevice> find(Consumer<String> failures) {
        try {
            return find(TornadoRuntimeProvider::getTornadoRuntime, failures);
        } catch (NoClassDefFoundError e) {
            // The method reference cannot be linked. Only the first such error has a cause.
            throw new NoBackendException(e.getMessage().replace('/', '.'), e);
        }
    }

    static List<SortDevice> find(Supplier<TornadoRuntime> provider, Consumer<String> failures) {
        return DriverCalls.call(() -> {
            TornadoRuntime runtime = start(provider);
            DeviceDiscovery discovery = new DeviceDiscovery(failures);
            for (int driver = 0; driver < runtime.getNumBackends(); driver++) {
                int index = driver;
                discovery.tryTo("Backend " + index, () -> discovery.addDevices(index, runtime.getBackend(index)));
            }
            return discovery.devices;
        });
    }

    /** Starts TornadoVM, which then loads the drivers of all backends. */
    private static TornadoRuntime start(Supplier<TornadoRuntime> provider) {
        // With the JVM's option -ea, TornadoVM 5.2.0 does not start: it registers compiler plugins twice, which Graal asserts
        // not to happen. Assertions of its own fail for the second device of a backend.
        for (ClassLoader loader = ClassLoader.getSystemClassLoader(); loader != null; loader = loader.getParent()) {
            for (String name : List.of("jdk.graal.compiler", "uk.ac.manchester.tornado")) {
                loader.setPackageAssertionStatus(name, false);
            }
        }
        try {
            return provider.get();
        } catch (RuntimeException | Error e) {
            requireBackend(e);
            throw new IllegalStateException("TornadoVM cannot load its drivers: " + DriverFailure.ofStart(e), e);
        }
    }

    /** @throws NoBackendException if the failure is that a class is missing */
    private static void requireBackend(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClassNotFoundException) {
                throw new NoBackendException(cause.getMessage(), failure);
            }
        }
    }

    private void addDevices(int driver, TornadoBackend backend) {
        int count = distinctDevices(driver, backend);
        for (int i = 0; i < count; i++) {
            int number = i;
            tryTo("Device " + driver + ":" + number, () -> devices.add(
                    device(driver, number, backend.getBackendType(), backend.getDevice(number))));
        }
    }

    /** Returns the number of devices. TornadoVM's CUDA backend lists all GPUs, but has one context, that of the first. */
    private int distinctDevices(int driver, TornadoBackend backend) {
        int devices = backend.getNumDevices();
        if (devices < 2 || backend.getBackendType() != TornadoVMBackendType.CUDA) {
            return devices;
        }
        failures.accept("Device " + driver + ":" + (devices > 2 ? "1 and those after it are" : "1 is")
                + " left out, since TornadoVM's CUDA backend runs everything on " + driver
                + ":0; the environment variable CUDA_VISIBLE_DEVICES selects another GPU");
        return 1;
    }

    private static SortDevice device(int driver, int number, TornadoVMBackendType type, TornadoDevice device) {
        String backend = type == TornadoVMBackendType.JAVA ? "jvm" : type.name().toLowerCase(Locale.ROOT);
        return new DriverDevice(
                driver,
                number,
                backend,
                device.getPhysicalDevice().getDeviceName(),
                type(device.getDeviceType()),
                device.getMaxGlobalMemory(),
                device);
    }

    private static SortDevice.Type type(TornadoDeviceType type) {
        return switch (type) {
            case CPU -> SortDevice.Type.CPU;
            case GPU -> SortDevice.Type.GPU;
            default -> SortDevice.Type.ACCELERATOR;
        };
    }

    private void tryTo(String what, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            failures.accept(what + " is left out, since its driver fails: " + DriverFailure.reason(e));
        }
    }
}
