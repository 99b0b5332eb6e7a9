package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.Ties;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts records of any width by an index sort and one gather (Ha, Krüger and Silva 2009, §4.7). Keys are compared in words of
 * four bytes, the most significant first. All records are sorted by the first word. Records that are still tied are then sorted
 * by the number of their tie and the next word, until there are no ties or the key ends. The first word distinguishes most
 * random keys, so their sort is little more than one sort of 32-bit keys, whatever the length of the key.
 */
public final class RecordSort {
    private static final ValueLayout.OfInt BIG_ENDIAN = Layouts.INT.withOrder(ByteOrder.BIG_ENDIAN);

    private final PairSort sorter;
    private final Scratch scratch;

    /** A sort on the host or on a device. */
    @FunctionalInterface
    interface PairSort {
        /** Sorts the keys in place, and moves the same number of values with them. */
        SortStats sort(Column keys, Column values, Order order);
    }

    /** @param scratch memory for key words, indices and records in sorted order */
    RecordSort(PairSort sorter, Scratch scratch) {
        this.sorter = sorter;
        this.scratch = scratch;
    }

    /** Sorts the records in place, and moves the rows of other columns with them. */
    public SortStats sort(Records records, List<Column> values, Order order) {
        Sorted sorted = sorted(records, order);
        if (sorted.stats.reason() != Reason.SORTED_ALREADY) {
            List<Loop> loops = new ArrayList<>();
            loops.add(Gather.inPlace(records.segment(), sorted.indices, records.width(), scratch));
            for (Column column : values) {
                loops.add(Gather.inPlace(column.segment(), sorted.indices, column.type().bytes(), scratch));
            }
            Loop.store(loops.toArray(Loop[]::new));
        }
        return sorted.stats;
    }

    /** Returns the indices of the records in sorted order. */
    public int[] argsort(Records records, Order order) {
        Sorted sorted = sorted(records, order);
        int[] indices = HostMemory.ints(records.size());
        MemorySegment.ofArray(indices).copyFrom(sorted.indices);
        return indices;
    }

    private record Sorted(MemorySegment indices, SortStats stats) {}

    private Sorted sorted(Records records, Order order) {
        if (!order.hasAllBits()) {
            throw new IllegalArgumentException("bits " + order.beginBit() + " to " + order.endBit()
                    + " of a record's key: records do not support bit ranges; choose the key's offset and length instead");
        }
        int n = records.size();
        KeyWords words = new KeyWords(records, order.isDescending());
        MemorySegment first = scratch.bytes(4L * n);
        MemorySegment indices = scratch.bytes(4L * n);
        ParallelRanges.ranges(n, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                first.set(Layouts.INT, 4L * i, words.of(i, 0));
                indices.set(Layouts.INT, 4L * i, i);
            }
        }, records.segment());
        List<SortStats> sorts = new ArrayList<>();
        sorts.add(sorter.sort(new Column(first, KeyType.UINT32), new Column(indices, KeyType.UINT32), Order.ASCENDING));
        if (words.count() > 1) {
            Ties ties = Ties.of(n, i -> first.get(Layouts.INT, 4L * i), Ties.IDENTITY);
            for (int word = 1; word < words.count() && ties.size() > 0; word++) {
                ties = breakTies(ties, indices, words, word, sorts);
            }
        }
        return new Sorted(indices, Totals.of(n, sorts));
    }

    /** Sorts the records of each tie by one word of their keys, and returns the remaining ties. */
    private Ties breakTies(
            Ties ties, MemorySegment order, KeyWords words, int word, List<SortStats> sorts) {
        int[] indices = ties.indices();
        int[] rows = HostMemory.ints(indices.length);
        long[] keys = HostMemory.longs(indices.length);
        ParallelRanges.ranges(indices.length, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                rows[i] = order.get(Layouts.INT, 4L * indices[i]);
                keys[i] = (long) ties.groups()[i] << 32 | Integer.toUnsignedLong(words.of(rows[i], word));
            }
        }, words.records.segment());
        sorts.add(sorter.sort(Column.of(keys), Column.of(rows), Order.ASCENDING));
        ParallelRanges.ranges(indices.length, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                order.set(Layouts.INT, 4L * indices[i], rows[i]);
            }
        });
        return Ties.of(indices.length, i -> keys[i], i -> indices[i]);
    }

    /** The keys as words of four bytes, which are ordered as unsigned numbers. */
    private static final class KeyWords {
        private final Records records;
        private final int flip;

        private KeyWords(Records records, boolean descending) {
            this.records = records;
            this.flip = descending ? -1 : 0;
        }

        private int count() {
            return Math.ceilDiv(records.keyLength(), Integer.BYTES);
        }

        /** {@return a word of a record's key} If the last word is shorter than four bytes, it is padded with zeros. */
        private int of(int record, int word) {
            MemorySegment memory = records.segment();
            long offset = (long) record * records.width() + records.keyOffset() + (long) Integer.BYTES * word;
            int length = records.keyLength() - Integer.BYTES * word;
            int bits = 0;
            if (length >= Integer.BYTES) {
                bits = memory.get(BIG_ENDIAN, offset);
            } else {
                for (int i = 0; i < length; i++) {
                    bits |= (memory.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff) << (24 - 8 * i);
                }
            }
            return bits ^ flip;
        }
    }
}
