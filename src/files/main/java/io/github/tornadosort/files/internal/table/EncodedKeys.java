package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.RunFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
    public static final byte NULL_FIRST = 1;
    public static final byte VALUE = 2;
    public static final byte NULL_LAST = 3;
    /** The end of bytes. */
    private static final byte END = 0;
    /**
     * The first byte of an escaped one, and the greatest byte that is escaped. An escaped byte is followed by the byte plus 1.
     */
    private static final byte ESCAPE = 1;
    private static final long TWOS = ByteSearch.repeated((byte) 2);
    private static final long HIGH_BITS = ByteSearch.repeated((byte) 0x80);
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - Long.BYTES;

    private byte[] bytes = new byte[1 << 12];
    private MemorySegment memory = MemorySegment.ofArray(bytes);
    private int size;
    private int rows;
    private int[] keyEnds = new int[1 << 8];
    private long[] rowEnds = new long[1 << 8];
    private long longest;

    /** Returns whether a byte is escaped. */
    public static boolean isEscaped(byte value) {
        return value == END || value == ESCAPE;
    }

    /** Writes the lowest bytes of a number, whose rest is not looked at. Returns their end. */
    public static long number(long number, int bytes, MemorySegment target, long at) {
        if (at + Long.BYTES <= target.byteSize()) {
            // May reach into the next key, which is encoded later.
            target.set(RunFormat.BIG_ENDIAN, at, number << Long.SIZE - Byte.SIZE * bytes);
        } else {
            for (int i = 0; i < bytes; i++) {
                target.set(ValueLayout.JAVA_BYTE, at + i, (byte) (number >>> Byte.SIZE * (bytes - 1 - i)));
            }
        }
        return at + bytes;
    }

    /**
     * Writes bytes.
     *
     * @param ended whether something follows them, or they are descending
     * @param flip is combined with each byte by an exclusive or; not 0 only if the bytes are ended
     * @return the end of what was written
     */
    public static long bytes(
            MemorySegment source, long from, long to, boolean ended, byte flip, MemorySegment target, long start) {
        long length = to - from;
        if (!ended) {
            RowBytes.copyExactly(source, from, length, target, start);
            return start + length;
        }
        long at = start;
        boolean haveRoom = to + Long.BYTES <= source.byteSize() && at + length + Long.BYTES <= target.byteSize();
        if (haveRoom && hasNoneEscaped(source, from, to)) {
            // The last word may reach into the next key, which is encoded later.
            for (long i = 0; i < length; i += Long.BYTES) {
                target.set(ByteSearch.WORD, at + i, source.get(ByteSearch.WORD, from + i) ^ flip);
            }
            at += length;
        } else {
            for (long i = from; i < to; i++) {
                byte value = source.get(ValueLayout.JAVA_BYTE, i);
                if (isEscaped(value)) {
                    target.set(ValueLayout.JAVA_BYTE, at++, (byte) (ESCAPE ^ flip));
                    value++;
                }
                target.set(ValueLayout.JAVA_BYTE, at++, (byte) (value ^ flip));
            }
        }
        target.set(ValueLayout.JAVA_BYTE, at, (byte) (END ^ flip));
        return at + 1;
    }

    private static boolean hasNoneEscaped(MemorySegment source, long from, long to) {
        for (long at = from; at < to; at += Long.BYTES) {
            long left = to - at;
            long word = source.get(ByteSearch.WORD, at) | (left < Long.BYTES ? -1L << Byte.SIZE * left : 0);
            // Not 0 if a byte is less than 2 (Anderson, Bit Twiddling Hacks).
            if ((word - TWOS & ~word & HIGH_BITS) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Makes room for more bytes. Returns false if there are too many. */
    public boolean makeRoom(long more) {
        if (more > LONGEST_ARRAY - size) {
            return false;
        }
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(2 * (size + more), LONGEST_ARRAY));
            memory = MemorySegment.ofArray(bytes);
        }
        return true;
    }

    /** Returns the array of the keys. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the array as memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns the end of the keys. */
    public int size() {
        return size;
    }

    /** Sets the end of the keys, after some were written. */
    public void setSize(long end) {
        size = (int) end;
    }

    /** Replaces the keys by those of other rows. */
    void encode(RowEncoder encoder, long from, long to) throws TableException {
        size = 0;
        rows = 0;
        longest = 0;
        encoder.moveTo(from);
        for (long row = from; row < to; rows++) {
            int start = size;
            encoder.encode(this);
            if (rows == keyEnds.length) {
                keyEnds = Arrays.copyOf(keyEnds, 2 * rows);
                rowEnds = Arrays.copyOf(rowEnds, 2 * rows);
            }
            keyEnds[rows] = size;
            rowEnds[rows] = encoder.position();
            longest = Math.max(longest, rowEnds[rows] - row + size - start);
            row = rowEnds[rows];
        }
    }

    int rows() {
        return rows;
    }

    /** Returns the length of the longest row and its key. */
    long longest() {
        return longest;
    }

    /** Copies the keys, and stores their ends from index {@code row + 1} on. */
    void copyKeysTo(RowBytes keys, long key, long row) {
        MemorySegment.copy(bytes, 0, keys.buffer(), ValueLayout.JAVA_BYTE, key, size);
        for (int i = 0; i < rows; i++) {
            keys.setOffset(row + i + 1, key + keyEnds[i]);
        }
    }

    /** Stores the ends of the rows from index {@code row + 1} on, and overwrites the byte before each with 0 if {@code zero}. */
    void copyEndsTo(RowBytes rowsOfText, long row, boolean zero) {
        for (int i = 0; i < rows; i++) {
            rowsOfText.setOffset(row + i + 1, rowEnds[i]);
            if (zero) {
                rowsOfText.buffer().set(ValueLayout.JAVA_BYTE, rowEnds[i] - 1, (byte) 0);
            }
        }
    }
}
