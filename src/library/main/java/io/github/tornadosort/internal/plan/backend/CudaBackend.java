package io.github.tornadosort.internal.plan.backend;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The backends that use CUDA: PTX and CUDA.
 *
 * <p>TornadoVM pins the memory of each array. A copy fails if it begins on a pinned page and ends on a page that is not pinned.
 * A copy also fails if its memory was freed while pinned and then allocated again (seen on an H200). In both cases, the backend
 * only prints a line to standard error. Therefore no two arrays share a page, and pinned memory is never freed.
 *
 * <p>TornadoVM's CUDA backend unpins the arrays of all plans when one of them is closed. Later copies of the arrays of other
 * plans are several times slower. TornadoVM never unpins memory that was pinned before it was given to an array.
 */
final class CudaBackend extends Backend {
    /** Bytes of the smallest array in large pages: a staging buffer. */
    private static final long MIN_LARGE = 32 << 20;

    CudaBackend(SortDevice device) {
        super(device);
    }

    @Override
    public boolean recordsGraphs() {
        return true;
    }

    @Override
    boolean groupsWait() {
        return true;
    }

    /** CUDA pins memory for all devices. */
    @Override
    public String pinnedFor() {
        return "CUDA";
    }

    @Override
    public MemorySegment pinned(long bytes) {
        MemorySegment memory = bytes < MIN_LARGE ? null : HostMemory.segment(bytes, NativeMemory::largePages);
        if (memory == null) {
            memory = pages(Arena.global(), bytes);
        }
        pin(Handle.of(device), memory);
        return memory;
    }

    /**
     * Makes the context of a device of TornadoVM's CUDA backend that of the calling thread. TornadoVM does so when it allocates
     * memory and when it copies, but not when it frees memory, which fails with a line on standard error if another thread did
     * the rest.
     */
    @Override
    public void beforeFreeing() {
        if (device.backend().equals("cuda")) {
            attach(Handle.of(device));
        }
    }

    /** @param device TornadoVM's device */
    static void attach(Object device) {
        // Memory that is pinned already is not pinned again.
        pin(device, Page.PINNED);
    }

    /**
     * Pins memory for the rest of the process.
     *
     * @param device TornadoVM's device
     * @return whether it is pinned; false if the device does not use CUDA, for example
     */
    static boolean pin(Object device, MemorySegment memory) {
        try {
            Object context = get(device, "getDeviceContext");
            return device.getClass().getSimpleName().startsWith("PTX")
                    ? (boolean) call(
                            get(get(context, "getDevice"), "getPTXContext"), "registerHostMemory", memory.address(),
                            memory.byteSize())
                    : (int) call(
                            get(context, "getPlatformContext"), "registerPinnedMemory", memory.address(),
                            memory.byteSize()) == 0;
        } catch (ReflectiveOperationException | ClassCastException e) {
            return false;
        }
    }

    /** A page of memory that is never freed. */
    private static final class Page {
        private static final long SIZE = 4096;
        private static final MemorySegment PINNED = Arena.global().allocate(SIZE, SIZE);
    }
}
