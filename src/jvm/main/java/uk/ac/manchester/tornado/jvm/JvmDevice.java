package uk.ac.manchester.tornado.jvm;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import uk.ac.manchester.tornado.api.TornadoTargetDevice;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** The cores of the JVM as a device. The two constants run kernels in different ways. */
public enum JvmDevice implements TornadoDevice, TornadoTargetDevice {
    /** Runs kernels as fast as the JVM can. Host and device share the arrays. */
    FAST(Runtime.getRuntime().availableProcessors() + " cores"),
    /** Checks kernels: it has separate memory, checks every access and runs one work-item at a time. */
    CHECKED("checked");

    /** The local memory of a work-group on NVIDIA GPUs, so that kernels that run here also run there. */
    public static final long LOCAL_MEMORY_BYTES = 48 << 10;

    /** The maximum group size of most devices. */
    public static final int MAX_GROUP_SIZE = 1024;

    private final String mode;

    JvmDevice(String mode) {
        this.mode = mode;
    }

    @Override
    public String getDeviceName() {
        return "JVM, " + mode;
    }

    @Override
    public String getDeviceInfo() {
        return getDeviceName() + ", Java " + Runtime.version();
    }

    @Override
    public String getPlatformName() {
        return "JVM";
    }

    @Override
    public TornadoTargetDevice getPhysicalDevice() {
        return this;
    }

    @Override
    public TornadoDeviceType getDeviceType() {
        return TornadoDeviceType.CPU;
    }

    /**
     * Returns the number of bytes that arrays can take. For native arrays, this is the memory of the machine, limited by
     * {@code -XX:MaxDirectMemorySize}, whose default is the heap size. A checked array takes about ten times its size
     * on the heap, so the checked device returns at most a sixteenth of the heap.
     */
    @Override
    public long getMaxGlobalMemory() {
        long heap = Runtime.getRuntime().maxMemory();
        long machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        long direct = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        long offHeap = Math.min(machine, direct == 0 ? heap : direct);
        return this == CHECKED ? Math.min(offHeap, heap / 16) : offHeap;
    }

    @Override
    public long getMaxAllocMemory() {
        return getMaxGlobalMemory();
    }

    @Override
    public long getDeviceLocalMemorySize() {
        return LOCAL_MEMORY_BYTES;
    }

    @Override
    public long[] getDeviceMaxWorkGroupSize() {
        return new long[] {MAX_GROUP_SIZE};
    }

    @Override
    public int getDeviceMaxComputeUnits() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public String toString() {
        return getDeviceName();
    }
}
