package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;

/** Reads a run: rows in sorted order, each with the key that it is sorted by. */
public abstract class SortedRun implements Comparable<SortedRun> {
    private static final ValueLayout.OfLong BIG_ENDIAN = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final int index;
    private final KeyReader file;
    private final MemorySegment memory;
    private final boolean descending;
    private final TieOrder ties;
    private final LongConsumer progress;
    private long unread;
    /** The range of the memory that holds rows from the current one on. */
    private long from;
    private long to;
    /** The range of the current key. */
    private long keyFrom;
    private long keyTo;
    /** The range of the current row. */
    private long rowFrom;
    private long rowTo;
    /** The first bytes of the current key as a number. */
    private long prefix;

    /**
     * Opens a run. Its first row is the current one after the first call of {@link #next}.
     *
     * @param index of equal rows, those of a run with a smaller index come first
     * @param memory for at least the longest row
     * @param progress receives the number of bytes read since the last call
     */
    protected SortedRun(int index, KeyReader file, MemorySegment memory, boolean descending, TieOrder ties,
            LongConsumer progress) {
        this.index = index;
        this.file = file;
        this.memory = memory;
        this.descending = descending;
        this.ties = ties;
        this.progress = progress;
        this.unread = file.bytes();
    }

    /**
     * Finds the first row in a range of the memory, and calls {@link #found} unless its end is not in the range.
     *
     * @return whether the row has been found
     */
    protected abstract boolean find(MemorySegment memory, long from, long to);

    /** Receives where a row is: its key, and the row itself, which is the last of its parts. */
    protected final void found(long keyFrom, long keyTo, long rowFrom, long rowTo) {
        this.keyFrom = keyFrom;
        this.keyTo = keyTo;
        this.rowFrom = rowFrom;
        this.rowTo = rowTo;
    }

    /** Returns whether there is a current row. */
    final boolean hasRow() {
        return from < to;
    }

    /** Returns the length of the current row. */
    final long rowLength() {
        return rowTo - rowFrom;
    }

    /** Copies the current row. */
    final void copyRow(MemorySegment target, long at) {
        MemorySegment.copy(memory, rowFrom, target, at, rowLength());
    }

    /** Returns the length of the current key. */
    final long keyLength() {
        return keyTo - keyFrom;
    }

    /** Copies the current key to the start of a segment. */
    final void copyKey(MemorySegment target) {
        MemorySegment.copy(memory, keyFrom, target, 0, keyLength());
    }

    /** Returns whether the current key is that at the start of a segment. */
    final boolean hasKey(MemorySegment key, long length) {
        return keyLength() == length && MemorySegment.mismatch(memory, keyFrom, keyTo, key, 0, length) < 0;
    }

    /** Advances to the next row. */
    final void next() throws FileSortException {
        from = rowTo;
        if (!find(memory, from, to) && unread > 0) {
            fill();
            find(memory, from, to);
        }
        if (hasRow()) {
            prefix = prefix();
        }
    }

    /** Returns the first eight bytes of the key; after a shorter key, zeros. */
    private long prefix() {
        int length = (int) Math.min(Long.BYTES, keyLength());
        if (keyFrom + Long.BYTES <= to) {
            long word = memory.get(BIG_ENDIAN, keyFrom);
            return length == Long.BYTES ? word : word & ~(-1L >>> Byte.SIZE * length);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (memory.get(ValueLayout.JAVA_BYTE, keyFrom + i) & 0xffL) << Long.SIZE - Byte.SIZE * (i + 1);
        }
        return word;
    }

    private void fill() throws FileSortException {
        MemorySegment.copy(memory, from, memory, 0, to - from);
        to -= from;
        from = 0;
        long length = Math.min(unread, memory.byteSize() - to);
        file.read(memory.asSlice(to, length), progress);
        to += length;
        unread -= length;
    }

    @Override
    public int compareTo(SortedRun other) {
        int byPrefix = Long.compareUnsigned(prefix, other.prefix);
        int byKey = byPrefix != 0
                ? byPrefix
                : RowBytes.compare(memory, keyFrom, keyTo, other.memory, other.keyFrom, other.keyTo);
        if (byKey != 0) {
            return descending ? -byKey : byKey;
        }
        int byTies = ties == TieOrder.BY_RUN ? 0 : ties.compare(row(), other.row());
        return byTies != 0 ? byTies : Integer.compare(index, other.index);
    }

    private MemorySegment row() {
        return memory.asSlice(rowFrom, rowLength());
    }
}
