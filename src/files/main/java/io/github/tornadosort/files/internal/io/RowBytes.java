package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Strings;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Rows of bytes of any length in memory, one after the other.
 *
 * @param buffer the rows, followed by at least {@link #SLACK} bytes
 * @param offsets the offset of each row, followed by the end of the last row; int32 or int64
 */
public record RowBytes(MemorySegment buffer, Column offsets) {
    /** Bytes after the rows: a word that starts with the last byte. */
    public static final int SLACK = Long.BYTES;

    /** Length of the longest row that is copied word by word. */
    private static final int MAX_BY_WORDS = 128;

    /** Characters of a row that a message has. */
    private static final int MAX_SHOWN = 100;
    private static final ValueLayout.OfInt HALF_WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteSearch.WORD.order());

    /** Returns the rows as strings to sort. */
    public Strings strings() {
        return Strings.of(offsets, buffer);
    }

    /** Returns the offset of a row, or the end of the last row. */
    public long offset(long row) {
        return offsets.type() == KeyType.INT64
                ? offsets.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES * row)
                : offsets.segment().get(ValueLayout.JAVA_INT_UNALIGNED, Integer.BYTES * row);
    }

    /** Returns the length of a row. */
    public long length(long row) {
        return offset(row + 1) - offset(row);
    }

    /** Returns the total length of all rows. */
    public long size() {
        return offset(offsets.size() - 1) - offset(0);
    }

    /** Returns a row. */
    public MemorySegment row(long row) {
        return buffer.asSlice(offset(row), length(row));
    }

    /** Returns whether two rows are equal. */
    public boolean areEqual(int row, int other) {
        return MemorySegment.mismatch(buffer, offset(row), offset(row + 1L), buffer, offset(other), offset(other + 1L)) < 0;
    }

    /** Names a row in a message by its kind, its number from 1 on, and its beginning. */
    public static String name(String kind, long index, MemorySegment row) {
        return kind + " " + (index + 1) + " (" + text(row) + ")";
    }

    /** Returns the beginning of a row for a message. */
    public static String text(MemorySegment row) {
        byte[] bytes = row.asSlice(0, Math.min(row.byteSize(), Integer.BYTES * MAX_SHOWN)).toArray(ValueLayout.JAVA_BYTE);
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    }

    /** Moves the first of equal rows to the front of a sorted order, and returns their number. */
    public int keepFirst(int[] order) {
        int kept = 0;
        for (int i = 0; i < order.length; i++) {
            if (i == 0 || !areEqual(order[i], order[kept - 1])) {
                order[kept++] = order[i];
            }
        }
        return kept;
    }

    /** Returns the total length of rows. */
    public long length(int[] order, int from, int to) {
        long length = 0;
        for (int i = from; i < to; i++) {
            length += length(order[i]);
        }
        return length;
    }

    /** Copies a row, and no byte after it: another thread may have written the row that follows it in the target. */
    public static void copyExactly(MemorySegment rows, long start, long length, MemorySegment target, long at) {
        if (length > MAX_BY_WORDS) {
            MemorySegment.copy(rows, start, target, at, length);
            return;
        }
        if (length >= Long.BYTES) {
            long last = length - Long.BYTES;
            for (long next = 0; next < last; next += Long.BYTES) {
                target.set(ByteSearch.WORD, at + next, rows.get(ByteSearch.WORD, start + next));
            }
            target.set(ByteSearch.WORD, at + last, rows.get(ByteSearch.WORD, start + last));
        } else if (length >= Integer.BYTES) {
            long last = length - Integer.BYTES;
            target.set(HALF_WORD, at, rows.get(HALF_WORD, start));
            target.set(HALF_WORD, at + last, rows.get(HALF_WORD, start + last));
        } else {
            for (long next = 0; next < length; next++) {
                target.set(ValueLayout.JAVA_BYTE, at + next, rows.get(ValueLayout.JAVA_BYTE, start + next));
            }
        }
    }
}
