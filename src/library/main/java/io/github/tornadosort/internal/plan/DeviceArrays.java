package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.plan.backend.Backend;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Allocates the native arrays of one plan. Memory that is pinned is never freed, but kept for later plans, whose arrays may be
 * shorter. No two arrays share a page.
 */
public final class DeviceArrays {
    /** A kept segment serves arrays of this part of its size or more: short arrays must not take the memory of long ones. */
    private static final int LEAST_USE = 4;
    /**
     * The segments that no plan uses, by size, for the devices of each name. Pinned memory can be used again by all devices of
     * that name.
     */
    private static final Map<String, TreeMap<Long, Deque<MemorySegment>>> KEPT = new HashMap<>();

    private final Backend backend;
    private final List<MemorySegment> allocated = new ArrayList<>();

    private DeviceArrays(Backend backend) {
        this.backend = backend;
    }

    /** Returns an allocator for one plan on a device. */
    public static DeviceArrays on(SortDevice device) {
        return new DeviceArrays(Backend.of(device));
    }

    /**
     * Allocates an array of n parameters, all 0. The contents of other arrays are undefined: memory that is kept has those of
     * an earlier plan.
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

    /** Allocates an array of n words of 8 bytes, or of 4. */
    public TornadoNativeArray words(int bytes, int n) {
        // No conditional expression: its type would be a common supertype that not all implementations of the API have.
        if (bytes == Long.BYTES) {
            return longs(n);
        }
        return ints(n);
    }

    /** Returns an array for a copy on the host while a device uses the array: the same array, unless the device shares it. */
    TornadoNativeArray hostCopyOf(TornadoNativeArray array) {
        return backend.sharesMemory() ? words(array.getElementSize(), array.getSize()) : array;
    }

    /** Releases all arrays, which must not be used afterwards. Pinned memory is kept for later plans. */
    public void release() {
        synchronized (KEPT) {
            for (MemorySegment segment : allocated) {
                KEPT.computeIfAbsent(backend.pinnedFor(), _ -> new TreeMap<>())
                        .computeIfAbsent(segment.byteSize(), _ -> new ArrayDeque<>())
                        .push(segment);
            }
        }
        allocated.clear();
    }

    private MemorySegment segment(long n, long bytes) {
        long size = TornadoNativeArray.ARRAY_HEADER + n * bytes;
        MemorySegment pinned = backend.pinnedFor() == null ? null : DriverCalls.call(() -> pinned(size));
        if (pinned == null) {
            return Backend.pages(Arena.ofAuto(), size);
        }
        allocated.add(pinned);
        return pinned.asSlice(0, size);
    }

    private MemorySegment pinned(long size) {
        MemorySegment kept = takeKept(size);
        return kept == null ? backend.pinned(size) : kept;
    }

    /** Returns the smallest kept segment that serves an array of a size, or null. */
    private MemorySegment takeKept(long size) {
        synchronized (KEPT) {
            TreeMap<Long, Deque<MemorySegment>> kept = KEPT.getOrDefault(backend.pinnedFor(), new TreeMap<>());
            Map.Entry<Long, Deque<MemorySegment>> smallest = kept.ceilingEntry(size);
            if (smallest == null || smallest.getKey() / LEAST_USE > size) {
                return null;
            }
            MemorySegment segment = smallest.getValue().pop();
            if (smallest.getValue().isEmpty()) {
                kept.remove(smallest.getKey());
            }
            return segment;
        }
    }
}
