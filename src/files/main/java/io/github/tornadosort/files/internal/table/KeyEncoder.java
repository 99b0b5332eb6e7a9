package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.Dialect.QUOTE;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.NumberText;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the keys of rows of tables as byte strings whose order is that of the rows. So one sort of strings sorts by any number
 * of keys, and runs on disk are merged without parsing their rows again. {@link EncodedKeys} describes their format.
 */
final class KeyEncoder implements RowEncoder {
    /** The most bytes of a key in addition to twice those of its field. */
    private static final int MOST_EXTRA = 2 * Long.BYTES;

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
    private final int[] from;
    private final int[] to;
    private final boolean[] escaped;

    /** @param columns number of fields of each row */
    KeyEncoder(Dialect dialect, int columns, List<TableKey> keys, boolean emptyFirst) {
        this.fields = new FieldCursor(dialect);
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
        this.from = new int[this.keys.length];
        this.to = new int[this.keys.length];
        this.escaped = new boolean[this.keys.length];
    }

    @Override
    public int encode(byte[] text, int row, int end, EncodedKeys keysOfRows) throws TableException {
        fields.moveTo(text, row, end);
        long most = 0;
        do {
            fields.next();
            int column = fields.column();
            for (int key = column < columns ? keyOf[column] : -1; key >= 0; key = before[key]) {
                from[key] = fields.from();
                to[key] = fields.to();
                escaped[key] = fields.isEscaped();
                most += 2L * (to[key] - from[key]) + MOST_EXTRA;
            }
        } while (!fields.isLast());
        if (fields.column() + 1 != columns) {
            throw new TableException(row, TableException.ROW,
                    "expected " + (columns == 1 ? "1 field" : columns + " fields") + " as in the first row, found "
                            + (fields.column() + 1));
        }
        byte[] target = keysOfRows.withRoom(most, row);
        int at = keysOfRows.size();
        for (int key = 0; key < keys.length; key++) {
            at = encode(text, key, target, at);
        }
        keysOfRows.setSize(at);
        return fields.position();
    }

    private int encode(byte[] text, int key, byte[] target, int start) throws TableException {
        boolean isEmpty = from[key] == to[key];
        target[start] = isEmpty ? empty : EncodedKeys.VALUE;
        int at = start + 1;
        if (isEmpty) {
            return at;
        }
        boolean descending = keys[key].descending();
        try {
            if (numbers[key] != null) {
                at = EncodedKeys.number(
                        numbers[key].parse(text, from[key], to[key]), keys[key].type().number().bytes(), target, at);
            } else if (keys[key].type().isDecimal()) {
                at = decimal.encode(text, from[key], to[key], target, at);
            } else {
                if (escaped[key]) {
                    unescape(text, key);
                }
                at = EncodedKeys.bytes(text, from[key], to[key], descending || key + 1 < keys.length, target, at);
            }
        } catch (IllegalArgumentException e) {
            throw new TableException(from[key], keys[key].index(), key, e.getMessage());
        }
        if (descending) {
            EncodedKeys.invert(target, start + 1, at);
        }
        return at;
    }

    /** Moves the content of a field to its start, with one quote for two. Another key may be that of the same field. */
    private void unescape(byte[] text, int key) {
        int length = from[key];
        for (int i = from[key]; i < to[key]; i++) {
            text[length++] = text[i];
            i += text[i] == QUOTE ? 1 : 0;
        }
        for (int other = keyOf[keys[key].index()]; other >= 0; other = before[other]) {
            to[other] = length;
            escaped[other] = false;
        }
    }
}
