package io.github.tornadosort.files.internal.sort;

import com.sun.management.OperatingSystemMXBean;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.Amount;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory of this machine or container. */
public final class SystemMemory {
    /** Inputs of fewer bytes are always sorted in memory: measuring the free memory takes longer than the sort. */
    private static final long SMALL = 1 << 20;

    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Path MEMBERSHIP = Path.of("/proc/self/cgroup");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

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
            boolean whole = value(lines, "MemTotal:") << 10 <= system.getTotalMemorySize();
            // Linux counts its file cache as used. It reports available memory separately, but not for containers.
            return whole
                    ? Math.max(free, value(lines, "MemAvailable:") << 10)
                    : Math.min(bytes(), free + fileCache(GROUPS, Files.readAllLines(MEMBERSHIP)));
        } catch (IOException e) {
            return free;
        }
    }

    /**
     * Returns the memory of a container that caches files, which it gives back when it is needed.
     *
     * @param groups where the system shows its groups of processes
     * @param membership the groups of this process: lines of a number, names of resources and a path, with colons between them
     */
    static long fileCache(Path groups, List<String> membership) throws IOException {
        for (String line : membership) {
            String[] parts = line.split(":", 3);
            boolean isOfMemory = parts.length == 3 && (parts[1].isEmpty() || parts[1].equals("memory"));
            // A container may see its own group as the first one, under the path that it has outside.
            for (String path : isOfMemory ? new String[] {parts[2].substring(1), ""} : new String[0]) {
                Path statistics = groups.resolve(parts[1]).resolve(path).resolve("memory.stat");
                if (Files.isReadable(statistics)) {
                    List<String> lines = Files.readAllLines(statistics);
                    String total = parts[1].isEmpty() ? "" : "total_";
                    return value(lines, total + "inactive_file ") + value(lines, total + "active_file ");
                }
            }
        }
        return 0;
    }

    /** Returns the default limit of the memory of a sort, for an input of a number of bytes. */
    public static long limit(long input) {
        return input < SMALL ? Long.MAX_VALUE : free() / 2;
    }

    private static long value(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length()).replace("kB", "").strip()))
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
                    .formatted(what, Amount.needed(bytes), Amount.available(bytes())));
        }
    }
}
