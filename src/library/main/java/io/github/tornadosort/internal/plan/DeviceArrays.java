package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.CudaMemory;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.LargePages;
import io.github.tornadosort.internal.driver.OpenClMemory;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Allocates the native arrays of one plan. Memory that is pinned is never freed, but kept by size for later plans.
 *
 * <p>The PTX and CUDA backends of TornadoVM pin the host memory of each array. This causes two problems (seen on an H200). A
 * copy fails if it begins on a pinned page and ends on a page that is not pinned. A copy also fails if its memory was freed
 * while pinned and then allocated again. In both cases, the backend only prints a line to standard error. Therefore no two
 * arrays share a page.
 *
 * <p>The OpenCL backend copies from and to any memory. The driver of a GPU copies several times as fast if it has pinned that
 * memory itself, see {@link OpenClMemory}.
 */
public final class DeviceArrays {
    private static final long PAGE = 4096;
    /** Bytes of the smallest array in large pages: a staging buffer. */
    private static final long MIN_LARGE = 32 << 20;
    private static final Map<Kept, Deque<MemorySegment>> KEPT = new HashMap<>();

    private final SortDevice device;
    private final List<MemorySegment> allocated = new ArrayList<>();

    /** Pinned memory can be used again by the devices of the same driver, for arrays of the same size. */
    private record Kept(String driver, long bytes) {}

    private DeviceArrays(SortDevice device) {
        this.device = device;
    }

    /** Returns an allocator for one plan on a device. */
    public static DeviceArrays on(SortDevice device) {
        return new DeviceArrays(device);
    }

    /** Returns whether the device uses CUDA, through either backend. Such a device pins arrays and can record graphs. */
    static boolean isOnCuda(SortDevice device) {
        return device.backend().equals("ptx") || device.backend().equals("cuda");
    }

    /** Returns whether the device is a GPU that is used through OpenCL. */
    boolean isGpuOnOpenCl() {
        return device.backend().equals("opencl") && device.type() == TornadoDeviceType.GPU;
    }

    /**
     * Allocates an array of n parameters, all 0. The contents of other arrays are undefined: memory that is kept has those of an
     * earlier plan.
     */
    public IntArray parameters(int n) {
        IntArray array = ints(n);
        array.init(0);
        return array;
    }

    /** Allocates an array of n ints. */
    public IntArray ints(int n) {
        return IntArray.fromSegmentShallow(segment(n, Integer.BYTES));
    }

    /** Allocates an array of n longs. */
    public LongArray longs(int n) {
        return LongArray.fromSegmentShallow(segment(n, Long.BYTES));
    }

    /** Allocates an array of n keys of the shape's width. */
    TornadoNativeArray keys(PlanShape shape, int n) {
        // No conditional expression: its type would be a common supertype that not all implementations of the API have.
        if (shape.bytes() == Long.BYTES) {
            return longs(n);
        }
        return ints(n);
    }

    /** Returns an array for a copy on the host while a device uses the array: the same array, unless the device shares it. */
    TornadoNativeArray hostCopyOf(TornadoNativeArray array, PlanShape shape) {
        return device.backend().equals("jvm") ? keys(shape, array.getSize()) : array;
    }

    /** Releases all arrays, which must not be used afterwards. Pinned memory is kept for later plans. */
    public void release() {
        synchronized (KEPT) {
            for (MemorySegment segment : allocated) {
                KEPT.computeIfAbsent(kept(segment.byteSize()), key -> new ArrayDeque<>()).push(segment);
            }
        }
        allocated.clear();
    }

    private MemorySegment segment(long n, long bytes) {
        long size = TornadoNativeArray.ARRAY_HEADER + n * bytes;
        MemorySegment pinned = isOnCuda(device) || isGpuOnOpenCl() ? DriverCalls.call(() -> pinned(size)) : null;
        if (pinned == null) {
            return pages(Arena.ofAuto(), size);
        }
        allocated.add(pinned);
        return pinned;
    }

    /** Returns memory that OpenCL or CUDA has pinned, or that TornadoVM will pin for CUDA; null if OpenCL cannot pin any. */
    private MemorySegment pinned(long size) {
        MemorySegment kept = takeKept(size);
        if (kept != null) {
            return kept;
        }
        if (!isOnCuda(device)) {
            return HostMemory.segment(size, bytes -> OpenClMemory.allocate(device.tornado(), bytes));
        }
        MemorySegment memory = size < MIN_LARGE ? null : HostMemory.segment(size, LargePages::allocate);
        if (memory == null) {
            memory = pages(Arena.global(), size);
        }
        CudaMemory.pin(device.tornado(), memory);
        return memory;
    }

    private static MemorySegment pages(Arena arena, long size) {
        return HostMemory.segment(arena, Math.ceilDiv(size, PAGE) * PAGE, PAGE).asSlice(0, size);
    }

    private MemorySegment takeKept(long size) {
        synchronized (KEPT) {
            Deque<MemorySegment> segments = KEPT.get(kept(size));
            return segments == null ? null : segments.poll();
        }
    }

    /** CUDA pins memory for all devices, and an OpenCL driver for those of its platform. */
    private Kept kept(long size) {
        return new Kept(isOnCuda(device) ? "CUDA" : device.tornado().getPlatformName(), size);
    }
}
