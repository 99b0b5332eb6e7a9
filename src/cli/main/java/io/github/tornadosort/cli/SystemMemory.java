package io.github.tornadosort.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of this machine, or of the container that it is divided into. */
final class SystemMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");

    private SystemMemory() {}

    static long bytes() {
        return system().getTotalMemorySize();
    }

    /** What can be had without taking it from another program; files that the system caches do not count as one. */
    static long free() {
        OperatingSystemMXBean system = system();
        long free = system.getFreeMemorySize();
        try {
            List<String> lines = Files.readAllLines(MEMINFO);
            boolean whole = kibibytes(lines, "MemTotal") << 10 <= system.getTotalMemorySize();
            // Linux counts its cache as used, and says apart what is available. In a container that is not for it.
            return whole ? Math.max(free, kibibytes(lines, "MemAvailable") << 10) : free;
        } catch (IOException e) {
            return free;
        }
    }

    private static long kibibytes(List<String> lines, String name) {
        Pattern pattern = Pattern.compile(name + ":\\s+([0-9]+) kB");
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .findFirst()
                .orElse(0);
    }

    private static OperatingSystemMXBean system() {
        return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    }

    /**
     * Checks that this machine has memory for what a command does.
     *
     * @param what is done: {@code to sort its 7 keys}
     * @throws CommandFailure if it does not
     */
    static void require(Path file, String what, long bytes) {
        if (bytes > bytes()) {
            throw new CommandFailure("%s: %s takes %s of memory, expected at most the %s of this machine"
                    .formatted(file, what, gibibytes(bytes), gibibytes(bytes())));
        }
    }

    static String gibibytes(long bytes) {
        return String.format(java.util.Locale.ROOT, "%.1f GiB", bytes * 0x1p-30);
    }
}
