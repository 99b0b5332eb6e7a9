package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.runs.OrderedCopy;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.runs.TieOrder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

/**
 * A run of rows of a table with their encoded keys. A row is stored as the length of its key and its own length, four bytes each,
 * followed by the key and the row.
 */
final class TableRun extends SortedRun {
    private static final int LENGTHS = 2 * Integer.BYTES;

    TableRun(int index, KeyReader file, MemorySegment memory, TieOrder ties, LongConsumer progress) {
        super(index, file, memory, false, ties, progress);
    }

    /** Returns the most bytes that a row of a run takes. */
    static long longest(TableRows rows) {
        return LENGTHS + rows.longest();
    }

    /** Returns the rows in the form of a run. */
    static OrderedCopy.Rows of(TableRows rows) {
        return new Records(rows);
    }

    @Override
    protected boolean find(MemorySegment memory, long from, long to) {
        long key = from + LENGTHS;
        if (key > to) {
            return false;
        }
        long row = key + memory.get(ValueLayout.JAVA_INT_UNALIGNED, from);
        long end = row + memory.get(ValueLayout.JAVA_INT_UNALIGNED, from + Integer.BYTES);
        found(key, row, row, end);
        return end <= to;
    }

    private record Records(TableRows rows) implements OrderedCopy.Rows {
        @Override
        public long length(int[] order, int from, int to) {
            long lengths = (long) LENGTHS * (to - from);
            return lengths + rows.keys().length(order, from, to) + rows.rows().length(order, from, to);
        }

        @Override
        public void copy(int[] order, int from, int to, MemorySegment target) {
            long at = 0;
            for (int i = from; i < to; i++) {
                int row = order[i];
                int keyLength = (int) rows.keys().length(row);
                int rowLength = (int) rows.rows().length(row);
                target.set(ValueLayout.JAVA_INT_UNALIGNED, at, keyLength);
                target.set(ValueLayout.JAVA_INT_UNALIGNED, at + Integer.BYTES, rowLength);
                at += LENGTHS;
                MemorySegment.copy(rows.keys().buffer(), rows.keys().offset(row), target, at, keyLength);
                at += keyLength;
                MemorySegment.copy(rows.rows().buffer(), rows.rows().offset(row), target, at, rowLength);
                at += rowLength;
            }
        }
    }
}
