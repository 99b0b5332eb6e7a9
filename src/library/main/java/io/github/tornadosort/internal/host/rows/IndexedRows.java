package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.order.OrderedKeys;

/**
 * Rows as longs: the upper 32 bits of the row's ordered key, above the row's index. No two rows are equal, so a sort of these
 * longs is stable. If the ordered keys have 64 bits, rows with equal upper bits are then sorted by the lower ones.
 */
public final class IndexedRows {
    private final OrderedKeys keys;
    private final boolean wide;

    public IndexedRows(OrderedKeys keys) {
        this.keys = keys;
        this.wide = keys.bits() == Long.SIZE;
    }

    /**
     * Packs the rows of n keys. Allocates nothing.
     *
     * @param first the index of the first of them
     * @param rows receives the rows, from index 0 on
     * @param ints overwritten: a tile of ints, or n
     */
    public void pack(int first, int n, long[] rows, int[] ints) {
        for (int at = 0; at < n; at += HostPolicy.TILE) {
            int end = Math.min(at + HostPolicy.TILE, n);
            keys.read(first + at, end - at, rows, at, ints);
            for (int i = at; i < end; i++) {
                rows[i] = of(rows[i], first + i);
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
        JdkSort.sort(rows, from, to);
    }
}
