package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Sorts segments of keys without values. Keys in a Java array are sorted there; others are copied to an array and back. */
final class SegmentKeys implements HostSegments.Sort {
    /** Longest segment of ints that is sorted by insertion. The JDK sorts longer ones by vector instructions. */
    static final int MAX_INSERTION = 16;

    private final Column keys;
    private final boolean descending;
    private final int[] offsets;
    private final HostBuffers buffers;
    /** The array of the keys, or null if they are not in an array of their type. */
    private final Object array;
    private final int arrayOffset;
    /** One column in a Java array per thread. */
    private final Column[] copies;

    /** @param capacities for each thread, the maximum number of keys that it sorts at a time */
    SegmentKeys(
            Column keys, boolean descending, int[] offsets, Supplier<int[]> capacities, HostBuffers buffers) {
        KeyType type = keys.type();
        this.keys = keys;
        this.descending = descending;
        this.offsets = offsets;
        this.buffers = buffers;
        this.array = JdkSort.arrayOf(keys);
        this.arrayOffset = JdkSort.indexOf(keys);
        this.copies = IntStream.of(array != null ? new int[0] : capacities.get())
                .mapToObj(n -> HostMemory.array(n, type.bytes(), size -> Column.allocate(type, size)))
                .toArray(Column[]::new);
    }

    @Override
    public void sort(int first, int end, int thread) {
        if (array != null) {
            sortArray(array, arrayOffset, first, end);
            return;
        }
        Column segments = keys.range(offsets[first], offsets[end]);
        MemorySegment copy = copies[thread].segment().asSlice(0, segments.segment().byteSize());
        copy.copyFrom(segments.segment());
        sortArray(copy.heapBase().orElseThrow(), -offsets[first], first, end);
        segments.segment().copyFrom(copy);
    }

    /** Sorts segments in an array whose element i + shift is the key of index i. */
    private void sortArray(Object keysOf, int shift, int first, int end) {
        if (keysOf instanceof int[] ints) {
            sortInts(ints, shift, first, end);
            return;
        }
        for (int segment = first; segment < end; segment++) {
            int from = offsets[segment] + shift;
            int to = offsets[segment + 1] + shift;
            if (to - from > 1) {
                JdkSort.sort(keysOf, from, to, keys.type(), descending, false);
            }
        }
    }

    /** Flips the keys of all segments together: flipping those of a short segment takes less time than a call. */
    private void sortInts(int[] ints, int shift, int first, int end) {
        int flip = (int) OrderedKeys.flip(keys.type(), descending) ^ Integer.MIN_VALUE;
        if (flip == 0) {
            sortAscending(ints, offsets, shift, first, end);
            return;
        }
        JdkSort.flip(ints, offsets[first] + shift, offsets[end] + shift, flip);
        try {
            HostMemory.expect();
            sortAscending(ints, offsets, shift, first, end);
        } finally {
            JdkSort.flip(ints, offsets[first] + shift, offsets[end] + shift, flip);
        }
    }

    /** A static method, so that no field is read for each segment: to sort a short one takes some thirty nanoseconds. */
    private static void sortAscending(int[] ints, int[] offsets, int shift, int first, int end) {
        int from = offsets[first] + shift;
        for (int segment = first; segment < end; segment++) {
            int to = offsets[segment + 1] + shift;
            if (to - from <= MAX_INSERTION) {
                insertionSort(ints, from, to);
            } else {
                Arrays.sort(ints, from, to);
            }
            from = to;
        }
    }

    /** Without branches that depend on the keys: a mispredicted branch costs as much as several comparisons. */
    private static void insertionSort(int[] ints, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int key = ints[i];
            for (int j = i; j > from; j--) {
                int before = ints[j - 1];
                ints[j] = Math.max(key, before);
                key = Math.min(key, before);
            }
            ints[from] = key;
        }
    }

    @Override
    public int batch() {
        return array != null ? HostSegments.MAX_SHORT : HostSegments.BATCH;
    }

    @Override
    public void sortLong(int segment) {
        try {
            HostKeys.sort(keys.range(offsets[segment], offsets[segment + 1]), descending, buffers);
        } catch (OutOfMemoryError e) {
            // This sort uses memory that the constructor allocated.
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
