package io.github.tornadosort.internal.host.segments;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.host.keys.Words32;
import io.github.tornadosort.internal.host.keys.Words64;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/** Sorts segments of keys without values. Keys in a Java array are sorted there; others are copied to an array and back. */
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
    /** Reads and writes floats or doubles as integers, if there are many segments. */
    private final Words32 words32;
    private final Words64 words64;
    /** Whether segments are sorted in groups. */
    private final boolean many;
    /** For each thread, a sort of segments of its keys' width. The others are null. */
    private final ShortSegments32[] sorts32;
    private final ShortSegments64[] sorts64;
    /** For each thread, memory for a batch of floats or doubles as integers, if there are many segments. */
    private final int[][] ordered32;
    private final long[][] ordered64;

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
        this.many = areMany(offsets, segments);
        this.words32 = many && type == KeyType.FLOAT32 ? new Words32(keys, descending) : null;
        this.words64 = many && type == KeyType.FLOAT64 ? new Words64(keys, descending) : null;
        this.sorts32 = new ShortSegments32[threads];
        this.sorts64 = new ShortSegments64[threads];
        this.ordered32 = new int[threads][];
        this.ordered64 = new long[threads][];
        for (int thread = 0; thread < threads; thread++) {
            allocate(thread);
        }
    }

    /** Returns whether there are enough segments, and most are short enough, to sort them in groups. */
    static boolean areMany(int[] offsets, int segments) {
        return segments >= HostPolicy.MIN_LANES && offsets[segments] - offsets[0] <= (long) segments * HostPolicy.NETWORK;
    }

    private void allocate(int thread) {
        KeyType type = keys.type();
        if (type.bytes() == Integer.BYTES) {
            sorts32[thread] = new ShortSegments32(many ? HostPolicy.NETWORK : 0);
        } else if (type.bytes() == Long.BYTES) {
            sorts64[thread] = new ShortSegments64(many ? HostPolicy.NETWORK : 0);
        }
        if (many && type == KeyType.FLOAT32) {
            ordered32[thread] = HostMemory.ints(HostPolicy.SEGMENT_BATCH);
        } else if (many && type == KeyType.FLOAT64) {
            ordered64[thread] = HostMemory.longs(HostPolicy.SEGMENT_BATCH);
        }
    }

    @Override
    public void sort(int first, int end, int thread) {
        if (many && keys.type().isFloat() && sortOrdered(first, end, thread)) {
            return;
        }
        if (array != null) {
            sortArray(array, arrayOffset, first, end, thread);
            return;
        }
        long begin = (long) keys.type().bytes() * offsets[first];
        long bytes = (long) keys.type().bytes() * offsets[end] - begin;
        MemorySegment.copy(keys.segment(), begin, copySegments[thread], 0, bytes);
        sortArray(copies[thread], -offsets[first], first, end, thread);
        MemorySegment.copy(copySegments[thread], 0, keys.segment(), begin, bytes);
    }

    /**
     * Sorts floats or doubles as integers in the same order.
     *
     * @return false if there are too many keys, or a NaN, for which there is no such integer
     */
    private boolean sortOrdered(int first, int end, int thread) {
        int from = offsets[first];
        int n = offsets[end] - from;
        if (n > HostPolicy.SEGMENT_BATCH) {
            return false;
        }
        if (keys.type() == KeyType.FLOAT32) {
            if (Words32.countNaNs(keys.segment(), from, offsets[end]) > 0) {
                return false;
            }
            words32.load(from, ordered32[thread], 0, n);
            sorts32[thread].sort(ordered32[thread], offsets, -from, first, end);
            words32.store(ordered32[thread], 0, from, n);
        } else {
            if (Words64.countNaNs(keys.segment(), from, offsets[end]) > 0) {
                return false;
            }
            words64.load(from, ordered64[thread], 0, n);
            sorts64[thread].sort(ordered64[thread], offsets, -from, first, end);
            words64.store(ordered64[thread], 0, from, n);
        }
        return true;
    }

    /** Sorts segments in an array whose element i + shift is the key of index i. */
    private void sortArray(Object keysOf, int shift, int first, int end, int thread) {
        if (keysOf instanceof int[] ints) {
            sortInts(ints, shift, first, end, thread);
            return;
        }
        if (keysOf instanceof long[] longs) {
            sortLongs(longs, shift, first, end, thread);
            return;
        }
        for (int segment = first; segment < end; segment++) {
            int from = offsets[segment] + shift;
            int to = offsets[segment + 1] + shift;
            if (to - from > 1) {
                JdkSort.sort(keysOf, from, to, keys.type(), descending);
            }
        }
    }

    /** Flips the keys of all segments together: flipping those of a short segment takes less time than a call. */
    private void sortInts(int[] ints, int shift, int first, int end, int thread) {
        int flip = (int) OrderedKeys.flip(keys.type(), descending) ^ Integer.MIN_VALUE;
        if (flip == 0) {
            sorts32[thread].sort(ints, offsets, shift, first, end);
            return;
        }
        JdkSort.flip(ints, offsets[first] + shift, offsets[end] + shift, flip);
        sorts32[thread].sort(ints, offsets, shift, first, end);
        JdkSort.flip(ints, offsets[first] + shift, offsets[end] + shift, flip);
    }

    private void sortLongs(long[] longs, int shift, int first, int end, int thread) {
        long flip = OrderedKeys.flip(keys.type(), descending) ^ Long.MIN_VALUE;
        if (flip == 0) {
            sorts64[thread].sort(longs, offsets, shift, first, end);
            return;
        }
        JdkSort.flip(longs, offsets[first] + shift, offsets[end] + shift, flip);
        sorts64[thread].sort(longs, offsets, shift, first, end);
        JdkSort.flip(longs, offsets[first] + shift, offsets[end] + shift, flip);
    }

    @Override
    public int batch() {
        return array != null && !(many && keys.type().isFloat()) ? HostPolicy.SHARED : HostPolicy.SEGMENT_BATCH;
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
