package io.github.tornadosort.internal.host.select;

import io.github.tornadosort.Column;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;

/**
 * Finds the distinct keys of a column on the host, and how often each of them occurs. Many keys of which few are distinct are
 * counted. Otherwise, copies of the keys, as ints or longs in the order of the sort, are sorted and then read twice: once to count
 * the runs of equal keys, and once to write them.
 */
public final class HostRuns {
    private HostRuns() {}

    /**
     * Returns the distinct keys in sorted order and their counts. Of keys that are equal but differ in their bits, the first
     * one is returned.
     *
     * @param keys fewer than 2<sup>31</sup> keys
     */
    public static Runs of(Column keys, SortOptions options, HostBuffers buffers) {
        Runs few = keys.size() < HostPolicy.SAMPLED_DISTINCT ? null : FewDistinct.runs(keys, options, buffers);
        return few != null ? few : bySort(keys, options, buffers);
    }

    private static Runs bySort(Column keys, SortOptions options, HostBuffers buffers) {
        if (!HostKeys.areComparedByAllBits(keys, options)) {
            return bySomeBits(keys, options, buffers);
        }
        SortedWords words = keys.type().bytes() == Long.BYTES
                ? new EqualRuns64(keys, options, buffers)
                : new EqualRuns32(keys, options, buffers);
        words.sort();
        Runs runs = runs(keys, words);
        words.release();
        if (keys.type().isFloat() && runs.counts().length > 0) {
            restoreNan(keys, options, runs.keys());
        }
        return runs;
    }

    /** Keys as words in the order of the sort. A range of words starts with a run and ends with one. */
    interface SortedWords {
        /** Reads the keys and sorts the words. */
        void sort();

        /** Returns the start of the first run that does not start before an index. */
        int startFrom(int index);

        /** Returns the number of runs in a range. */
        int count(int first, int end);

        /**
         * Moves the first word of each run to the start of the range.
         *
         * @param counts receives the length of each run, from index {@code at} on
         */
        void compact(int first, int end, int[] counts, int at);

        /** Writes the keys of words, which are overwritten, to a column. */
        void write(int at, int length, Column to, long first);

        /** Gives the buffers back. */
        void release();
    }

    private static Runs runs(Column keys, SortedWords words) {
        int n = (int) keys.size();
        int parts = ParallelRanges.parts(n);
        int[] starts = new int[parts + 1];
        int[] firstRuns = new int[parts + 1];
        for (int part = 0; part <= parts; part++) {
            starts[part] = words.startFrom(part < parts ? (int) ParallelRanges.start(n, parts, part) : n);
        }
        ParallelRanges.each(parts, part -> firstRuns[part + 1] = words.count(starts[part], starts[part + 1]));
        for (int part = 0; part < parts; part++) {
            firstRuns[part + 1] += firstRuns[part];
        }
        int[] counts = HostMemory.ints(firstRuns[parts]);
        Column distinct = allocate(keys, counts.length);
        ParallelRanges.each(parts, part -> {
            int first = firstRuns[part];
            words.compact(starts[part], starts[part + 1], counts, first);
            words.write(starts[part], firstRuns[part + 1] - first, distinct, first);
        });
        return new Runs(distinct, counts);
    }

    /** Gives the run of NaNs the bits of the first NaN. It is the last run, or the first one if the order is descending. */
    private static void restoreNan(Column keys, SortOptions options, Column distinct) {
        long run = options.isDescending() ? 0 : distinct.size() - 1;
        OrderedKeys ordered = new OrderedKeys(keys, options);
        long nan = new OrderedKeys(distinct, options).at(run);
        if (nan == (options.isDescending() ? OrderedKeys.SMALLEST : ordered.largest())) {
            long index = 0;
            while (ordered.at(index) != nan) {
                index++;
            }
            int width = keys.type().bytes();
            MemorySegment.copy(keys.segment(), width * index, distinct.segment(), width * run, width);
        }
    }

    /** Keys that differ only in other bits are equal, so a stable sort has to tell which of them is the first. */
    private static Runs bySomeBits(Column keys, SortOptions options, HostBuffers buffers) {
        Column sorted = allocate(keys, (int) keys.size());
        sorted.segment().copyFrom(keys.segment());
        HostPairs.sort(sorted, options, buffers);
        return SortedKeys.runs(sorted, options);
    }

    /** Returns a column for n keys of the same type. */
    static Column allocate(Column keys, int n) {
        return HostMemory.array(n, keys.type().bytes(), size -> Column.allocate(keys.type(), size));
    }
}
