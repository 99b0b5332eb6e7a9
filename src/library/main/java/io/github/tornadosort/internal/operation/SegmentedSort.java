package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts many segments of a column together: rows are sorted by the number of their segment and then by key. A million segments
 * of four keys take the same number of kernel executions as four segments of a million keys.
 */
public final class SegmentedSort {
    private final Lexsort lexsort;
    private final Scratch scratch;

    /** @param scratch memory for segment numbers and for columns in sorted order */
    public SegmentedSort(Lexsort lexsort, Scratch scratch) {
        this.lexsort = lexsort;
        this.scratch = scratch;
    }

    /**
     * Sorts the keys of each segment in place, and moves the rows of the other columns with them.
     *
     * @param offsets the start of each segment, followed by the end of the last segment
     * @param others columns with one row per key
     */
    public SortStats sort(Column keys, int[] offsets, SortOptions options, List<Column> others) {
        int begin = offsets[0];
        int end = offsets[offsets.length - 1];
        MemorySegment segments = scratch.bytes((long) Integer.BYTES * (end - begin));
        ParallelRanges.ranges(end - begin, (first, last) -> number(offsets, first, last, segments));

        Column sorted = keys.range(begin, end);
        SortOptions ascending =
                SortOptions.ascending().withVerification(options.verified()).withTimes(options.timed());
        SortedIndices order = lexsort.order(
                List.of(new SortKey(sorted, options), new SortKey(new Column(segments, KeyType.UINT32), ascending)));
        List<Column> columns = new ArrayList<>(List.of(sorted));
        others.forEach(other -> columns.add(other.range(begin, end)));
        Gather.inPlace(columns, MemorySegment.ofArray(order.indices()), scratch);
        return order.stats();
    }

    /**
     * Copies offsets, and checks that they are ascending and within a column.
     *
     * @param keys number of keys of the column, at most {@link Integer#MAX_VALUE}
     * @param copy the destination, which may be longer
     */
    public static void copy(int[] offsets, long keys, int[] copy) {
        int n = offsets.length;
        System.arraycopy(offsets, 0, copy, 0, n);
        // Negative if an offset or a length is.
        int all = n == 0 ? -1 : copy[0];
        for (int i = 1; i < n; i++) {
            all |= copy[i] | copy[i] - copy[i - 1];
        }
        if (all < 0 || copy[n - 1] > keys) {
            throw refused(Arrays.stream(copy, 0, n).asLongStream().toArray(), keys);
        }
    }

    /**
     * Copies offsets as ints, and checks that they are ascending and within a column.
     *
     * @param keys number of keys of the column, at most {@link Integer#MAX_VALUE}
     * @param copy the destination, which may be longer
     */
    public static void copy(long[] offsets, long keys, int[] copy) {
        long previous = 0;
        for (int i = 0; i < offsets.length; i++) {
            long offset = offsets[i];
            if (offset < previous || offset > keys) {
                throw refused(offsets.clone(), keys);
            }
            copy[i] = (int) offset;
            previous = offset;
        }
        if (offsets.length == 0) {
            throw refused(offsets, keys);
        }
    }

    /** Returns the exception for the first offset that is wrong. */
    private static RuntimeException refused(long[] offsets, long keys) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] < 0 || offsets[i] > keys) {
                return new ArrayIndexOutOfBoundsException(
                        "offsets[" + i + "] is " + offsets[i] + ", there are " + keys + " keys");
            }
            if (i > 0 && offsets[i] < offsets[i - 1]) {
                return new IllegalArgumentException("offsets[" + i + "] is " + offsets[i] + ", before offsets[" + (i - 1)
                        + "], which is " + offsets[i - 1]);
            }
        }
        return new IllegalArgumentException("no offsets; one segment has two, its start and its end");
    }

    /** Writes the segment number of each key from {@code first} to {@code last}, relative to the start of the first segment. */
    private static void number(int[] offsets, long first, long last, MemorySegment segments) {
        int found = Arrays.binarySearch(offsets, (int) (offsets[0] + first));
        int segment = found >= 0 ? found : -found - 2;
        for (long i = first; i < last; i++) {
            // Skip empty segments.
            while (offsets[segment + 1] <= offsets[0] + i) {
                segment++;
            }
            segments.set(Layouts.INT, Integer.BYTES * i, segment);
        }
    }
}
