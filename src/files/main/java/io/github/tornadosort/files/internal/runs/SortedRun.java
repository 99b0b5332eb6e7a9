package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.RowBytes;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A run: rows in sorted order, of which one is the current row, each with the key that it is sorted by. */
public abstract class SortedRun implements Closeable {
    private final int index;
    private final RunOrder order;
    /** The current key. */
    private MemorySegment keys = MemorySegment.NULL;
    private long keyFrom;
    private long keyTo;
    /** The current row. */
    private MemorySegment rows = MemorySegment.NULL;
    private long rowFrom;
    private long rowTo;
    private boolean hasRow;
    /** The first bytes of the current key as an unsigned number, which is greater the later the row comes. */
    private long prefix;

    /**
     * Creates a run without a current row.
     *
     * @param index of equal rows, those of a run with a smaller index come first
     */
    protected SortedRun(int index, RunOrder order) {
        this.index = index;
        this.order = order;
    }

    /** Finds the next row, and calls {@link #found}. Returns whether there is one. */
    protected abstract boolean find() throws IOException;

    /** Returns the exception to throw if the current row comes before the one before it. */
    protected abstract FileSortException disorder();

    /** Receives where a row and its key are. */
    public final void found(
            MemorySegment keyIn, long keyStart, long keyEnd, MemorySegment rowIn, long rowStart, long rowEnd) {
        keys = keyIn;
        keyFrom = keyStart;
        keyTo = keyEnd;
        rows = rowIn;
        rowFrom = rowStart;
        rowTo = rowEnd;
    }

    /** Returns whether there is a current row. */
    final boolean hasRow() {
        return hasRow;
    }

    /** Advances to the next row. */
    final void next() throws IOException {
        long before = prefix;
        boolean isFirst = !hasRow;
        hasRow = find();
        if (hasRow) {
            long bytes = order.format().prefix(keys, keyFrom, keyTo);
            prefix = order.descending() ? ~bytes : bytes;
            if (!isFirst && Long.compareUnsigned(before, prefix) > 0) {
                throw disorder();
            }
        }
    }

    /**
     * Returns a number that is not negative. If that of one run is less than that of another one, its current row comes first.
     * The end of a run comes after all rows.
     */
    final long rank() {
        return hasRow ? prefix >>> 1 : Long.MAX_VALUE;
    }

    /** Returns whether the current row, or the end, comes after that of another run. */
    final boolean isAfter(SortedRun other) {
        if (!hasRow || !other.hasRow) {
            return !hasRow && (other.hasRow || index > other.index);
        }
        if (prefix != other.prefix) {
            return Long.compareUnsigned(prefix, other.prefix) > 0;
        }
        int byKey = order.format().compare(keys, keyFrom, keyTo, other.keys, other.keyFrom, other.keyTo);
        if (byKey != 0) {
            return order.descending() ? byKey < 0 : byKey > 0;
        }
        int byTies = order.ties() == null ? 0 : order.ties().compare(row(), other.row());
        return byTies != 0 ? byTies > 0 : index > other.index;
    }

    private MemorySegment row() {
        return rows.asSlice(rowFrom, rowTo - rowFrom);
    }

    /** Returns a copy of the current key. */
    final byte[] key() {
        return keys.asSlice(keyFrom, keyTo - keyFrom).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns whether the current key is equal to another one. */
    final boolean hasKey(byte[] key) {
        MemorySegment other = MemorySegment.ofArray(key);
        return order.format().compare(keys, keyFrom, keyTo, other, 0, key.length) == 0;
    }

    /** Returns the bytes of the current row, or of all that a run stores of it. */
    final long length(boolean stored) {
        return rowTo - rowFrom + (stored ? order.format().extra(keyTo - keyFrom) : 0);
    }

    /** Copies the current row, or all that a run stores of it. */
    final void copy(boolean stored, MemorySegment target, long at) {
        long key = stored ? order.format().extra(keyTo - keyFrom) : 0;
        if (key > 0) {
            KeyedRows.copyKey(keys, keyFrom, keyTo, rowTo - rowFrom, target, at);
        }
        RowBytes.copyExactly(rows, rowFrom, rowTo - rowFrom, target, at + key);
    }
}
