package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.Dialect.QUOTE;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.NumberText;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the keys of rows as byte strings whose order is that of the rows. So one sort of strings sorts by any number of keys,
 * and runs on disk are merged without parsing their rows again. {@link EncodedKeys} describes their format.
 */
final class KeyEncoder implements RowEncoder {
    /** The most bytes of a key in addition to twice those of its field. */
    private static final int MOST_EXTRA = 2 * Long.BYTES;

    private final MemorySegment text;
    private final FieldCursor fields;
    private final int columns;
    private final TableKey[] keys;
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
    KeyEncoder(MemorySegment text, FieldCursor fields, int columns, List<TableKey> keys, boolean emptyFirst) {
        this.text = text;
        this.fields = fields;
        this.columns = columns;
        this.keys = keys.toArray(new TableKey[0]);
        this.numbers = new NumberText[this.keys.length];
        this.empty = emptyFirst ? EncodedKeys.NULL_FIRST : EncodedKeys.NULL_LAST;
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

    private void read() throws TableException {
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

    private TableException failure(int key, IllegalArgumentException e) {
        return new TableException(from[key], keys[key].index(), key, e.getMessage());
    }

    /** Returns whether something follows the text of a key, or its order needs an end. */
    private boolean isEnded(int key) {
        return key + 1 < keys.length || keys[key].descending();
    }

    @Override
    public void encode(EncodedKeys keysOfRows) throws TableException {
        long row = fields.position();
        read();
        long most = 0;
        for (int key = 0; key < keys.length; key++) {
            most += 2 * (to[key] - from[key]) + MOST_EXTRA;
        }
        if (!keysOfRows.makeRoom(most)) {
            throw new TableException(row, TableException.ROW, "the keys of this row are too long to sort by");
        }
        MemorySegment target = keysOfRows.memory();
        long at = keysOfRows.size();
        for (int key = 0; key < keys.length; key++) {
            boolean isEmpty = from[key] == to[key];
            target.set(JAVA_BYTE, at++, isEmpty ? empty : EncodedKeys.VALUE);
            if (isEmpty) {
                continue;
            }
            if (numbers[key] != null) {
                at = encodeNumber(key, target, at);
            } else if (keys[key].type().isDecimal()) {
                at = encodeDecimal(key, target, at);
            } else {
                at = encodeText(key, target, at);
            }
        }
        keysOfRows.setSize(at);
    }

    private long encodeDecimal(int key, MemorySegment target, long at) throws TableException {
        try {
            return decimal.encode(text, from[key], to[key], target, at, flip(key));
        } catch (IllegalArgumentException e) {
            throw failure(key, e);
        }
    }

    private long encodeNumber(int key, MemorySegment target, long at) throws TableException {
        return EncodedKeys.number(number(key) ^ flip(key), keys[key].type().number().bytes(), target, at);
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

    private long encodeText(int key, MemorySegment target, long at) {
        if (!escaped[key]) {
            return EncodedKeys.bytes(text, from[key], to[key], isEnded(key), flip(key), target, at);
        }
        byte[] field = text.asSlice(from[key], to[key] - from[key]).toArray(JAVA_BYTE);
        int length = 0;
        for (int i = 0; i < field.length; i++) {
            field[length++] = field[i];
            i += field[i] == QUOTE ? 1 : 0;
        }
        return EncodedKeys.bytes(MemorySegment.ofArray(field), 0, length, isEnded(key), flip(key), target, at);
    }
}
