package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The rows of a column in sorted order. Each row is a long: the upper bits are the bits of its key, as an unsigned number, and
 * the lower bits are its index. If key and index together have more than 63 bits, the long has only the upper bits of the key;
 * a sort then orders each run of rows that are equal in these bits by the other bits.
 */
final class PackedRows implements AutoCloseable {
    /** Most bits of a long that are used, so that no shift by 64 occurs. */
    private static final int MAX_BITS = 63;

    private final HostBuffers buffers;
    private final int n;
    private final int indexBits;
    private long[] rows;
    private long[] spare;

    /** @throws OutOfMemoryError if there is not enough memory */
    PackedRows(int n, HostBuffers buffers) {
        this.n = n;
        this.buffers = buffers;
        this.indexBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(n - 1, 0)));
        this.rows = buffers.longs(n);
        this.spare = buffers.longs(n);
    }

    /** Returns the longs of the rows. The array may be longer. */
    long[] rows() {
        return rows;
    }

    /** Returns a mask of the bits of a long that are the index of the row. */
    int indexMask() {
        return (int) ((1L << indexBits) - 1);
    }

    /** Sorts the rows by the keys; returns false, and leaves the rows undefined, if the keys are sorted already. */
    boolean sort(Column keys, OrderedKeys ordered) {
        Found found = read(keys, ordered);
        if (found.descents.get() == 0) {
            return false;
        }
        int dropped = fits(keys) ? 0 : packWide(found.varying.get());
        RadixSort64.sort(rows, spare, 0, n, indexBits, buffers);
        if (dropped > 0) {
            long mask = (1L << dropped) - 1;
            sortRuns(0, n, (index, level) -> ordered.at(index) & mask, 0, 1, keys.segment());
        }
        return true;
    }

    /**
     * Sorts the rows by the keys of several columns.
     *
     * @param keys at least one, all of n rows; the last one is the primary key
     */
    void sort(List<SortKey> keys) {
        RowKeys rowKeys = RowKeys.of(keys, MAX_BITS - indexBits);
        AtomicInteger descents = new AtomicInteger();
        ParallelRanges.rows(n, (from, to, thread) -> descents.addAndGet(pack(rowKeys, from, to)), rowKeys.memory()).run();
        if (descents.get() > 0) {
            RadixSort64.sort(rows, spare, 0, n, indexBits, buffers);
        }
        if (rowKeys.levels() > 1) {
            sortRuns(0, n, rowKeys::at, 1, rowKeys.levels(), rowKeys.memory());
        }
    }

    /** Packs the first level of the keys; returns a positive number if rows are not in ascending order. */
    private int pack(RowKeys keys, int from, int to) {
        if (keys.levels() == 0) {
            for (int i = from; i < to; i++) {
                rows[i] = i;
            }
            return 0;
        }
        RowKeys.LevelReader reader = keys.reader(Math.min(Reader.TILE, to - from));
        long previous = from == 0 ? 0 : keys.at(from - 1, 0);
        int descents = 0;
        for (int at = from; at < to; at += Reader.TILE) {
            int end = Math.min(at + Reader.TILE, to);
            reader.read(at, end - at, rows, at);
            for (int i = at; i < end; i++) {
                long key = rows[i];
                descents |= key < previous ? 1 : 0;
                previous = key;
                rows[i] = key << indexBits | i;
            }
        }
        return descents;
    }

    /** Writes the index of each row, in sorted order. */
    void copyIndices(int[] to) {
        int mask = indexMask();
        long[] sorted = rows;
        ParallelRanges.rows(n, (begin, end, thread) -> {
            for (int i = begin; i < end; i++) {
                to[i] = (int) sorted[i] & mask;
            }
        }).run();
    }

    private boolean fits(Column keys) {
        return keys.type().bits() + indexBits <= MAX_BITS;
    }

    /** What one read of the keys finds. */
    private static final class Found {
        /** A mask of the bits in which keys differ. */
        private final AtomicLong varying = new AtomicLong();
        /** Positive if the keys are not sorted. */
        private final AtomicInteger descents = new AtomicInteger();
    }

    /** Reads the bits of the keys into the rows, and adds the indices if there is room for both. */
    private Found read(Column keys, OrderedKeys ordered) {
        Found found = new Found();
        if (n > 0) {
            long first = ordered.at(0);
            int shift = fits(keys) ? indexBits : 0;
            int withIndex = fits(keys) ? -1 : 0;
            ParallelRanges
                    .rows(n, (begin, end, thread) -> read(ordered, first, begin, end, shift, withIndex, found),
                            keys.segment())
                    .run();
        }
        return found;
    }

    private void read(OrderedKeys ordered, long first, int begin, int end, int shift, int withIndex, Found found) {
        Reader reader = ordered.reader(Math.min(Reader.TILE, end - begin));
        long[] to = rows;
        long previous = begin == 0 ? first : ordered.at(begin - 1);
        long varying = 0;
        int descents = 0;
        for (int at = begin; at < end; at += Reader.TILE) {
            int tileEnd = Math.min(at + Reader.TILE, end);
            reader.read(at, tileEnd - at, to, at);
            for (int i = at; i < tileEnd; i++) {
                long key = to[i];
                varying |= key ^ first;
                descents |= key < previous ? 1 : 0;
                previous = key;
                to[i] = (key ^ OrderedKeys.SMALLEST) << shift | i & withIndex;
            }
        }
        if (varying != 0) {
            found.varying.accumulateAndGet(varying, (a, b) -> a | b);
        }
        if (descents != 0) {
            found.descents.set(1);
        }
    }

    /** Packs the upper bits of the keys in which keys differ; returns the number of bits below that were left out. */
    private int packWide(long varying) {
        int lowest = Math.min(Long.numberOfTrailingZeros(varying), Long.SIZE - 1);
        int end = Math.max(lowest, Long.SIZE - Long.numberOfLeadingZeros(varying));
        int keyBits = Math.min(end - lowest, MAX_BITS - indexBits);
        int shift = Math.min(end - keyBits, Long.SIZE - 1);
        long mask = (1L << keyBits) - 1;
        ParallelRanges.rows(n, (from, to, thread) -> {
            for (int i = from; i < to; i++) {
                rows[i] = (rows[i] >>> shift & mask) << indexBits | i;
            }
        }).run();
        return shift > lowest ? shift : 0;
    }

    /** Returns bits of keys that were not packed: as many as fit next to an index, for each level. */
    @FunctionalInterface
    private interface OtherBits {
        long at(int index, int level);
    }

    /**
     * Sorts each run of rows whose packed bits are equal by the other bits of their keys.
     *
     * @param begin the first row; it begins a run
     * @param end the end of the last run
     * @param level the first level of the other bits
     * @param levels the number of levels
     * @param accessed the memory of the keys
     */
    private void sortRuns(int begin, int end, OtherBits bits, int level, int levels, MemorySegment... accessed) {
        int parts = ParallelRanges.parts(end - begin);
        int[] bounds = runStarts(begin, end, parts);
        int countLength = RadixSort64.countLength(end - begin);
        int[] counts = buffers.ints(Loop.threads(parts) * countLength);
        // Runs that all threads sort together: their first rows and their ends.
        int[] longRuns = new int[2 * ((end - begin) / RadixSort64.PARALLEL_FROM)];
        AtomicInteger found = new AtomicInteger();
        try {
            new Loop(parts, (part, thread) -> {
                for (int from = bounds[part]; from < bounds[part + 1];) {
                    int to = runEnd(from, bounds[part + 1]);
                    if (to - from < RadixSort64.PARALLEL_FROM) {
                        sortRun(from, to, bits, level, levels, counts, thread * countLength);
                    } else {
                        int at = found.getAndAdd(2);
                        longRuns[at] = from;
                        longRuns[at + 1] = to;
                    }
                    from = to;
                }
            }, accessed).run();
        } finally {
            buffers.release(counts);
        }
        for (int i = 0; i < found.get(); i += 2) {
            sortLongRun(longRuns[i], longRuns[i + 1], bits, level, levels, accessed);
        }
    }

    /** Sorts rows whose packed bits are equal on all threads. */
    private void sortLongRun(int from, int to, OtherBits bits, int level, int levels, MemorySegment... accessed) {
        ParallelRanges.rows(
                to - from, (begin, end, thread) -> packOtherBits(from + begin, from + end, bits, level), accessed).run();
        RadixSort64.sort(rows, spare, from, to, indexBits, buffers);
        if (level + 1 < levels) {
            sortRuns(from, to, bits, level + 1, levels, accessed);
        }
    }

    /** Sorts rows whose packed bits are equal on the calling thread. */
    private void sortRun(int from, int to, OtherBits bits, int level, int levels, int[] counts, int countsAt) {
        if (to - from == 1) {
            return;
        }
        packOtherBits(from, to, bits, level);
        RadixSort64.sortPart(rows, spare, from, to, indexBits, counts, countsAt);
        if (level + 1 < levels) {
            for (int begin = from; begin < to;) {
                int end = runEnd(begin, to);
                sortRun(begin, end, bits, level + 1, levels, counts, countsAt);
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
        long key = rows[row] >>> indexBits;
        int end = row + 1;
        while (end < limit && rows[end] >>> indexBits == key) {
            end++;
        }
        return end;
    }

    /** Replaces the packed bits of the keys, which are equal, by bits that were left out. */
    private void packOtherBits(int from, int to, OtherBits bits, int level) {
        int mask = indexMask();
        for (int i = from; i < to; i++) {
            int index = (int) rows[i] & mask;
            rows[i] = bits.at(index, level) << indexBits | index;
        }
    }

    @Override
    public void close() {
        buffers.release(rows);
        buffers.release(spare);
    }
}
