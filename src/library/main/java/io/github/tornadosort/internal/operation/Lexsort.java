package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.DeviceSort;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Orders rows by several keys: one stable sort per key, beginning with the least significant key. A radix sort orders one key
 * by several digits in the same way.
 */
public final class Lexsort {
    private final DeviceSort sorter;
    private final Scratch scratch;

    /** @param scratch memory for a key column in the order of the previous sorts */
    public Lexsort(DeviceSort sorter, Scratch scratch) {
        this.sorter = sorter;
        this.scratch = scratch;
    }

    /**
     * Returns the indices of the rows in sorted order.
     *
     * @param keys the last one is the primary key
     */
    public SortedIndices order(List<SortKey> keys) {
        check(keys);
        SortKey first = keys.getFirst();
        long n = first.keys().size();
        int widest = 0;
        for (SortKey key : keys) {
            widest = Math.max(widest, key.keys().type().bytes());
        }
        SortedIndices byFirst = sorter.argsort(first.keys(), first.order());
        int[] order = byFirst.indices();
        List<SortStats> sorts = new ArrayList<>(List.of(byFirst.stats()));
        MemorySegment memory = keys.size() > 1 ? scratch.bytes(n * widest) : MemorySegment.NULL;
        for (SortKey key : keys.subList(1, keys.size())) {
            KeyType type = key.keys().type();
            Column ordered = new Column(memory.asSlice(0, n * type.bytes()), type);
            Gather.rows(key.keys().segment(), MemorySegment.ofArray(order), ordered.segment(), type.bytes());
            sorts.add(sorter.sort(ordered, Column.of(order), key.order()));
        }
        return new SortedIndices(order, Totals.of(n, sorts));
    }

    /** Checks that there is a key, that all keys have the same number of rows, and that their orders suit them. */
    public static void check(List<SortKey> keys) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("no key to sort by");
        }
        long n = keys.getFirst().keys().size();
        for (SortKey key : keys) {
            if (key.keys().size() != n) {
                throw new IllegalArgumentException("key " + keys.indexOf(key) + " has " + key.keys().size()
                        + " rows, key 0 has " + n + "; all keys must have the same number of rows");
            }
            key.order().bitMask(key.keys().type());
        }
    }
}
