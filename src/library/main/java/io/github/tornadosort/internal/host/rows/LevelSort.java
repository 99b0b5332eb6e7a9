package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.SortKey;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sorts the indices of rows by the levels of {@link RowKeys}. Each row is a long: the bits of a level above the row's index. All rows are
 * sorted by the first level; each run of rows that are equal in a level is then sorted by the next one.
 */
final class LevelSort {
    /** Most bits of a long that are used, so that no long is negative. */
    private static final int MAX_BITS = 63;

    private final HostBuffers buffers;
    private final RowKeys keys;
    private final int indexBits;
    private final int mask;
    private final long[] rows;
    private final long[] spare;
    /** Counters of each thread. */
    private final int[][] counts;

    private LevelSort(RowKeys keys, int n, int indexBits, long[] rows, long[] spare, HostBuffers buffers) {
        this.buffers = buffers;
        this.keys = keys;
        this.indexBits = indexBits;
        this.mask = (int) ((1L << indexBits) - 1);
        this.rows = rows;
        this.spare = spare;
        this.counts = new int[Loop.threads(ParallelRanges.parts(n))][];
        for (int thread = 0; thread < counts.length; thread++) {
            counts[thread] = HostMemory.ints(DigitSort.counters(Math.min(n, HostPolicy.SHARED)));
        }
    }

    /** @param n the number of rows */
    static int[] argsort(List<SortKey> keys, int n, HostBuffers buffers) {
        int[] order = HostMemory.ints(n);
        int indexBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(n - 1, 0)));
        RowKeys levels = RowKeys.of(keys, MAX_BITS - indexBits);
        long[] rows = buffers.longs(n);
        long[] spare = buffers.longs(n);
        LevelSort sort = new LevelSort(levels, n, indexBits, rows, spare, buffers);
        sort.sort(n);
        ParallelRanges.ranges(n, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                order[i] = (int) rows[i] & sort.mask;
            }
        });
        buffers.release(rows);
        buffers.release(spare);
        return order;
    }

    private void sort(int n) {
        ParallelRanges.ranges(n, (from, to) -> pack((int) from, (int) to), keys.memory());
        if (n < HostPolicy.SHARED) {
            DigitSort.sort(rows, spare, 0, n, indexBits, counts[0]);
        } else {
            RowSort.sort(rows, 0, n, indexBits, buffers);
        }
        if (keys.levels() > 1) {
            sortRuns(0, n, 1);
        }
    }

    /** Packs the first level of the keys. */
    private void pack(int from, int to) {
        long[] tile = new long[Math.min(HostPolicy.TILE, to - from)];
        int[] ints = new int[tile.length];
        boolean areEqual = keys.levels() == 0;
        for (int at = from; at < to; at += HostPolicy.TILE) {
            int end = Math.min(at + HostPolicy.TILE, to);
            if (!areEqual) {
                keys.readFirstLevel(at, end - at, rows, at, tile, ints);
            }
            for (int i = at; i < end; i++) {
                rows[i] = (areEqual ? 0 : rows[i] << indexBits) | i;
            }
        }
    }

    /**
     * Sorts each run of rows by a level.
     *
     * @param begin the first row; it begins a run
     * @param end the end of the last run
     */
    private void sortRuns(int begin, int end, int level) {
        int parts = ParallelRanges.parts(end - begin);
        int[] bounds = runStarts(begin, end, parts);
        // Runs that all threads sort together: their first rows and their ends.
        int[] longRuns = new int[2 * ((end - begin) / HostPolicy.SHARED)];
        AtomicInteger found = new AtomicInteger();
        new Loop(parts, (part, thread) -> {
            for (int from = bounds[part]; from < bounds[part + 1];) {
                int to = runEnd(from, bounds[part + 1]);
                if (to - from < HostPolicy.SHARED) {
                    sortRun(from, to, level, counts[thread]);
                } else {
                    int at = found.getAndAdd(2);
                    longRuns[at] = from;
                    longRuns[at + 1] = to;
                }
                from = to;
            }
        }, keys.memory()).run();
        for (int i = 0; i < found.get(); i += 2) {
            int from = longRuns[i];
            int to = longRuns[i + 1];
            ParallelRanges.ranges(
                    to - from, (first, last) -> pack(from + (int) first, from + (int) last, level), keys.memory());
            RowSort.sort(rows, from, to, indexBits, buffers);
            if (level + 1 < keys.levels()) {
                sortRuns(from, to, level + 1);
            }
        }
    }

    /** Sorts rows that are equal in the level before on the calling thread. */
    private void sortRun(int from, int to, int level, int[] count) {
        if (to - from == 1) {
            return;
        }
        pack(from, to, level);
        DigitSort.sort(rows, spare, from, to, indexBits, count);
        if (level + 1 < keys.levels()) {
            for (int begin = from; begin < to;) {
                int end = runEnd(begin, to);
                sortRun(begin, end, level + 1, count);
                begin = end;
            }
        }
    }

    /** Splits rows into parts of whole runs; returns the first row of each part, and the end. */
    private int[] runStarts(int begin, int end, int parts) {
        int[] starts = new int[parts + 1];
        starts[0] = begin;
        for (int part = 1; part < parts; part++) {
            int at = Math.max(starts[part - 1], begin + (int) ParallelRanges.start(end - begin, parts, part));
            starts[part] = at == begin ? begin : runEnd(at - 1, end);
        }
        starts[parts] = end;
        return starts;
    }

    /** Returns the end of the run that a row belongs to, at most {@code limit}. */
    private int runEnd(int row, int limit) {
        long bits = rows[row] >>> indexBits;
        int end = row + 1;
        while (end < limit && rows[end] >>> indexBits == bits) {
            end++;
        }
        return end;
    }

    /** Replaces the bits of rows by those of another level. */
    private void pack(int from, int to, int level) {
        for (int i = from; i < to; i++) {
            int index = (int) rows[i] & mask;
            rows[i] = keys.at(index, level) << indexBits | index;
        }
    }
}
