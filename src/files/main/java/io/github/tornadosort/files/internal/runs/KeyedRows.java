package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Rows in memory with their encoded keys.
 *
 * @param rows the rows as they are in the file, each with its end
 * @param keys the keys, which may be the rows
 * @param longest the most bytes that a run stores of a row
 * @param format how a run stores them
 */
public record KeyedRows(RowBytes rows, RowBytes keys, long longest, RunFormat format) {
    private static final int LENGTHS = 2 * Integer.BYTES;
    /** Rows that are read by one call: a method that is called often is compiled soon, and only once. */
    private static final int TILE = 1 << 8;
    /** Nothing is stored but the rows. */
    private static final RunFormat ALONE = lines((byte) 0);

    /** Rows after their keys: the length of the key and that of the row, four bytes each, then the key and the row. */
    public static final RunFormat KEYED = new Keyed(0);
    /** The same for keys that end with the row without its end, a byte: that part of the key is stored with the row alone. */
    public static final RunFormat ENDING = new Keyed(1);

    private record Keyed(int end) implements RunFormat {
        @Override
        public long find(SortedRun run, MemorySegment memory, long from, long to) {
            long key = from + LENGTHS;
            if (key > to) {
                return -1;
            }
            long row = key + memory.get(ValueLayout.JAVA_INT_UNALIGNED, from);
            long rowEnd = row + memory.get(ValueLayout.JAVA_INT_UNALIGNED, from + Integer.BYTES);
            run.found(memory, key, end == 0 ? row : rowEnd - end, memory, row, rowEnd);
            return rowEnd <= to ? rowEnd : -1;
        }

        @Override
        public long extra(long keyLength, long rowLength) {
            return LENGTHS + keyLength - (end == 0 ? 0 : rowLength - end);
        }
    }

    /** Returns the format of rows that are their own keys without their last byte. A run has the rows alone. */
    public static RunFormat lines(byte end) {
        long ends = ByteSearch.repeated(end);
        return (run, memory, from, to) -> {
            long at = ByteSearch.next(memory, from, to, ends);
            run.found(memory, from, at, memory, from, at + 1);
            return at < to ? at + 1 : -1;
        };
    }

    /** Returns rows to be copied without keys. */
    public static KeyedRows alone(RowBytes rows) {
        return new KeyedRows(rows, rows, 0, ALONE);
    }

    /** Returns the total length of what is stored of some rows. */
    long length(int[] order, int from, int to) {
        long length = 0;
        for (int first = from, next; first < to; first = next) {
            next = first + Math.min(TILE, to - first);
            length += lengthOfTile(order, first, next);
        }
        return length;
    }

    private long lengthOfTile(int[] order, int from, int to) {
        long length = 0;
        for (int i = from; i < to; i++) {
            length += stored(order[i]);
        }
        return length;
    }

    private long stored(int row) {
        long length = rows.length(row);
        return length + format.extra(keys.length(row), length);
    }

    /** Copies what is stored of some rows to a target of that length. */
    void copy(int[] order, int from, int to, MemorySegment target) {
        long at = 0;
        for (int first = from, next; first < to; first = next) {
            next = first + Math.min(TILE, to - first);
            at = copyTile(order, first, next, target, at);
        }
    }

    private long copyTile(int[] order, int from, int to, MemorySegment target, long start) {
        long at = start;
        for (int i = from; i < to; i++) {
            int row = order[i];
            long length = rows.length(row);
            long extra = format.extra(keys.length(row), length);
            copy(keys.buffer(), keys.offset(row), extra, rows.buffer(), rows.offset(row), length, target, at);
            at += extra + length;
        }
        return at;
    }

    /** @param extra the bytes before the row: 0, or the lengths and a part of the key */
    static void copy(
            MemorySegment keys, long key, long extra, MemorySegment rows, long row, long rowLength, MemorySegment target,
            long at) {
        if (extra > 0) {
            long keyLength = extra - LENGTHS;
            target.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) keyLength);
            target.set(ValueLayout.JAVA_INT_UNALIGNED, at + Integer.BYTES, (int) rowLength);
            RowBytes.copyExactly(keys, key, keyLength, target, at + LENGTHS);
        }
        RowBytes.copyExactly(rows, row, rowLength, target, at + extra);
    }

    /** Returns the index of the row of which a run stores the most bytes. */
    public int longestRow() {
        int longestRow = 0;
        for (int row = 1; row < count(); row++) {
            longestRow = stored(row) > stored(longestRow) ? row : longestRow;
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
}
