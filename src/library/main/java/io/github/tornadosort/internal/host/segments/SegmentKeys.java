package io.github.tornadosort.internal.host.segments;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * Sorts segments of keys without values. Keys of 32 and 64 bits are sorted as words, others by the JDK: in the caller's array, or in a copy
 * if they are not in an array of their type.
 */
final class SegmentKeys implements HostSegments.Sort {
    private final Column keys;
    private final boolean descending;
    private final int[] offsets;
    private final HostBuffers buffers;
    /** The array of the keys, or null if they are not in an array of their type. */
    private final Object array;
    private final int arrayOffset;
    /** For each thread, an array of the keys' type and the same memory as a segment, if the keys are not in such an array. */
    private final Object[] copies;
    private final MemorySegment[] copySegments;
    /** For each thread, a sort of short segments; null if keys have fewer than 32 bits. */
    private final Batch[] batches;

    /** Sorts consecutive segments. */
    interface Batch {
        /** Returns false, having done nothing, if they are too long, or if a key is a NaN, whose word is not in the order of the sort. */
        boolean sort(int first, int end);
    }

    /**
     * @param segments number of segments
     * @param threads number of threads that sort segments
     * @param capacities for each thread, the maximum number of keys that it sorts at a time
     */
    SegmentKeys(
            Column keys,
            boolean descending,
            int[] offsets,
            int segments,
            int threads,
            Supplier<int[]> capacities,
            HostBuffers buffers) {
        KeyType type = keys.type();
        this.keys = keys;
        this.descending = descending;
        this.offsets = offsets;
        this.buffers = buffers;
        this.array = JdkSort.arrayOf(keys);
        this.arrayOffset = JdkSort.indexOf(keys);
        int[] lengths = array != null ? new int[0] : capacities.get();
        this.copies = new Object[lengths.length];
        this.copySegments = new MemorySegment[lengths.length];
        for (int thread = 0; thread < lengths.length; thread++) {
            Column copy = HostMemory.array(lengths[thread], type.bytes(), size -> Column.allocate(type, size));
            copySegments[thread] = copy.segment();
            copies[thread] = copy.segment().heapBase().orElseThrow();
        }
        int longest = areMany(offsets, segments) ? HostPolicy.NETWORK : 0;
        this.batches = new Batch[threads];
        for (int thread = 0; thread < threads; thread++) {
            batches[thread] = switch (type.bytes()) {
                case Integer.BYTES -> new SegmentWords32(keys, descending, offsets, longest);
                case Long.BYTES -> new SegmentWords64(keys, descending, offsets, longest);
                default -> null;
            };
        }
    }

    /** Returns whether there are enough segments, and most are short enough, to sort them in groups. */
    static boolean areMany(int[] offsets, int segments) {
        return segments >= HostPolicy.MIN_LANES
                && offsets[segments] - offsets[0] <= (long) segments * HostPolicy.NETWORK;
    }

    @Override
    public void sort(int first, int end, int thread) {
        int n = offsets[end] - offsets[first];
        if (batches[thread] != null && batches[thread].sort(first, end)) {
            return;
        }
        if (array != null) {
            sort(array, arrayOffset, first, end);
            return;
        }
        long begin = (long) keys.type().bytes() * offsets[first];
        long bytes = (long) keys.type().bytes() * n;
        MemorySegment.copy(keys.segment(), begin, copySegments[thread], 0, bytes);
        sort(copies[thread], -offsets[first], first, end);
        MemorySegment.copy(copySegments[thread], 0, keys.segment(), begin, bytes);
    }

    /** Sorts segments in an array whose element i + shift is the key of index i. */
    private void sort(Object keysOf, int shift, int first, int end) {
        for (int segment = first; segment < end; segment++) {
            int from = offsets[segment] + shift;
            int to = offsets[segment + 1] + shift;
            if (to - from > 1) {
                JdkSort.sort(keysOf, from, to, keys.type(), descending);
            }
        }
    }

    @Override
    public int batch() {
        return array != null && !keys.type().isFloat() ? HostPolicy.SHARED : HostPolicy.SEGMENT_BATCH;
    }

    @Override
    public void sortLong(int segment) {
        try {
            HostKeys.sort(keys.range(offsets[segment], offsets[segment + 1]), descending, buffers);
        } catch (OutOfMemoryError e) {
            // This sort allocates nothing.
            sort(segment, segment + 1, 0);
        }
    }

    @Override
    public MemorySegment[] accessed() {
        return new MemorySegment[] {keys.segment()};
    }

    @Override
    public void release() {
        // Only garbage is left.
    }
}
