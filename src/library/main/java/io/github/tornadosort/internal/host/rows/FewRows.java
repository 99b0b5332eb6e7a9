package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.keys.ShortSort;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;

/** The rows of a short column in sorted order, by insertion of packed rows. */
final class FewRows {
    private FewRows() {}

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
                sorted[i][row] = elements[IndexedRows.index(rows[row])];
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
            indices[i] = IndexedRows.index(rows[i]);
        }
    }

    private static boolean areInOrder(long[] rows, int n) {
        for (int i = 0; i < n; i++) {
            if (IndexedRows.index(rows[i]) != i) {
                return false;
            }
        }
        return true;
    }

    /** Returns the rows in sorted order. */
    private static long[] order(Column keys, Order sortOrder, int[] ints) {
        int n = (int) keys.size();
        IndexedRows packed = new IndexedRows(new OrderedKeys(keys, sortOrder));
        long[] rows = HostMemory.longs(n);
        packed.pack(0, n, rows, ints);
        ShortSort.sort(rows, 0, n);
        packed.sortTies(rows, 0, n, null);
        return rows;
    }
}
