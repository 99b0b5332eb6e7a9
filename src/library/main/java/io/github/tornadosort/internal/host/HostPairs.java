package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.List;

/**
 * Stable sorts on the host, of keys together with values of any width, objects or indices, and of keys of which only some bits
 * are compared. The calling thread sorts few rows, and all cores sort many; several threads may sort at once. All memory is
 * allocated before the caller's data is overwritten.
 */
public final class HostPairs {
    /** Maximum number of keys. */
    public static final long MAX_KEYS = Integer.MAX_VALUE - (1 << 20);

    private HostPairs() {}

    /**
     * Sorts the keys in place. Keys that are equal in the bits that count keep their order.
     *
     * @return false if the keys are sorted already
     */
    public static boolean sort(Column keys, SortOptions options, HostBuffers buffers) {
        if (keys.type().bytes() == Integer.BYTES && keys.size() > FewRows.MAX) {
            try (IntPairs pairs = new IntPairs(keys, options, buffers)) {
                return pairs.sort();
            }
        }
        return sort(keys, options, buffers, new Column[0]);
    }

    /**
     * Sorts the keys in place, and moves values with them.
     *
     * @param values of any width, at least one per key
     * @return false if the keys are sorted already
     */
    public static boolean sort(Column keys, Column values, SortOptions options, HostBuffers buffers) {
        if (keys.size() <= FewRows.MAX) {
            return sortFew(keys, values, options, buffers);
        }
        if (values.type().bytes() == Integer.BYTES && IntPairs.areWhole(keys, options)) {
            IntPairs.Result result;
            try (IntPairs pairs = new IntPairs(keys, options, buffers)) {
                result = pairs.sort(values);
            }
            if (result != IntPairs.Result.CONTAINS_NAN) {
                return result == IntPairs.Result.SORTED;
            }
        }
        return sort(keys, options, buffers, new Column[] {values});
    }

    /**
     * Sorts the keys in place, and moves objects with them.
     *
     * @param values at least one per key
     * @return false if the keys are sorted already
     */
    public static boolean sort(Column keys, Object[] values, SortOptions options, HostBuffers buffers) {
        int n = Math.toIntExact(keys.size());
        OrderedKeys ordered = new OrderedKeys(keys, options);
        try (PackedRows rows = new PackedRows(n, buffers)) {
            if (!rows.sort(keys, ordered)) {
                return false;
            }
            try (RowCopy copy = new RowCopy(keys, n, buffers)) {
                Object[] sorted = HostMemory.objects(n);
                long[] order = rows.rows();
                int mask = rows.indexMask();
                Loop storeKeys = copy.storing(order, mask);
                ParallelRanges.rows(n, (from, to, thread) -> {
                    for (int i = from; i < to; i++) {
                        sorted[i] = values[(int) order[i] & mask];
                    }
                }).run();
                Loop.store(storeKeys);
                System.arraycopy(sorted, 0, values, 0, n);
            }
            return true;
        }
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public static int[] argsort(Column keys, SortOptions options, HostBuffers buffers) {
        int n = Math.toIntExact(keys.size());
        int[] indices = HostMemory.ints(n);
        if (n <= FewRows.MAX) {
            argsortFew(keys, options, indices);
            return indices;
        }
        if (keys.type().bytes() == Integer.BYTES) {
            try (IntPairs pairs = new IntPairs(keys, options, buffers)) {
                pairs.argsort(indices);
            }
            return indices;
        }
        try (PackedRows rows = new PackedRows(n, buffers)) {
            if (rows.sort(keys, new OrderedKeys(keys, options))) {
                rows.copyIndices(indices);
            } else {
                for (int i = 0; i < n; i++) {
                    indices[i] = i;
                }
            }
        }
        return indices;
    }

    /**
     * Returns the indices of rows that are sorted by several keys.
     *
     * @param keys at least one, all of the same size; the last one is the primary key
     */
    public static int[] lexsort(List<SortKey> keys, HostBuffers buffers) {
        SortKey first = keys.getFirst();
        if (keys.size() == 1) {
            return argsort(first.keys(), first.options(), buffers);
        }
        int n = Math.toIntExact(first.keys().size());
        int[] order = HostMemory.ints(n);
        try (PackedRows rows = new PackedRows(n, buffers)) {
            rows.sort(keys);
            rows.copyIndices(order);
        }
        return order;
    }

    private static void argsortFew(Column keys, SortOptions options, int[] indices) {
        int[] array = wholeIntegers(keys, options);
        if (array != null) {
            FewRows.argsort(array, indexOf(keys), indices, (int) OrderedKeys.flip(keys.type(), options.isDescending()));
            return;
        }
        long[] rows = FewRows.sort(keys, new OrderedKeys(keys, options));
        for (int i = 0; i < indices.length; i++) {
            indices[i] = rows == null ? i : (int) rows[i] & FewRows.INDEX_MASK;
        }
    }

    private static boolean sortFew(Column keys, Column values, SortOptions options, HostBuffers buffers) {
        int[] keyArray = wholeIntegers(keys, options);
        int[] valueArray = values.type().bytes() == Integer.BYTES ? IntRows.heapArray(values.segment()) : null;
        if (keyArray != null && valueArray != null) {
            return FewRows.sort(
                    keyArray, indexOf(keys), valueArray, indexOf(values), (int) keys.size(),
                    (int) OrderedKeys.flip(keys.type(), options.isDescending()));
        }
        return sort(keys, options, buffers, new Column[] {values});
    }

    /** Returns the array of integers of 32 bits that are compared by all their bits, or null if the keys are something else. */
    private static int[] wholeIntegers(Column keys, SortOptions options) {
        boolean whole = !keys.type().isFloat() && IntPairs.areWhole(keys, options);
        return whole ? IntRows.heapArray(keys.segment()) : null;
    }

    /** Returns the index of the first row in its int array. */
    private static int indexOf(Column rows) {
        return (int) (rows.segment().address() / Integer.BYTES);
    }

    /** Sorts the keys in place, and moves the rows of other columns with them. */
    static boolean sort(Column keys, SortOptions options, HostBuffers buffers, Column... others) {
        int n = Math.toIntExact(keys.size());
        OrderedKeys ordered = new OrderedKeys(keys, options);
        if (n <= FewRows.MAX) {
            long[] rows = FewRows.sort(keys, ordered);
            if (rows != null) {
                store(keys, rows, FewRows.INDEX_MASK, buffers, others);
            }
            return rows != null;
        }
        try (PackedRows rows = new PackedRows(n, buffers)) {
            if (!rows.sort(keys, ordered)) {
                return false;
            }
            store(keys, rows.rows(), rows.indexMask(), buffers, others);
            return true;
        }
    }

    private static void store(Column keys, long[] order, int mask, HostBuffers buffers, Column... others) {
        int n = (int) keys.size();
        RowCopy[] copies = new RowCopy[others.length];
        Loop[] loops = new Loop[others.length];
        try (RowCopy keyCopy = new RowCopy(keys, n, buffers)) {
            Loop storeKeys = keyCopy.storing(order, mask);
            for (int i = 0; i < others.length; i++) {
                copies[i] = new RowCopy(others[i], n, buffers);
                loops[i] = copies[i].storing(order, mask);
            }
            Loop.store(storeKeys);
            Loop.store(loops);
        } finally {
            for (RowCopy copy : copies) {
                if (copy != null) {
                    copy.close();
                }
            }
        }
    }
}
