package uk.ac.manchester.tornado.jvm;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import uk.ac.manchester.tornado.api.TornadoTargetDevice;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** The JVM's cores as a device, in one of two ways of running kernels. */
public enum JvmDevice implements TornadoDevice, TornadoTargetDevice {
    /** Kernels as fast as the JVM can; the host's arrays are the device's. */
    FAST(Runtime.getRuntime().availableProcessors() + " cores"),
    /** A test bench: memory of its own, every access checked, one work-item at a time. */
    CHECKED("checked");

    /** What NVIDIA's GPUs give a work-group, so that a kernel that runs here runs there. */
    public static final long LOCAL_MEMORY_BYTES = 48 << 10;

    /** What most devices allow. */
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
    public String getDescription() {
        return getDeviceName();
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

    @Override
    public TornadoVMBackendType getTornadoVMBackend() {
        return TornadoVMBackendType.JAVA;
    }

    @Override
    public int getBackendIndex() {
        return 0;
    }

    @Override
    public boolean isSPIRVSupported() {
        return false;
    }

    /**
     * What arrays may take: native ones the machine's memory, but no more than the JVM lets them ({@code
     * -XX:MaxDirectMemorySize}, by default as much as the heap); checked ones, whose cells cost ten times as much on the
     * heap, a sixteenth of it.
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
    public long getDeviceGlobalMemorySize() {
        return getMaxGlobalMemory();
    }

    @Override
    public long getMaxAllocMemory() {
        return getMaxGlobalMemory();
    }

    @Override
    public long getDeviceMaxAllocationSize() {
        return getMaxGlobalMemory();
    }

    @Override
    public long getDeviceLocalMemorySize() {
        return LOCAL_MEMORY_BYTES;
    }

    @Override
    public long[] getDeviceMaxWorkgroupDimensions() {
        return getDeviceMaxWorkItemSizes();
    }

    @Override
    public long[] getDeviceMaxWorkItemSizes() {
        return new long[] {MAX_GROUP_SIZE, 1, 1};
    }

    @Override
    public long[] getDeviceMaxWorkGroupSize() {
        return new long[] {MAX_GROUP_SIZE};
    }

    @Override
    public int getMaxThreadsPerBlock() {
        return MAX_GROUP_SIZE;
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
