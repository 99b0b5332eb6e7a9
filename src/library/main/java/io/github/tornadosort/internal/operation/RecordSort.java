package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Records;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.RecordWords;
import io.github.tornadosort.internal.host.rows.TieSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;

/**
 * Sorts records of any width by an index sort and one gather (Ha, Krüger and Silva 2009, §4.7). A device sorts the first four bytes of the
 * keys, and the host the ties: the first bytes distinguish most random keys, whatever the length of the key.
 */
public final class RecordSort {
    private final ColumnSorter sorter;
    private final Scratch scratch;

    /** @param scratch memory for the first bytes of keys, and for records in sorted order */
    RecordSort(ColumnSorter sorter, Scratch scratch) {
        this.sorter = sorter;
        this.scratch = scratch;
    }

    /** Sorts the records in place. */
    public SortStats sort(Records records, SortOptions options) {
        int[] order = HostMemory.ints(records.size());
        SortStats stats = order(records, options, order);
        if (stats.reason() != Reason.SORTED_ALREADY) {
            store(records, order, scratch);
        }
        return stats;
    }

    /** Returns the indices of the records in sorted order. */
    public int[] argsort(Records records, SortOptions options) {
        int[] order = HostMemory.ints(records.size());
        order(records, options, order);
        return order;
    }

    /** Overwrites records with copies of them in another order. */
    static void store(Records records, int[] order, Scratch scratch) {
        Loop.store(Gather.inPlace(records.segment(), MemorySegment.ofArray(order), records.width(), scratch));
    }

    /** Refuses a range of bits. */
    static void requireAllBits(SortOptions options) {
        if (options.beginBit() != 0 || options.endBit() != SortOptions.ALL_BITS) {
            throw new IllegalArgumentException("bits " + options.beginBit() + " to " + options.endBit()
                    + " of a record's key: records do not support bit ranges; choose the key's offset and length instead");
        }
    }

    private SortStats order(Records records, SortOptions options, int[] order) {
        requireAllBits(options);
        int n = records.size();
        RecordWords words = new RecordWords(records);
        MemorySegment first = scratch.bytes((long) Integer.BYTES * n);
        int flip = options.isDescending() ? -1 : 0;
        ParallelRanges.ranges(n, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                first.set(Layouts.INT, (long) Integer.BYTES * i, (int) (words.word(i, 0) >>> Integer.SIZE) ^ flip);
                order[i] = i;
            }
        }, records.segment());
        SortOptions ascending = SortOptions.ascending()
                .withVerification(options.verified())
                .withTimes(options.timed())
                .withProcessor(options.processor());
        SortStats stats = sorter.sort(new Column(first, KeyType.UINT32), Column.of(order), ascending);
        boolean moved = records.keyLength() > Integer.BYTES
                && TieSort.sortTies(words, order, Integer.BYTES, options.isDescending(), new HostBuffers());
        return moved && stats.reason() == Reason.SORTED_ALREADY ? stats.toBuilder().ran(Reason.HOST, "host").build() : stats;
    }
}
