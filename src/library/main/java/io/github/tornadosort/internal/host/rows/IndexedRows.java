package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.InPlaceSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.order.OrderedKeys.Reader;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;

/**
 * Rows as longs: the upper 32 bits of the row's ordered key, above the row's index. No two rows are equal, so a sort of these
 * longs is stable. If the ordered keys have 64 bits, rows with equal upper bits are then sorted by the lower ones.
 */
public final class IndexedRows {
    private final OrderedKeys keys;
    private final boolean wide;

    /** @param wide whether the keys have more than 32 bits */
    public IndexedRows(OrderedKeys keys, boolean wide) {
        this.keys = keys;
        this.wide = wide;
    }

    /**
     * Packs the rows of n keys.
     *
     * @param first index of the first of them
     * @param rows receives the rows, from index 0 on
     * @param accessed the keys' memory
     */
    public void pack(int first, int n, long[] rows, MemorySegment accessed) {
        ParallelRanges.ranges(n, (from, to) -> {
            Packer packer = packer((int) Math.min(Reader.TILE, to - from));
            packer.pack(first, (int) from, (int) to, rows);
        }, accessed);
    }

    /** @param tile number of keys that are read at a time */
    public Packer packer(int tile) {
        return new Packer(tile);
    }

    /** Packs rows on one thread. Allocates nothing after it was made. */
    public final class Packer {
        private final long[] tile;
        private final Reader reader;

        private Packer(int tile) {
            this.tile = new long[tile];
            this.reader = keys.reader(tile);
        }

        /** Packs the rows from index {@code from} to {@code to}. The first row is that of the key of index {@code first}. */
        public void pack(int first, int from, int to, long[] rows) {
            for (int at = from; at < to; at += tile.length) {
                int length = Math.min(tile.length, to - at);
                reader.read(first + at, length, tile);
                for (int i = 0; i < length; i++) {
                    rows[at + i] = of(tile[i], first + at + i);
                }
            }
        }
    }

    /** Returns the row of a key of {@link OrderedKeys}. */
    public long of(long key, int index) {
        return wide ? key & -1L << Integer.SIZE | index : lower(key) | index;
    }

    /** Returns the index of a row. */
    public static int index(long row) {
        return (int) row;
    }

    /**
     * Sorts part of an array of rows by key, and equal keys by index. Afterwards, only the indices of the rows are defined.
     */
    public void sort(long[] rows, int from, int to, HostBuffers buffers) {
        sortLongs(rows, from, to, buffers);
        sortTies(rows, from, to, buffers);
    }

    /** Completes a sort of rows as longs: sorts rows that are equal in the upper halves of their keys by the lower ones. */
    public void sortTies(long[] rows, int from, int to, HostBuffers buffers) {
        if (wide) {
            for (int first = from, next = from + 1; first < to; first = next++) {
                while (next < to && (rows[next] ^ rows[first]) >>> Integer.SIZE == 0) {
                    next++;
                }
                if (next - first > 1) {
                    sortByLowerBits(rows, first, next, buffers);
                }
            }
        }
    }

    private void sortByLowerBits(long[] rows, int from, int to, HostBuffers buffers) {
        for (int i = from; i < to; i++) {
            int index = index(rows[i]);
            rows[i] = lower(keys.at(index)) | index;
        }
        sortLongs(rows, from, to, buffers);
    }

    /** Returns the lower half of a key in the upper half of a long, so that it compares as a signed number. */
    private static long lower(long key) {
        return key << Integer.SIZE ^ Long.MIN_VALUE;
    }

    private static void sortLongs(long[] rows, int from, int to, HostBuffers buffers) {
        if (to - from > HostPolicy.SHARED) {
            try {
                HostKeys.sort(rows, from, to, buffers);
                return;
            } catch (OutOfMemoryError e) {
                // The calling thread sorts them in place.
            }
        }
        InPlaceSort.sort(rows, from, to);
    }
}
