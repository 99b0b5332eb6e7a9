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
 * Makes the native arrays of one plan. TornadoVM's PTX and CUDA backends pin the host's side of each array, and that has
 * two traps (seen with TornadoVM 5.2.0 on an H200): a copy that begins on a pinned page and ends on another fails, and so
 * does one from memory that was freed while pinned and then used again, each with no more than a line on standard error.
 * Hence every array lies on pages of its own; and where the backend pins, memory is never freed but kept, by its size, for
 * a later plan.
 */
public final class DeviceArrays {
    private static final long PAGE = 4096;
    private static final Map<Long, Deque<MemorySegment>> KEPT = new HashMap<>();

    private final boolean pinned;
    private final List<MemorySegment> mine = new ArrayList<>();

    private DeviceArrays(boolean pinned) {
        this.pinned = pinned;
    }

    /** Arrays for a plan on this device. */
    public static DeviceArrays on(SortDevice device) {
        return new DeviceArrays(isOnCuda(device));
    }

    /** Whether the device is driven by CUDA, by either backend: it pins the pages of arrays, and records graphs. */
    static boolean isOnCuda(SortDevice device) {
        return device.backend().equals("ptx") || device.backend().equals("cuda");
    }

    /** An array of n ints. */
    public IntArray ints(int n) {
        return IntArray.fromSegmentShallow(segment(n, Integer.BYTES));
    }

    /** An array of n longs. */
    public LongArray longs(int n) {
        return LongArray.fromSegmentShallow(segment(n, Long.BYTES));
    }

    /** Keeps the memory of all arrays for later plans, where it must not be freed. They are not to be used any more. */
    public void release() {
        synchronized (KEPT) {
            for (MemorySegment segment : mine) {
                KEPT.computeIfAbsent(segment.byteSize(), size -> new ArrayDeque<>()).push(segment);
            }
        }
        mine.clear();
    }

    private MemorySegment segment(long n, long bytes) {
        long size = TornadoNativeArray.ARRAY_HEADER + n * bytes;
        long pages = Math.ceilDiv(size, PAGE) * PAGE;
        if (!pinned) {
            return HostMemory.segment(Arena.ofAuto(), pages, PAGE).asSlice(0, size);
        }
        MemorySegment segment = kept(size);
        if (segment == null) {
            segment = HostMemory.segment(Arena.global(), pages, PAGE).asSlice(0, size);
        }
        mine.add(segment);
        return segment;
    }

    private static MemorySegment kept(long size) {
        synchronized (KEPT) {
            Deque<MemorySegment> ofSize = KEPT.get(size);
            return ofSize == null ? null : ofSize.poll();
        }
    }
}
