package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.internal.io.RowBytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Rows in memory with their encoded keys. A run stores the length of the key and that of the row, four bytes each, followed by
 * the key and the row.
 *
 * @param rows the rows as they are in the file, each with its end
 * @param keys the keys, which may be the rows
 * @param longest the length of the longest row and its key
 */
public record KeyedRows(RowBytes rows, RowBytes keys, long longest) implements OrderedCopy.Rows {
    private static final int LENGTHS = 2 * Integer.BYTES;

    public static final RunFormat FORMAT = new RunFormat() {
        @Override
        public long find(SortedRun run, MemorySegment memory, long from, long to) {
            long key = from + LENGTHS;
            if (key > to) {
                return -1;
            }
            long row = key + memory.get(ValueLayout.JAVA_INT_UNALIGNED, from);
            long end = row + memory.get(ValueLayout.JAVA_INT_UNALIGNED, from + Integer.BYTES);
            run.found(memory, key, row, memory, row, end);
            return end <= to ? end : -1;
        }

        @Override
        public long extra(long keyLength) {
            return LENGTHS + keyLength;
        }
    };

    /** Returns whether rows are their own keys. A run then has the rows alone. */
    public boolean areRowsKeys() {
        return keys.buffer() == rows.buffer();
    }

    /** Returns the most bytes that a row takes. */
    public long longestStored() {
        return LENGTHS + longest;
    }

    @Override
    public long length(int[] order, int from, int to) {
        return (long) LENGTHS * (to - from) + keys.length(order, from, to) + rows.length(order, from, to);
    }

    @Override
    public void copy(int[] order, int from, int to, MemorySegment target) {
        long at = 0;
        for (int i = from; i < to; i++) {
            int row = order[i];
            long key = keys.offset(row);
            long length = rows.length(row);
            at = copyKey(keys.buffer(), key, keys.offset(row + 1L), length, target, at);
            RowBytes.copyExactly(rows.buffer(), rows.offset(row), length, target, at);
            at += length;
        }
    }

    /** Copies what is stored before a row, and returns its end. */
    static long copyKey(MemorySegment keys, long from, long to, long rowLength, MemorySegment target, long at) {
        target.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) (to - from));
        target.set(ValueLayout.JAVA_INT_UNALIGNED, at + Integer.BYTES, (int) rowLength);
        RowBytes.copyExactly(keys, from, to - from, target, at + LENGTHS);
        return at + LENGTHS + to - from;
    }

    /** Returns the index of the row that takes the most bytes in a run. */
    public int longestRow() {
        int longestRow = 0;
        for (int row = 1; row < count(); row++) {
            if (keys.length(row) + rows.length(row) > keys.length(longestRow) + rows.length(longestRow)) {
                longestRow = row;
            }
        }
        return longestRow;
    }

    /** Returns the number of rows. */
    public int count() {
        return Math.toIntExact(rows.offsets().size() - 1);
    }

    /** Returns the end of the last row in the text. */
    public long end() {
        return rows.offset(count());
    }

    /** Returns the memory that the keys and the offsets take. */
    public long bytes() {
        return keys.buffer().byteSize() + keys.offsets().segment().byteSize() + rows.offsets().segment().byteSize();
    }
}
