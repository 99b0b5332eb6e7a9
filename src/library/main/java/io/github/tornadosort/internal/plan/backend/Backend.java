package io.github.tornadosort.internal.plan.backend;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is special about a device because of the backend that TornadoVM uses for it. This class answers for backends that are as
 * TornadoVM documents them: SPIR-V and Metal. Subclasses override what differs.
 */
public class Backend {
    /** Ids of devices on which a group has waited in vain. */
    private static final Set<String> STUCK = ConcurrentHashMap.newKeySet();

    private static final String JVM = "jvm";
    private static final long PAGE = 4096;

    final SortDevice device;

    Backend(SortDevice device) {
        this.device = device;
    }

    /** Returns what is special about a device. */
    public static Backend of(SortDevice device) {
        return switch (device.backend()) {
            case "cuda", "ptx" -> new CudaBackend(device);
            case "opencl" -> new OpenClBackend(device);
            case JVM -> new JvmBackend(device);
            default -> new Backend(device);
        };
    }

    /** Returns whether this JVM runs on an SDK. Without one, its device is there at once. */
    public static boolean hasSdk() {
        return System.getProperty("tornado.load.runtime.implementation") != null;
    }

    /**
     * Returns whether kernels are compiled for the device. If not, they run as Java, as they are written: they need no
     * self-test, and the first sort takes no longer than the second one.
     */
    public boolean compilesKernels() {
        return true;
    }

    /** Returns whether kernels work in the host's memory of an array, so that the host must not use it meanwhile. */
    public boolean sharesMemory() {
        return false;
    }

    /** Returns whether graphs can be recorded on their first run and replayed afterwards. */
    public boolean recordsGraphs() {
        return false;
    }

    /**
     * Returns the name of the devices for which memory is pinned. Memory that was pinned for a device can be used by all
     * devices of that name. Null if memory is not pinned; {@link #pinned} must not be called then.
     */
    public String pinnedFor() {
        return null;
    }

    /** Returns memory that is pinned now or when TornadoVM uses it, and never freed; null if none can be pinned. */
    public MemorySegment pinned(long bytes) {
        throw new UnsupportedOperationException("this backend does not pin memory");
    }

    /** Returns new memory that shares no page with other memory. */
    public static MemorySegment pages(Arena arena, long bytes) {
        return HostMemory.segment(arena, Math.ceilDiv(bytes, PAGE) * PAGE, PAGE).asSlice(0, bytes);
    }

    /**
     * Returns whether kernels are used whose groups wait for those before them: a look-back. It needs atomic additions, which
     * SPIR-V lacks, and groups that start in the order of their indices. Where one has given up, it is not tried again.
     */
    public final boolean looksBack() {
        return groupsWait() && !STUCK.contains(device.id());
    }

    /** Returns whether such kernels can be tried, although the device may not be made for them. */
    public final boolean mayLookBack() {
        return !device.backend().equals("spirv") && !STUCK.contains(device.id());
    }

    /** Records that a group has waited in vain on this device. */
    public final void recordStuck() {
        STUCK.add(device.id());
    }

    /** Returns whether groups can wait for those before them. */
    boolean groupsWait() {
        return false;
    }

    /** Prepares the calling thread to free memory of the device. */
    public void beforeFreeing() {}

    /** Calls a public method without parameters of TornadoVM's driver that is not part of its API. */
    static Object get(Object from, String method) throws ReflectiveOperationException {
        return from.getClass().getMethod(method).invoke(from);
    }

    /** Calls such a method with parameters of type {@code long}. */
    static Object call(Object on, String method, long first, long second) throws ReflectiveOperationException {
        return on.getClass().getMethod(method, long.class, long.class).invoke(on, first, second);
    }
}
