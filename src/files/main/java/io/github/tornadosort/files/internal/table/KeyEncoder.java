package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.Dialect.QUOTE;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.ByteSearch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the keys of rows as byte strings whose order is that of the rows. So one sort of strings sorts by any number of keys, and
 * runs on disk are merged without parsing their rows again. {@link EncodedKey} describes their format.
 */
final class KeyEncoder implements RowEncoder {
    private static final long TWOS = ByteSearch.repeated((byte) 2);
    private static final long HIGH_BITS = ByteSearch.repeated((byte) 0x80);
    private static final ValueLayout.OfLong BIG_ENDIAN = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment text;
    private final FieldCursor fields;
    private final int columns;
    private final KeyColumn[] keys;
    private final NumberText[] numbers;
    private final DecimalText decimal = new DecimalText();
    private final byte empty;
    /** The index of the last key of each column, or -1, and of the key of the same column before each key. */
    private final int[] keyOf;
    private final int[] before;
    /** The key fields of the row. */
    private final long[] from;
    private final long[] to;
    private final boolean[] escaped;

    /**
     * @param fields a cursor over the text
     * @param columns number of fields of each row
     */
    KeyEncoder(MemorySegment text, FieldCursor fields, int columns, List<KeyColumn> keys, boolean emptyFirst) {
        this.text = text;
        this.fields = fields;
        this.columns = columns;
        this.keys = keys.toArray(new KeyColumn[0]);
        this.numbers = new NumberText[this.keys.length];
        this.empty = emptyFirst ? EncodedKey.NULL_FIRST : EncodedKey.NULL_LAST;
        this.keyOf = new int[columns];
        this.before = new int[this.keys.length];
        Arrays.fill(keyOf, -1);
        for (int key = 0; key < this.keys.length; key++) {
            int column = this.keys[key].index();
            before[key] = keyOf[column];
            keyOf[column] = key;
            KeyType number = this.keys[key].type().number();
            numbers[key] = number == null ? null : new NumberText(number);
        }
        this.from = new long[this.keys.length];
        this.to = new long[this.keys.length];
        this.escaped = new boolean[this.keys.length];
    }

    @Override
    public void moveTo(long row) {
        fields.moveTo(row);
    }

    @Override
    public long position() {
        return fields.position();
    }

    @Override
    public void read() throws TableException {
        long row = fields.position();
        do {
            fields.next();
            int column = fields.column();
            for (int key = column < columns ? keyOf[column] : -1; key >= 0; key = before[key]) {
                from[key] = fields.from();
                to[key] = fields.to();
                escaped[key] = fields.isEscaped();
            }
        } while (!fields.isLast());
        if (fields.column() + 1 != columns) {
            throw new TableException(row, TableException.ROW,
                    "expected " + counted(columns) + " as in the first row, found " + (fields.column() + 1));
        }
    }

    private static String counted(int fields) {
        return fields == 1 ? "1 field" : fields + " fields";
    }

    @Override
    public long length() throws TableException {
        long length = 0;
        for (int key = 0; key < keys.length; key++) {
            length++;
            if (from[key] == to[key]) {
                continue;
            }
            if (numbers[key] != null) {
                length += keys[key].type().number().bytes();
            } else {
                length += keys[key].type().isDecimal() ? decimalLength(key) : textLength(key);
            }
        }
        return length;
    }

    private long decimalLength(int key) throws TableException {
        try {
            return decimal.length(text, from[key], to[key]);
        } catch (IllegalArgumentException e) {
            throw failure(key, e);
        }
    }

    private TableException failure(int key, IllegalArgumentException e) {
        return new TableException(from[key], keys[key].index(), key, e.getMessage());
    }

    private long textLength(int key) {
        boolean ended = isEnded(key);
        long length = to[key] - from[key] + (ended ? 1 : 0);
        if (isCopied(key)) {
            return length;
        }
        for (long at = from[key]; at < to[key]; at++) {
            byte value = text.get(JAVA_BYTE, at);
            if (value == QUOTE && escaped[key]) {
                at++;
                length--;
            } else if (ended && EncodedKey.isEscaped(value)) {
                length++;
            }
        }
        return length;
    }

    /** Returns whether something follows the text of a key, or its order needs an end. */
    private boolean isEnded(int key) {
        return key + 1 < keys.length || keys[key].descending();
    }

    @Override
    public long encode(MemorySegment target, long start) throws TableException {
        long at = start;
        for (int key = 0; key < keys.length; key++) {
            boolean isEmpty = from[key] == to[key];
            target.set(JAVA_BYTE, at++, isEmpty ? empty : EncodedKey.VALUE);
            if (isEmpty) {
                continue;
            }
            if (numbers[key] != null) {
                at = encodeNumber(key, target, at);
            } else if (keys[key].type().isDecimal()) {
                at = decimal.encode(text, from[key], to[key], target, at, flip(key));
            } else {
                at = encodeText(key, target, at);
            }
        }
        return at;
    }

    private long encodeNumber(int key, MemorySegment target, long at) throws TableException {
        long ordered = number(key);
        int bytes = keys[key].type().number().bytes();
        long word = (keys[key].descending() ? ~ordered : ordered) << Long.SIZE - Byte.SIZE * bytes;
        if (at + Long.BYTES <= target.byteSize()) {
            // May reach into the next key, which is encoded later.
            target.set(BIG_ENDIAN, at, word);
        } else {
            for (int i = 0; i < bytes; i++) {
                target.set(JAVA_BYTE, at + i, (byte) (word >>> Long.SIZE - Byte.SIZE * (i + 1)));
            }
        }
        return at + bytes;
    }

    /** Parses the number of a key of the row. */
    long number(int key) throws TableException {
        try {
            return numbers[key].parse(text, from[key], to[key]);
        } catch (IllegalArgumentException e) {
            throw failure(key, e);
        }
    }

    /** Returns what the bytes of a key are combined with by an exclusive or. */
    private byte flip(int key) {
        return keys[key].descending() ? (byte) -1 : 0;
    }

    private long encodeText(int key, MemorySegment target, long start) {
        boolean ended = isEnded(key);
        byte flip = flip(key);
        long at = isCopied(key) ? copy(key, target, start, flip) : copyBytes(key, target, start, flip);
        if (ended) {
            target.set(JAVA_BYTE, at++, (byte) (EncodedKey.END ^ flip));
        }
        return at;
    }

    /** Returns whether a text has no bytes that are escaped in the field or in the key. */
    private boolean isCopied(int key) {
        if (escaped[key]) {
            return false;
        }
        if (!isEnded(key)) {
            return true;
        }
        for (long at = from[key]; at < to[key]; at += Long.BYTES) {
            long left = to[key] - at;
            long word = text.get(ByteSearch.WORD, at) | (left < Long.BYTES ? -1L << Byte.SIZE * left : 0);
            // Not 0 if a byte is less than 2 (Anderson, Bit Twiddling Hacks).
            if ((word - TWOS & ~word & HIGH_BITS) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Copies a text word by word. The last word may reach into the next key, which is encoded later. */
    private long copy(int key, MemorySegment target, long at, byte flip) {
        long length = to[key] - from[key];
        if (at + length + Long.BYTES > target.byteSize()) {
            return copyBytes(key, target, at, flip);
        }
        for (long i = 0; i < length; i += Long.BYTES) {
            target.set(ByteSearch.WORD, at + i, text.get(ByteSearch.WORD, from[key] + i) ^ flip);
        }
        return at + length;
    }

    private long copyBytes(int key, MemorySegment target, long start, byte flip) {
        boolean ended = isEnded(key);
        long at = start;
        for (long i = from[key]; i < to[key]; i++) {
            byte value = text.get(JAVA_BYTE, i);
            if (value == QUOTE && escaped[key]) {
                i++;
            } else if (ended && EncodedKey.isEscaped(value)) {
                target.set(JAVA_BYTE, at++, (byte) (EncodedKey.ESCAPE ^ flip));
                value++;
            }
            target.set(JAVA_BYTE, at++, (byte) (value ^ flip));
        }
        return at;
    }
}
