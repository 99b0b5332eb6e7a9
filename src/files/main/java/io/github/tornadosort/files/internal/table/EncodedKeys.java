package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.runs.RunFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Encoded keys of rows, one after the other in an array that grows. They are byte strings whose order is that of the rows. Each
 * key is
 *
 * <ul>
 *   <li>a byte that tells null, or an empty field, from other values, and
 *   <li>unless the value is null, either a number in big-endian order, a decimal number as {@link DecimalText}
 *       describes, or bytes, which a 0 ends. In bytes, 0 is written as 1, 1 and 1 as
 *       1, 2. Bytes that nothing follows are written as they are. All bits of a descending key are inverted.
 * </ul>
 *
 * <p>Graefe, Implementing Sorting in Database Systems (2006), §4.1, describes such keys.
 */
public final class EncodedKeys {
    static final byte NULL_FIRST = 1;
    static final byte VALUE = 2;
    static final byte NULL_LAST = 3;
    /** The end of bytes. */
    private static final byte END = 0;
    /**
     * The first byte of an escaped one, and the greatest byte that is escaped. An escaped byte is followed by the byte plus 1.
     */
    private static final byte ESCAPE = 1;
    private static final long TWOS = ByteSearch.repeated((byte) 2);
    private static final long HIGH_BITS = ByteSearch.repeated((byte) 0x80);
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteSearch.WORD.order()).withInvokeExactBehavior();
    /** Not all virtual machines have longer arrays; one of a text has some more bytes. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - Long.BYTES - RowFormat.SLACK;

    private byte[] bytes = new byte[1 << 12];
    private int size;
    /** The text of the rows. */
    private byte[] text = {};
    private int rows;
    private long[] keyEnds = new long[1 << 8];
    private long[] rowEnds = new long[1 << 8];
    private long longest;
    private TableException failure;

    /**
     * Makes room for more bytes.
     *
     * @return the array of the keys, whose next key begins at {@link #size}
     * @throws TableException if there are too many
     */
    public byte[] withRoom(long more, int row) throws TableException {
        if (more > LONGEST_ARRAY - size) {
            throw TableException.ofRow(row, "the keys of this row are too long to sort by");
        }
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(2 * (size + more), LONGEST_ARRAY));
        }
        return bytes;
    }

    /** Returns the end of the keys. */
    public int size() {
        return size;
    }

    /** Sets the end of the keys, after some were written. */
    public void setSize(int end) {
        size = end;
    }

    /** Writes the lowest bytes of a number. Returns their end. */
    public static int number(long number, int bytes, byte[] target, int start) {
        int at = start;
        for (int shift = Byte.SIZE * (bytes - 1); shift >= 0; shift -= Byte.SIZE) {
            target[at++] = (byte) (number >>> shift);
        }
        return at;
    }

    /**
     * Writes bytes, as many as twice their number and one more, or less.
     *
     * @param source an array with at least seven bytes after them
     * @param ended whether something follows them, or they are descending
     * @return the end of what was written
     */
    public static int bytes(byte[] source, int from, int to, boolean ended, byte[] target, int start) {
        int at = start;
        if (!ended || hasNoneEscaped(source, from, to)) {
            System.arraycopy(source, from, target, at, to - from);
            at += to - from;
        } else {
            for (int i = from; i < to; i++) {
                byte value = source[i];
                if (value == END || value == ESCAPE) {
                    target[at++] = ESCAPE;
                    value++;
                }
                target[at++] = value;
            }
        }
        if (ended) {
            target[at++] = END;
        }
        return at;
    }

    private static boolean hasNoneEscaped(byte[] source, int from, int to) {
        for (int at = from; at < to; at += Long.BYTES) {
            int left = to - at;
            long word = (long) WORD.get(source, at) | (left < Long.BYTES ? -1L << Byte.SIZE * left : 0);
            // Not 0 if a byte is less than 2 (Anderson, Bit Twiddling Hacks).
            if ((word - TWOS & ~word & HIGH_BITS) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Inverts all bits of keys, so that they have the opposite order. */
    public static void invert(byte[] keys, int from, int to) {
        for (int i = from; i < to; i++) {
            keys[i] ^= -1;
        }
    }

    /** Replaces the keys by those of the rows in a part of a text, or up to one that is not as expected. */
    void encode(RowFormat.Encoder encoder, RunFormat stored, MemorySegment memory, long from, long to) {
        size = 0;
        rows = 0;
        longest = 0;
        failure = null;
        if (to - from > LONGEST_ARRAY) {
            failure = TableException.ofRow(from, "this row is too long to sort by");
            return;
        }
        int end = (int) (to - from);
        if (text.length < end + RowFormat.SLACK) {
            text = new byte[end + RowFormat.SLACK];
        }
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, text, 0, end);
        try {
            for (int row = 0; row < end; rows++) {
                int start = size;
                int next = encoder.encode(text, row, end, this);
                if (rows == keyEnds.length) {
                    keyEnds = Arrays.copyOf(keyEnds, 2 * rows);
                    rowEnds = Arrays.copyOf(rowEnds, 2 * rows);
                }
                keyEnds[rows] = size;
                rowEnds[rows] = next;
                longest = Math.max(longest, next - row + stored.extra(size - start, next - row));
                row = next;
            }
        } catch (TableException e) {
            failure = new TableException(from + e.offset, e.column, e.key, e.getMessage());
        }
    }

    /** Throws what stopped the encoding. */
    void requireAll() throws TableException {
        if (failure != null) {
            throw failure;
        }
    }

    int rows() {
        return rows;
    }

    /** Returns the most bytes that a run stores of a row. */
    long longest() {
        return longest;
    }

    /**
     * Copies the keys. It is called once.
     *
     * @param ends memory for their ends
     */
    void copyKeysTo(MemorySegment keys, long start, MemorySegment ends) {
        MemorySegment.copy(bytes, 0, keys, ValueLayout.JAVA_BYTE, start, size);
        copy(keyEnds, ends, start);
    }

    /** Stores the ends of the rows, which begin at an index of the text. It is called once. */
    void copyEndsTo(MemorySegment ends, long start) {
        copy(rowEnds, ends, start);
    }

    private void copy(long[] from, MemorySegment ends, long start) {
        for (int i = 0; i < rows; i++) {
            from[i] += start;
        }
        MemorySegment.copy(from, 0, ends, ValueLayout.JAVA_LONG, 0, rows);
    }
}
