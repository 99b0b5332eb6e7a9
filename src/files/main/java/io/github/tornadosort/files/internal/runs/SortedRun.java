package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A run: rows in sorted order, of which one is the current row, each with the key that it is sorted by.
 *
 * <p>The current row has a code, which compares its key with a key that comes before it: the first offset at which the two differ, and the
 * next bytes of the current key. Of two rows with codes for the same earlier key, the one with the smaller code comes first: the offset is
 * greater, or the bytes are less. So bytes that most keys begin with are compared once for each row of a run, and not with each other run
 * (Do and Graefe 2023, Robust and Efficient Sorting with Offset-Value Coding, section 3).
 */
public abstract class SortedRun implements Closeable {
    private static final ValueLayout.OfLong BIG_ENDIAN = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    /** The code of the end of a run. Rows may have it too. */
    private static final long END = Long.MAX_VALUE;
    /** The code of a key that is equal to the earlier one. */
    private static final long EQUAL = 0;
    /** The code of a key that is equal to the earlier one up to {@link #MAX_OFFSET}. */
    private static final long FAR = 1;
    /** The bits of a code that are bytes of the key. The bits above them are less for greater offsets. */
    private static final int VALUE_BITS = 40;
    private static final long VALUE = (1L << VALUE_BITS) - 1;
    private static final long MAX_OFFSET = END >>> VALUE_BITS;
    /** Codes that are equal above these bits do not tell which row comes first: the offset and the byte there are the same. */
    static final int UNDECIDED_BITS = VALUE_BITS - Byte.SIZE;

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
    /** Whether there was no row before the current one. */
    private boolean isFirst;
    private long code = END;
    /** The key before the current one, while {@link #find} is called; later, that memory may be gone. */
    private MemorySegment last = MemorySegment.NULL;
    private long lastFrom;
    private long lastTo;
    /** Has room for a copy of it. */
    private MemorySegment copy = MemorySegment.NULL;

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
    protected abstract FileSortException disorder() throws FileSortException;

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

    /** Advances to the next row. Returns whether there is one. */
    public final boolean advance() throws IOException {
        isFirst = !hasRow;
        last = keys;
        lastFrom = keyFrom;
        lastTo = keyTo;
        hasRow = find();
        return hasRow;
    }

    /** Advances to the next row. Its code is for the row before it. */
    final void next() throws IOException {
        if (!advance()) {
            code = END;
            return;
        }
        long difference = difference();
        if (difference > 0) {
            throw disorder();
        }
        code = difference == 0 ? EQUAL : code(-difference - 1);
    }

    /** Compares the row before with the current one, as a comparator does. The first row comes after nothing. */
    protected final int compareLast() {
        return Long.signum(difference());
    }

    private long difference() {
        return isFirst ? -1 : difference(last, lastFrom, lastTo, keys, keyFrom, keyTo);
    }

    /** Keeps a copy of the key before the one that is sought, because its memory will be used for something else. */
    protected final void keepLastKey() {
        if (last != copy) {
            long length = lastTo - lastFrom;
            if (copy.byteSize() < length) {
                copy = Arena.ofAuto().allocate(2 * length);
            }
            MemorySegment.copy(last, lastFrom, copy, 0, length);
            last = copy;
            lastFrom = 0;
            lastTo = length;
        }
    }

    private long code(long offset) {
        if (offset >= MAX_OFFSET) {
            return FAR;
        }
        long value = firstBytes(keys, keyFrom + offset, keyTo) >>> Long.SIZE - VALUE_BITS;
        return MAX_OFFSET - offset << VALUE_BITS | (order.descending() ? value ^ VALUE : value);
    }

    /** Returns the first eight bytes of a key as an unsigned number; after a shorter key, zeros. */
    private static long firstBytes(MemorySegment memory, long from, long to) {
        long length = to - from;
        if (length >= Long.BYTES) {
            return memory.get(BIG_ENDIAN, from);
        }
        if (from + Long.BYTES <= memory.byteSize()) {
            return length == 0 ? 0 : memory.get(BIG_ENDIAN, from) & -1L << Long.SIZE - Byte.SIZE * length;
        }
        long word = 0;
        for (long i = 0; i < length; i++) {
            word |= (memory.get(ValueLayout.JAVA_BYTE, from + i) & 0xffL) << Long.SIZE - Byte.SIZE * (i + 1);
        }
        return word;
    }

    /**
     * Compares two keys.
     *
     * @return 0 if they are equal; otherwise one more than the offset of the first byte in which they differ, negative if the first key
     *     comes before the other one
     */
    private long difference(MemorySegment a, long aFrom, long aTo, MemorySegment b, long bFrom, long bTo) {
        long at = MemorySegment.mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0) {
            return 0;
        }
        boolean isGreater = at == bTo - bFrom
                || at < aTo - aFrom
                        && Byte.compareUnsigned(a.get(ValueLayout.JAVA_BYTE, aFrom + at),
                                b.get(ValueLayout.JAVA_BYTE, bFrom + at)) > 0;
        return isGreater == order.descending() ? -at - 1 : at + 1;
    }

    /** Returns the code of the current row, or of the end: a number that is not negative. */
    final long code() {
        return code;
    }

    /**
     * Returns whether the current row, or the end, comes after that of another run. Both have codes for the same earlier row, which do not
     * tell that. The one that comes later gets a code for the other one.
     */
    final boolean isAfter(SortedRun other) {
        if (!hasRow || !other.hasRow) {
            return !hasRow && (other.hasRow || index > other.index);
        }
        long equal = MAX_OFFSET - (code >>> VALUE_BITS);
        long difference = code == EQUAL && other.code == EQUAL
                ? 0
                : difference(keys, keyFrom + equal, keyTo, other.keys, other.keyFrom + equal, other.keyTo);
        if (difference == 0) {
            int byTies = order.ties() == null ? 0 : order.ties().compare(row(), other.row());
            boolean isAfter = byTies != 0 ? byTies > 0 : index > other.index;
            (isAfter ? this : other).code = EQUAL;
            return isAfter;
        }
        SortedRun later = difference > 0 ? this : other;
        later.code = later.code(equal + Math.abs(difference) - 1);
        return later == this;
    }

    final MemorySegment row() {
        return rows.asSlice(rowFrom, rowTo - rowFrom);
    }

    /** Returns a copy of the current key. */
    final byte[] key() {
        return keys.asSlice(keyFrom, keyTo - keyFrom).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns whether the current key is equal to another one. */
    final boolean hasKey(byte[] key) {
        MemorySegment other = MemorySegment.ofArray(key);
        return difference(keys, keyFrom, keyTo, other, 0, key.length) == 0;
    }

    /** Returns the bytes of the current row, or of all that a run stores of it. */
    final long length(boolean stored) {
        return rowTo - rowFrom + (stored ? order.format().extra(keyTo - keyFrom, rowTo - rowFrom) : 0);
    }

    /** Copies the current row, or all that a run stores of it. */
    final void copy(boolean stored, MemorySegment target, long at) {
        long extra = stored ? order.format().extra(keyTo - keyFrom, rowTo - rowFrom) : 0;
        KeyedRows.copy(keys, keyFrom, extra, rows, rowFrom, rowTo - rowFrom, target, at);
    }
}
