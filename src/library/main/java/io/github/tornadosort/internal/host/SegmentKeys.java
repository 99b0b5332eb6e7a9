package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Sorts segments of keys without values. Keys in a Java array are sorted there; others are copied to an array and back. */
final class SegmentKeys implements HostSegments.Sort {
    private final Column keys;
    private final boolean descending;
    private final long[] offsets;
    private final HostBuffers buffers;
    /** The array of the keys, or null if they are not in an array of their type. */
    private final Object array;
    private final int arrayOffset;
    /** One column in a Java array per thread. */
    private final Column[] copies;

    /** @param capacities for each thread, the maximum number of keys that it sorts at a time */
    SegmentKeys(Column keys, boolean descending, long[] offsets, int[] capacities, HostBuffers buffers) {
        KeyType type = keys.type();
        long address = keys.segment().address();
        Object base = keys.segment().heapBase().orElse(null);
        boolean inArray = JdkSort.isArrayOf(type, base) && address % type.bytes() == 0;
        this.keys = keys;
        this.descending = descending;
        this.offsets = offsets;
        this.buffers = buffers;
        this.array = inArray ? base : null;
        this.arrayOffset = inArray ? (int) (address / type.bytes()) : 0;
        this.copies = IntStream.of(inArray ? new int[0] : capacities)
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
        sortArray(copy.heapBase().orElseThrow(), (int) -offsets[first], first, end);
        segments.segment().copyFrom(copy);
    }

    /** Sorts segments in an array whose element i + shift is the key of index i. */
    private void sortArray(Object keysOf, int shift, int first, int end) {
        if (keysOf instanceof int[] ints) {
            sortInts(ints, shift, first, end);
            return;
        }
        for (int segment = first; segment < end; segment++) {
            int from = (int) offsets[segment] + shift;
            int to = (int) offsets[segment + 1] + shift;
            if (to - from > 1) {
                JdkSort.sort(keysOf, from, to, keys.type(), descending, false);
            }
        }
    }

    /** Flips the keys of all segments together: a short segment takes less time than a call. */
    private void sortInts(int[] ints, int shift, int first, int end) {
        int flip = (int) OrderedKeys.flip(keys.type(), descending) ^ Integer.MIN_VALUE;
        JdkSort.flip(ints, (int) offsets[first] + shift, (int) offsets[end] + shift, flip);
        for (int segment = first; segment < end; segment++) {
            Arrays.sort(ints, (int) offsets[segment] + shift, (int) offsets[segment + 1] + shift);
        }
        JdkSort.flip(ints, (int) offsets[first] + shift, (int) offsets[end] + shift, flip);
    }

    @Override
    public void sortLong(int segment) {
        try {
            HostKeys.sort(keys.range(offsets[segment], offsets[segment + 1]), descending, buffers);
        } catch (OutOfMemoryError e) {
            // The memory for this was allocated at the start.
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
