package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Allocates the native arrays of one plan. The PTX and CUDA backends of TornadoVM pin the host memory of each array. This
 * causes two problems (seen with TornadoVM 5.2.0 on an H200). A copy fails if it begins on a pinned page and ends on a page
 * that is not pinned. A copy also fails if its memory was freed while pinned and then allocated again. In both cases, the
 * backend only prints a line to standard error. Therefore no two arrays share a page, and memory that the backend pins is never
 * freed, but kept by size for later plans.
 */
public final class DeviceArrays {
    private static final long PAGE = 4096;
    private static final Map<Long, Deque<MemorySegment>> KEPT = new HashMap<>();

    private final boolean pinned;
    private final List<MemorySegment> allocated = new ArrayList<>();

    private DeviceArrays(boolean pinned) {
        this.pinned = pinned;
    }

    /** Returns an allocator for one plan on a device. */
    public static DeviceArrays on(SortDevice device) {
        return new DeviceArrays(isOnCuda(device));
    }

    /** Returns whether the device uses CUDA, through either backend. Such a device pins arrays and can record graphs. */
    static boolean isOnCuda(SortDevice device) {
        return device.backend().equals("ptx") || device.backend().equals("cuda");
    }

    /** Allocates an array of n ints. */
    public IntArray ints(int n) {
        return IntArray.fromSegmentShallow(segment(n, Integer.BYTES));
    }

    /** Allocates an array of n longs. */
    public LongArray longs(int n) {
        return LongArray.fromSegmentShallow(segment(n, Long.BYTES));
    }

    /** Releases all arrays, which must not be used afterwards. Pinned memory is kept for later plans. */
    public void release() {
        synchronized (KEPT) {
            for (MemorySegment segment : allocated) {
                KEPT.computeIfAbsent(segment.byteSize(), size -> new ArrayDeque<>()).push(segment);
            }
        }
        allocated.clear();
    }

    private MemorySegment segment(long n, long bytes) {
        long size = TornadoNativeArray.ARRAY_HEADER + n * bytes;
        long pages = Math.ceilDiv(size, PAGE) * PAGE;
        if (!pinned) {
            return HostMemory.segment(Arena.ofAuto(), pages, PAGE).asSlice(0, size);
        }
        MemorySegment segment = takeKept(size);
        if (segment == null) {
            segment = HostMemory.segment(Arena.global(), pages, PAGE).asSlice(0, size);
        }
        allocated.add(segment);
        return segment;
    }

    private static MemorySegment takeKept(long size) {
        synchronized (KEPT) {
            Deque<MemorySegment> segments = KEPT.get(size);
            return segments == null ? null : segments.poll();
        }
    }
}
