package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
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

    /** Returns the index of the lowest bit of the key in a long. */
    int keyShift() {
        return indexBits;
    }

    /** Sorts the rows by the keys; returns false, and leaves the rows undefined, if the keys are sorted already. */
    boolean sort(Column keys, OrderedKeys ordered) {
        Found found = read(keys, ordered);
        if (found.descents.get() == 0) {
            return false;
        }
        sort(keys, ordered, found, null);
        return true;
    }

    /**
     * Sorts the rows by the keys, and rows with equal keys by their order in a previous sort.
     *
     * @param order the indices of the rows in that order, or null for the order of their indices
     */
    void sort(Column keys, OrderedKeys ordered, int[] order) {
        sort(keys, ordered, read(keys, ordered), order);
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

    private void sort(Column keys, OrderedKeys ordered, Found found, int[] order) {
        int dropped = fits(keys) ? 0 : packWide(found.varying.get());
        if (order != null) {
            ParallelRanges.rows(n, (begin, end, thread) -> {
                for (int i = begin; i < end; i++) {
                    spare[i] = rows[order[i]];
                }
            }).run();
            long[] swapped = rows;
            rows = spare;
            spare = swapped;
        }
        RadixSort64.sort(rows, spare, 0, n, indexBits, buffers);
        if (dropped > 0) {
            sortRuns(keys, ordered, (1L << dropped) - 1);
        }
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

    /** Sorts each run of rows that are equal in the packed bits of their keys by the other bits. */
    private void sortRuns(Column keys, OrderedKeys ordered, long otherBits) {
        int parts = ParallelRanges.parts(n);
        int[] bounds = runStarts(parts);
        int countLength = RadixSort64.countLength(n);
        int[] counts = buffers.ints(Loop.threads(parts) * countLength);
        // Runs that all threads sort together: their first rows and their ends.
        int[] longRuns = new int[2 * (n / RadixSort64.PARALLEL_FROM)];
        AtomicInteger found = new AtomicInteger();
        try {
            new Loop(parts, (part, thread) -> {
                int end = bounds[part + 1];
                for (int from = bounds[part]; from < end;) {
                    int to = runEnd(from, end);
                    if (to - from > 1) {
                        packOtherBits(ordered, otherBits, from, to);
                        if (to - from < RadixSort64.PARALLEL_FROM) {
                            RadixSort64.sortPart(rows, spare, from, to, indexBits, counts, thread * countLength);
                        } else {
                            int at = found.getAndAdd(2);
                            longRuns[at] = from;
                            longRuns[at + 1] = to;
                        }
                    }
                    from = to;
                }
            }, keys.segment()).run();
            for (int i = 0; i < found.get(); i += 2) {
                RadixSort64.sort(rows, spare, longRuns[i], longRuns[i + 1], indexBits, buffers);
            }
        } finally {
            buffers.release(counts);
        }
    }

    /** Splits the rows into parts of whole runs; returns the first row of each part, and n. */
    private int[] runStarts(int parts) {
        int[] starts = new int[parts + 1];
        for (int part = 1; part < parts; part++) {
            int at = Math.max(starts[part - 1], (int) ParallelRanges.start(n, parts, part));
            starts[part] = at == 0 ? 0 : runEnd(at - 1, n);
        }
        starts[parts] = n;
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

    /** Replaces the packed bits of the keys, which are equal, by the bits that were left out. */
    private void packOtherBits(OrderedKeys ordered, long otherBits, int from, int to) {
        long mask = indexMask();
        for (int i = from; i < to; i++) {
            long index = rows[i] & mask;
            rows[i] = (ordered.at(index) & otherBits) << indexBits | index;
        }
    }

    @Override
    public void close() {
        buffers.release(rows);
        buffers.release(spare);
    }
}
