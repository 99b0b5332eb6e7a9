package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.host.Gather;
import io.github.tornadosort.internal.host.Layouts;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.host.Scratch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts many segments of a column in one go: rows by key and, before it, by the number of their segment. So a million
 * segments of four keys cost as many executions as four of a million.
 */
public final class SegmentedSort {
    private final Lexsort lexsort;
    private final Scratch scratch;

    /** @param scratch where columns are put in order */
    public SegmentedSort(Lexsort lexsort, Scratch scratch) {
        this.lexsort = lexsort;
        this.scratch = scratch;
    }

    /**
     * Sorts each segment's keys where they are, and other columns along with them.
     *
     * @param offsets where each segment starts, and behind them where the last one ends
     * @param others columns with a row for each key
     */
    public SortStats sort(Column keys, long[] offsets, SortOptions options, List<Column> others) {
        check(offsets, keys.size());
        long begin = offsets[0];
        long end = offsets[offsets.length - 1];
        MemorySegment segments = scratch.bytes(Integer.BYTES * (end - begin));
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

    private static void check(long[] offsets, long keys) {
        if (offsets.length == 0) {
            throw new IllegalArgumentException("no offsets; one segment has two, its start and its end");
        }
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] < 0 || offsets[i] > keys) {
                throw new ArrayIndexOutOfBoundsException(
                        "offsets[" + i + "] is " + offsets[i] + ", there are " + keys + " keys");
            }
            if (i > 0 && offsets[i] < offsets[i - 1]) {
                throw new IllegalArgumentException("offsets[" + i + "] is " + offsets[i] + ", before offsets[" + (i - 1)
                        + "], which is " + offsets[i - 1]);
            }
        }
    }

    /** Writes the number of its segment for each key from {@code first} to {@code last}, counted from the first segment. */
    private static void number(long[] offsets, long first, long last, MemorySegment segments) {
        int found = Arrays.binarySearch(offsets, offsets[0] + first);
        int segment = found >= 0 ? found : -found - 2;
        for (long i = first; i < last; i++) {
            // Empty segments are passed over.
            while (offsets[segment + 1] <= offsets[0] + i) {
                segment++;
            }
            segments.set(Layouts.INT, Integer.BYTES * i, segment);
        }
    }
}
