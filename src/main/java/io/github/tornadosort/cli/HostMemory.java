package io.github.tornadosort.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The memory of this machine, or of the container that it is divided into. */
final class HostMemory {
    private HostMemory() {}

    static long bytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }
}
