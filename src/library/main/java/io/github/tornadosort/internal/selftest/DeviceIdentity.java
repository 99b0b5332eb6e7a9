package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.TaskGraph;

/**
 * Everything that affects how a device compiles and runs the kernels, as one line. A verdict is valid while it does not change.
 */
public final class DeviceIdentity {
    /** The beginning of the text in place of a version if the driver fails. */
    public static final String UNKNOWN_VERSION = "driver of unknown version: ";

    private static final Path NVIDIA_DRIVER = Path.of("/proc/driver/nvidia/version");

    private DeviceIdentity() {}

    /** {@return the identity of a device} */
    static String of(SortDevice device) {
        return Stream.of(
                device.backend(),
                device.name().strip(),
                driver(device),
                sdk(),
                "Java " + Runtime.version(),
                "tornado-sort " + Objects.requireNonNullElse(
                        DeviceIdentity.class.getPackage().getImplementationVersion(), "not from a jar"),
                SortPolicies.forDevice(device).toString())
                .collect(Collectors.joining("; "));
    }

    /** {@return the lines with the driver's version, from the backend and from the NVIDIA driver's file in {@code /proc}} */
    public static String driver(SortDevice device) {
        Stream<String> versions = information(device).lines().filter(line -> line.contains("ersion"));
        return Stream.concat(versions, nvidiaDriver().stream())
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .collect(Collectors.joining(", "));
    }

    /** {@return the driver's description of the device} Some drivers fail when they are queried. */
    private static String information(SortDevice device) {
        try {
            return Objects.requireNonNullElse(device.tornado().getPhysicalDevice().getDeviceInfo(), "");
        } catch (RuntimeException | Error e) {
            return UNKNOWN_VERSION + DriverFailure.reason(e);
        }
    }

    private static List<String> nvidiaDriver() {
        try {
            return Files.isReadable(NVIDIA_DRIVER) ? Files.readAllLines(NVIDIA_DRIVER).subList(0, 1) : List.of();
        } catch (IOException e) {
            // Treated as another driver.
            return List.of();
        }
    }

    /** {@return the name of the file that implements the API, which includes the version} */
    public static String sdk() {
        CodeSource source = TaskGraph.class.getProtectionDomain().getCodeSource();
        return source == null ? "TornadoVM" : source.getLocation().getPath().replaceAll(".*/", "");
    }
}
