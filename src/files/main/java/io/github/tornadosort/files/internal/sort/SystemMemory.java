package io.github.tornadosort.files.internal.sort;

import com.sun.management.OperatingSystemMXBean;
import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of this machine or container. */
public final class SystemMemory {
    /** Inputs of fewer bytes are always sorted in memory: measuring the free memory takes longer than the sort. */
    private static final long SMALL = 1 << 20;

    private static final Path MEMINFO = Path.of("/proc/meminfo");

    private SystemMemory() {}

    public static long bytes() {
        return system().getTotalMemorySize();
    }

    /** Returns the bytes available without swapping, including memory that the system uses to cache files. */
    public static long free() {
        OperatingSystemMXBean system = system();
        long free = system.getFreeMemorySize();
        try {
            List<String> lines = Files.readAllLines(MEMINFO);
            boolean whole = kibibytes(lines, "MemTotal") << 10 <= system.getTotalMemorySize();
            // Linux counts its file cache as used and reports available memory separately, but not for containers.
            return whole ? Math.max(free, kibibytes(lines, "MemAvailable") << 10) : free;
        } catch (IOException e) {
            return free;
        }
    }

    /** Returns the default limit of the memory of a sort, for an input of a number of bytes. */
    public static long limit(long input) {
        return input < SMALL ? Long.MAX_VALUE : free() / 2;
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
     * Checks that this machine has enough memory.
     *
     * @param what what needs the memory, for a message: {@code sorting its 7 keys}
     * @throws FileSortException if it does not have enough
     */
    public static void require(Path file, String what, long bytes) throws FileSortException {
        if (bytes > bytes()) {
            throw new FileSortException(file, "%s needs %s of memory, but this machine has only %s"
                    .formatted(what, gibibytes(bytes), gibibytes(bytes())));
        }
    }

    public static String gibibytes(long bytes) {
        return String.format(java.util.Locale.ROOT, "%.1f GiB", bytes * 0x1p-30);
    }
}
