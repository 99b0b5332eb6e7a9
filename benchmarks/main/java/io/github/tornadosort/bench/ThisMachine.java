package io.github.tornadosort.bench;

import com.sun.management.OperatingSystemMXBean;
import io.github.tornadosort.bench.Results.Machine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Describes the current machine for a results file. */
final class ThisMachine {
    private ThisMachine() {}

    /** @param device the name of the device that is measured */
    static Machine sortingOn(String device) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(
                device,
                system.getName() + " " + system.getVersion() + " " + system.getArch(),
                cpu(),
                system.getAvailableProcessors(),
                system.getTotalMemorySize(),
                Runtime.version().toString());
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
