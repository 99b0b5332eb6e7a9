package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.keys.ShortSort;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;

/** The rows of a short column in sorted order. Each row is a long: the upper bits of its key above its index. */
final class FewRows {
    /** Maximum number of rows. */
    static final int MAX = 32;
    /** A mask of the bits of a long that are the index of the row. */
    private static final int INDEX_MASK = MAX - 1;
    private static final int INDEX_BITS = 5;
    private static final long ALL_BITS = 0xffffffffL;

    private FewRows() {}

    /**
     * Sorts keys that are ints of an array, compared by all their bits, and moves ints of another array with them. A memory segment takes as
     * long to copy as two of ten rows take to sort.
     *
     * @return 1, or 0 if the keys are sorted already; -1, having done nothing, if rows are something else
     */
    static int sortInts(Column keys, Column values, Order sortOrder) {
        boolean areInts = !keys.type().isFloat() && keys.type().bytes() == Integer.BYTES
                && values.type().bytes() == Integer.BYTES && sortOrder.bitMask(keys.type()) == ALL_BITS;
        if (!areInts || !(array(keys) instanceof int[] from) || !(array(values) instanceof int[] moved)) {
            return -1;
        }
        int n = (int) keys.size();
        int keysAt = (int) (keys.segment().address() / Integer.BYTES);
        int valuesAt = (int) (values.segment().address() / Integer.BYTES);
        int flip = (int) OrderedKeys.flip(keys.type(), sortOrder.isDescending());
        long[] rows = HostMemory.longs(n);
        int[] copy = HostMemory.ints(n);
        boolean sorted = true;
        long previous = 0;
        for (int i = 0; i < n; i++) {
            long row = Integer.toUnsignedLong(from[keysAt + i] ^ flip) << INDEX_BITS | i;
            copy[i] = moved[valuesAt + i];
            rows[i] = row;
            sorted &= previous <= row;
            previous = row;
        }
        if (sorted) {
            return 0;
        }
        ShortSort.sort(rows, 0, n);
        for (int i = 0; i < n; i++) {
            long row = rows[i];
            from[keysAt + i] = (int) (row >>> INDEX_BITS) ^ flip;
            moved[valuesAt + i] = copy[(int) row & INDEX_MASK];
        }
        return 1;
    }

    /** Returns the array that holds a column's elements at multiples of their width, or null. */
    private static Object array(Column column) {
        return column.segment().address() % Integer.BYTES == 0 ? column.segment().heapBase().orElse(null) : null;
    }

    /** Moves the rows of columns into the order of the keys; returns false if the keys are sorted already. */
    static boolean sort(Column keys, Order sortOrder, Column... columns) {
        int n = (int) keys.size();
        int[] ints = new int[n];
        long[] rows = order(keys, sortOrder, ints);
        if (areInOrder(rows, n)) {
            return false;
        }
        long[][] sorted = new long[columns.length][];
        OrderedKeys[] words = new OrderedKeys[columns.length];
        for (int i = 0; i < columns.length; i++) {
            long[] elements = HostMemory.longs(n);
            sorted[i] = HostMemory.longs(n);
            words[i] = OrderedKeys.ofBits(columns[i]);
            words[i].read(0, n, elements, 0, ints);
            for (int row = 0; row < n; row++) {
                sorted[i][row] = elements[(int) rows[row] & INDEX_MASK];
            }
        }
        for (int i = 0; i < columns.length; i++) {
            words[i].write(sorted[i], 0, n, 0, ints);
        }
        return true;
    }

    /** Writes the index of each key in sorted order. */
    static void argsort(Column keys, Order sortOrder, int[] indices) {
        long[] rows = order(keys, sortOrder, indices);
        for (int i = 0; i < indices.length; i++) {
            indices[i] = (int) rows[i] & INDEX_MASK;
        }
    }

    private static boolean areInOrder(long[] rows, int n) {
        for (int i = 0; i < n; i++) {
            if ((rows[i] & INDEX_MASK) != i) {
                return false;
            }
        }
        return true;
    }

    /** Returns the rows in sorted order. */
    private static long[] order(Column keys, Order sortOrder, int[] ints) {
        int n = (int) keys.size();
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        long[] rows = HostMemory.longs(n);
        ordered.read(0, n, rows, 0, ints);
        boolean wide = keys.type().bytes() == Long.BYTES;
        // The lowest bits of wide keys give way to the index.
        int up = wide ? 0 : INDEX_BITS;
        int down = wide ? 1 : 0;
        for (int i = 0; i < n; i++) {
            rows[i] = (rows[i] ^ OrderedKeys.SMALLEST) << up >>> down & ~INDEX_MASK | i;
        }
        ShortSort.sort(rows, 0, n);
        if (wide) {
            sortTies(ordered, rows, n);
        }
        return rows;
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
