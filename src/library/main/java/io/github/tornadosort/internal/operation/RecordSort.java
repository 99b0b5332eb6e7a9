package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.DeviceSort;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.RecordWords;
import io.github.tornadosort.internal.host.rows.TieSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.policy.Stats;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts records of any width by an index sort and one gather (Ha, Krüger and Silva 2009, §4.7). A device sorts the first four bytes of the
 * keys, and the host the ties: the first bytes distinguish most random keys, whatever the length of the key.
 */
public final class RecordSort {
    private final DeviceSort sorter;
    private final Scratch scratch;

    /** @param scratch memory for the first bytes of keys, and for records in sorted order */
    RecordSort(DeviceSort sorter, Scratch scratch) {
        this.sorter = sorter;
        this.scratch = scratch;
    }

    /** Sorts the records in place, and moves the rows of other columns with them. */
    public SortStats sort(Records records, List<Column> values, Order order) {
        int[] indices = HostMemory.ints(records.size());
        SortStats stats = sortIndices(records, order, indices);
        if (stats.reason() != Reason.SORTED_ALREADY) {
            store(records, values, indices, scratch);
        }
        return stats;
    }

    /** Returns the indices of the records in sorted order. */
    public int[] argsort(Records records, Order order) {
        int[] indices = HostMemory.ints(records.size());
        sortIndices(records, order, indices);
        return indices;
    }

    /** Overwrites records, and rows of other columns, with copies of them in another order. */
    static void store(Records records, List<Column> values, int[] order, Scratch scratch) {
        MemorySegment indices = MemorySegment.ofArray(order);
        List<Loop> loops = new ArrayList<>();
        loops.add(Gather.inPlace(records.segment(), indices, records.width(), scratch));
        for (Column column : values) {
            loops.add(Gather.inPlace(column.segment(), indices, column.type().bytes(), scratch));
        }
        Loop.store(loops.toArray(Loop[]::new));
    }

    /** Refuses a range of bits. */
    static void requireAllBits(Order order) {
        if (!order.hasAllBits()) {
            throw new IllegalArgumentException("bits " + order.beginBit() + " to " + order.endBit()
                    + " of a record's key: records do not support bit ranges; choose the key's offset and length instead");
        }
    }

    private SortStats sortIndices(Records records, Order order, int[] indices) {
        requireAllBits(order);
        int n = records.size();
        RecordWords words = new RecordWords(records);
        MemorySegment first = scratch.bytes((long) Integer.BYTES * n);
        int flip = order.isDescending() ? -1 : 0;
        ParallelRanges.ranges(n, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                first.set(Layouts.INT, (long) Integer.BYTES * i, (int) (words.word(i, 0) >>> Integer.SIZE) ^ flip);
                indices[i] = i;
            }
        }, records.segment());
        SortStats stats = sorter.sort(new Column(first, KeyType.UINT32), Column.of(indices), Order.ASCENDING);
        boolean moved = records.keyLength() > Integer.BYTES
                && TieSort.sortTies(words, indices, Integer.BYTES, order.isDescending(), new HostBuffers());
        return moved && stats.reason() == Reason.SORTED_ALREADY
                ? Stats.of(stats).ran(Reason.HOST, "host")
                : stats;
    }
}
