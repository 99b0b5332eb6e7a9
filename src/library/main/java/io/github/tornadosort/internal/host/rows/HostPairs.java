package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.NaNs32;
import io.github.tornadosort.internal.host.keys.NaNs64;
import io.github.tornadosort.internal.host.keys.Words32;
import io.github.tornadosort.internal.host.keys.Words64;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.ColumnKey;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Stable sorts on the host, of keys together with values of any width, objects or indices, and of keys of which only some bits
 * are compared. The calling thread sorts few rows, and all cores sort many; several threads may sort at once. All memory is
 * allocated before the caller's data is overwritten.
 */
public final class HostPairs {
    /** Maximum number of keys. */
    public static final long MAX_KEYS = HostKeys.MAX_DIVIDED;

    private HostPairs() {}

    /**
     * Sorts the keys in place. Keys that are equal in the bits that count keep their order.
     *
     * @return false if the keys are sorted already
     */
    public static boolean sort(Column keys, Order sortOrder, HostBuffers buffers) {
        if (keys.size() <= HostPolicy.FEW_ROWS) {
            return FewRows.sort(keys, sortOrder, keys);
        }
        ColumnRows rows = new ColumnRows(new OrderedKeys(keys, sortOrder), false, OrderedKeys.ofBits(keys), false);
        return RowSort.sort(rows, Loop.threads(keys.segment()), buffers);
    }

    /**
     * Sorts the keys in place, and moves values with them.
     *
     * @param values of any width, at least one per key
     * @return false if the keys are sorted already
     */
    public static boolean sort(Column keys, Column values, Order sortOrder, HostBuffers buffers) {
        if (keys.size() <= HostPolicy.FEW_ROWS) {
            return FewRows.sort(keys, sortOrder, keys, values.range(0, keys.size()));
        }
        if (!HostKeys.areComparedByAllBits(keys, sortOrder)) {
            return sortBySomeBits(keys, values, sortOrder, buffers);
        }
        int threads = Loop.threads(keys.segment(), values.segment());
        Runnable restore = nans(keys, sortOrder);
        ColumnRows rows = new ColumnRows(new OrderedKeys(keys, sortOrder), true, OrderedKeys.ofBits(values), false);
        boolean moved = RowSort.sort(rows, threads, buffers);
        if (moved && restore != null) {
            restore.run();
        }
        return moved;
    }

    /** Returns what stores the keys that are NaNs after a sort, in their original order: a sort of rows makes them the same. */
    private static Runnable nans(Column keys, Order sortOrder) {
        if (!keys.type().isFloat()) {
            return null;
        }
        try (Crew crew = new Crew(Loop.threads(keys.segment()))) {
            if (keys.type().bytes() == Integer.BYTES) {
                NaNs32 nans = NaNs32.find(new Words32(keys, sortOrder.isDescending()), crew);
                return nans == null ? null : nans::restore;
            }
            NaNs64 nans = NaNs64.find(new Words64(keys, sortOrder.isDescending()), crew);
            return nans == null ? null : nans::restore;
        }
    }

    /** Sorts keys that cannot be computed from the bits that are compared: gathers both columns. */
    private static boolean sortBySomeBits(Column keys, Column values, Order sortOrder, HostBuffers buffers) {
        int[] order = buffers.ints((int) keys.size());
        try {
            if (!argsort(keys, sortOrder, order, buffers)) {
                return false;
            }
            Loop.store(gather(keys, order), gather(values.range(0, keys.size()), order));
            return true;
        } finally {
            buffers.release(order);
        }
    }

    /** Returns a loop that overwrites a column with its rows in another order. */
    private static Loop gather(Column column, int[] order) {
        MemorySegment rows = column.segment();
        MemorySegment copy = HostMemory.array(
                (int) column.size(), column.type().bytes(), n -> Column.allocate(column.type(), n)).segment();
        Gather.rows(rows, MemorySegment.ofArray(order).asSlice(0, Integer.BYTES * column.size()), copy,
                column.type().bytes());
        return Copy.loop(copy, rows);
    }

    /**
     * Sorts the keys in place, and moves objects with them.
     *
     * @param values at least one per key
     * @return false if the keys are sorted already
     */
    public static boolean sort(Column keys, Object[] values, Order sortOrder, HostBuffers buffers) {
        int n = Math.toIntExact(keys.size());
        int[] order = buffers.ints(n);
        try {
            Object[] sorted = HostMemory.objects(n);
            MemorySegment indices = MemorySegment.ofArray(order).asSlice(0, (long) Integer.BYTES * n);
            Gather.number(indices);
            // Nothing is allocated once the keys are sorted.
            Loop[] moves = {Gather.loop(values, indices, sorted), Gather.copy(sorted, values, n)};
            if (!sort(keys, Column.of(order).range(0, n), sortOrder, buffers)) {
                return false;
            }
            Loop.store(moves);
            return true;
        } finally {
            buffers.release(order);
        }
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public static int[] argsort(Column keys, Order sortOrder, HostBuffers buffers) {
        int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
        argsort(keys, sortOrder, indices, buffers);
        return indices;
    }

    /**
     * Writes the index of each key in sorted order; returns false if the keys are sorted.
     *
     * @param indices an array of the keys' number, or of any length for more than a few keys
     */
    public static boolean argsort(Column keys, Order sortOrder, int[] indices, HostBuffers buffers) {
        if (keys.size() <= HostPolicy.FEW_ROWS) {
            FewRows.argsort(keys, sortOrder, indices);
            return true;
        }
        ColumnRows rows =
                new ColumnRows(new OrderedKeys(keys, sortOrder), false, OrderedKeys.ofBits(Column.of(indices)), true);
        boolean moved = RowSort.sort(rows, Loop.threads(keys.segment()), buffers);
        if (!moved) {
            rows.storeIndices();
        }
        return moved;
    }

    /**
     * Returns the indices of rows that are sorted by several keys.
     *
     * @param keys at least one, all of the same size; the last one is the primary key
     */
    public static int[] lexsort(List<ColumnKey> keys, HostBuffers buffers) {
        ColumnKey first = keys.getFirst();
        return keys.size() == 1
                ? argsort(first.keys(), first.order(), buffers)
                : TieSort.argsort(RowKeys.of(keys), false, false, buffers);
    }
}
