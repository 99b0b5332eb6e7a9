package io.github.tornadosort.cli;

import io.github.tornadosort.cli.io.KeyFileException;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.table.TableRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;

/**
 * Reads a run: rows of a table with their encoded keys, in sorted order. A row is stored as the length of its key and its own length,
 * four bytes each, followed by the key and the row.
 */
final class TableRun implements Comparable<TableRun> {
    private static final int LENGTHS = 2 * Integer.BYTES;
    private static final ValueLayout.OfLong BIG_ENDIAN = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final int index;
    private final KeyReader file;
    private final MemorySegment memory;
    private final LongConsumer progress;
    private long unread;
    /** The range of the memory that holds rows from the current one on. */
    private long from;
    private long to;
    /** The first bytes of the current key as a number. */
    private long prefix;

    /**
     * Reads the first row.
     *
     * @param index of equal rows, those of a run with a smaller index come first
     * @param memory for at least the longest row
     * @param progress receives the number of bytes read since the last call
     */
    TableRun(int index, KeyReader file, MemorySegment memory, LongConsumer progress) throws KeyFileException {
        this.index = index;
        this.file = file;
        this.memory = memory;
        this.progress = progress;
        this.unread = file.bytes();
        findRow();
    }

    /** Returns the most bytes that a row of a run takes. */
    static long longest(TableRows rows) {
        return LENGTHS + rows.longest();
    }

    /** Returns the rows in the form of a run. */
    static OrderedCopy.Rows of(TableRows rows) {
        return new Records(rows);
    }

    /** Returns whether there is a current row. */
    boolean hasRow() {
        return from < to;
    }

    /** Returns the length of the current row. */
    long rowLength() {
        return length(Integer.BYTES);
    }

    /** Copies the current row. */
    void copyRow(MemorySegment target, long at) {
        MemorySegment.copy(memory, keyEnd(), target, at, rowLength());
    }

    /** Returns the length of the current key. */
    long keyLength() {
        return length(0);
    }

    /** Copies the current key to the start of a segment. */
    void copyKey(MemorySegment target) {
        MemorySegment.copy(memory, from + LENGTHS, target, 0, keyLength());
    }

    /** Returns whether the current key is that at the start of a segment. */
    boolean hasKey(MemorySegment key, long length) {
        return keyLength() == length && MemorySegment.mismatch(memory, from + LENGTHS, keyEnd(), key, 0, length) < 0;
    }

    private long keyEnd() {
        return from + LENGTHS + keyLength();
    }

    /** Advances to the next row. */
    void next() throws KeyFileException {
        from = keyEnd() + rowLength();
        findRow();
    }

    private void findRow() throws KeyFileException {
        boolean whole = to - from >= LENGTHS && to >= keyEnd() + rowLength();
        if (!whole && unread > 0) {
            fill();
        }
        if (hasRow()) {
            prefix = prefix();
        }
    }

    /** Returns the first eight bytes of the key; after a shorter key, zeros. */
    private long prefix() {
        long key = from + LENGTHS;
        int length = (int) Math.min(Long.BYTES, keyLength());
        if (key + Long.BYTES <= to) {
            long word = memory.get(BIG_ENDIAN, key);
            return length == Long.BYTES ? word : word & ~(-1L >>> Byte.SIZE * length);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (memory.get(ValueLayout.JAVA_BYTE, key + i) & 0xffL) << Long.SIZE - Byte.SIZE * (i + 1);
        }
        return word;
    }

    private void fill() throws KeyFileException {
        MemorySegment.copy(memory, from, memory, 0, to - from);
        to -= from;
        from = 0;
        long length = Math.min(unread, memory.byteSize() - to);
        file.read(memory.asSlice(to, length), progress);
        to += length;
        unread -= length;
    }

    private long length(long offset) {
        return memory.get(ValueLayout.JAVA_INT_UNALIGNED, from + offset);
    }

    @Override
    public int compareTo(TableRun other) {
        int byPrefix = Long.compareUnsigned(prefix, other.prefix);
        if (byPrefix != 0) {
            return byPrefix;
        }
        int byKey = compareKeys(other);
        return byKey != 0 ? byKey : Integer.compare(index, other.index);
    }

    private int compareKeys(TableRun other) {
        long at = MemorySegment.mismatch(
                memory, from + LENGTHS, keyEnd(), other.memory, other.from + LENGTHS, other.keyEnd());
        if (at < 0) {
            return 0;
        }
        if (at == keyLength() || at == other.keyLength()) {
            return Long.compare(keyLength(), other.keyLength());
        }
        return Byte.compareUnsigned(
                memory.get(ValueLayout.JAVA_BYTE, from + LENGTHS + at),
                other.memory.get(ValueLayout.JAVA_BYTE, other.from + LENGTHS + at));
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
