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

/** All that decides what a device makes of our kernels, as one line: a verdict holds for as long as it stays the same. */
final class DeviceIdentity {
    private static final Path NVIDIA_DRIVER = Path.of("/proc/driver/nvidia/version");

    private DeviceIdentity() {}

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

    /** A backend that knows its driver's version tells it in a line with that word; NVIDIA's is also known to the system. */
    private static String driver(SortDevice device) {
        Stream<String> told = information(device).lines().filter(line -> line.contains("ersion"));
        return Stream.concat(told, nvidiaDriver().stream())
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .collect(Collectors.joining(", "));
    }

    /** What the driver tells of the device. Some fail when they are asked. */
    private static String information(SortDevice device) {
        try {
            return Objects.requireNonNullElse(device.tornado().getPhysicalDevice().getDeviceInfo(), "");
        } catch (RuntimeException | Error e) {
            return "driver of unknown version: " + DriverFailure.reason(e);
        }
    }

    private static List<String> nvidiaDriver() {
        try {
            return Files.isReadable(NVIDIA_DRIVER) ? Files.readAllLines(NVIDIA_DRIVER).subList(0, 1) : List.of();
        } catch (IOException e) {
            // Another driver than that, then, for all that is known.
            return List.of();
        }
    }

    /** The file that implements the API: its name has the version. */
    private static String sdk() {
        CodeSource source = TaskGraph.class.getProtectionDomain().getCodeSource();
        return source == null ? "TornadoVM" : source.getLocation().getPath().replaceAll(".*/", "");
    }
}
