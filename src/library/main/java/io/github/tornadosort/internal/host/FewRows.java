package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostMemory;

/** The rows of a short column in sorted order. Each row is a long: the bits of its key above its index. */
final class FewRows {
    /** Maximum number of rows. */
    static final int MAX = SortingNetwork.MAX;
    /** A mask of the bits of a long that are the index of the row. */
    static final int INDEX_MASK = MAX - 1;
    private static final int INDEX_BITS = 5;

    private FewRows() {}

    /** Returns the rows sorted by the keys, or null if the keys are sorted already. The array may be longer. */
    static long[] sort(Column keys, OrderedKeys ordered) {
        int n = (int) keys.size();
        long[] rows = HostMemory.longs(SortingNetwork.length(n));
        pack(keys, ordered, rows, n);
        int first = SortingNetwork.sort(rows, n);
        if (first > 0) {
            System.arraycopy(rows, first, rows, 0, n);
        }
        if (keys.type().bytes() == Long.BYTES) {
            sortTies(ordered, rows, n);
        }
        for (int i = 0; i < n; i++) {
            if ((rows[i] & INDEX_MASK) != i) {
                return rows;
            }
        }
        return null;
    }

    private static void pack(Column keys, OrderedKeys ordered, long[] rows, int n) {
        int[] array = keys.type().bytes() == Integer.BYTES ? IntRows.heapArray(keys.segment()) : null;
        if (array != null) {
            ordered.pack(array, (int) (keys.segment().address() / Integer.BYTES), rows, 0, n);
            for (int i = 0; i < n; i++) {
                rows[i] = rows[i] >>> 1 | i;
            }
        } else if (keys.type().bytes() < Long.BYTES) {
            for (int i = 0; i < n; i++) {
                rows[i] = ordered.unsignedAt(i) << Integer.SIZE - 1 | i;
            }
        } else {
            // The lowest bits give way to the index.
            for (int i = 0; i < n; i++) {
                rows[i] = ordered.unsignedAt(i) >>> 1 & ~INDEX_MASK | i;
            }
        }
    }

    /**
     * Sorts integer keys in an array by all their bits, and moves ints with them.
     *
     * @param flip as {@link OrderedKeys#flip} returns it
     * @return false if the keys are sorted already
     */
    static boolean sort(int[] keys, int keysAt, int[] values, int valuesAt, int n, int flip) {
        long[] rows = HostMemory.longs(SortingNetwork.length(n));
        int[] copy = HostMemory.ints(n);
        long previous = 0;
        boolean sorted = true;
        for (int i = 0; i < n; i++) {
            long row = Integer.toUnsignedLong(keys[keysAt + i] ^ flip) << INDEX_BITS | i;
            copy[i] = values[valuesAt + i];
            rows[i] = row;
            sorted &= previous <= row;
            previous = row;
        }
        if (sorted) {
            return false;
        }
        int first = SortingNetwork.sort(rows, n);
        for (int i = 0; i < n; i++) {
            long row = rows[first + i];
            keys[keysAt + i] = (int) (row >>> INDEX_BITS) ^ flip;
            values[valuesAt + i] = copy[(int) row & INDEX_MASK];
        }
        return true;
    }

    /**
     * Writes the index of each key in sorted order. The keys are integers in an array, and are compared by all their bits.
     *
     * @param indices one element per key
     * @param flip as {@link OrderedKeys#flip} returns it
     */
    static void argsort(int[] keys, int keysAt, int[] indices, int flip) {
        int n = indices.length;
        long[] rows = HostMemory.longs(SortingNetwork.length(n));
        for (int i = 0; i < n; i++) {
            rows[i] = Integer.toUnsignedLong(keys[keysAt + i] ^ flip) << INDEX_BITS | i;
        }
        int first = SortingNetwork.sort(rows, n);
        for (int i = 0; i < n; i++) {
            indices[i] = (int) rows[first + i] & INDEX_MASK;
        }
    }

    /** Orders rows that are equal in the packed bits of their keys by the other bits. */
    private static void sortTies(OrderedKeys ordered, long[] rows, int n) {
        for (int i = 1; i < n; i++) {
            long row = rows[i];
            int j = i;
            while (j > 0
                    && (rows[j - 1] ^ row) >>> INDEX_BITS == 0
                    && ordered.at(rows[j - 1] & INDEX_MASK) > ordered.at(row & INDEX_MASK)) {
                rows[j] = rows[j - 1];
                j--;
            }
            rows[j] = row;
        }
    }
}
