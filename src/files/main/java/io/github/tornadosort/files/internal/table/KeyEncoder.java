package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.CsvFormat;
import java.util.List;

/**
 * Encodes the keys of rows of tables as byte strings whose order is that of the rows. So one sort of strings sorts by any number
 * of keys, and runs on disk are merged without parsing their rows again. {@link EncodedKeys} describes their format.
 */
final class KeyEncoder implements RowFormat.Encoder {
    private final Fields fields;
    private final int columns;
    private final TableKey[] keys;
    private final FieldType.Encoding[] encodings;
    private final byte empty;

    /** @param columns number of fields of each row */
    KeyEncoder(CsvFormat format, int columns, List<TableKey> keys) {
        this.fields = new Fields(format);
        this.columns = columns;
        this.keys = keys.toArray(new TableKey[0]);
        this.encodings = keys.stream().map(key -> key.type().encoding()).toArray(FieldType.Encoding[]::new);
        this.empty = format.nullsFirst() ? EncodedKeys.NULL_FIRST : EncodedKeys.NULL_LAST;
    }

    @Override
    public int encode(byte[] text, int row, int end, EncodedKeys keysOfRows) throws TableException {
        int next = fields.split(text, row, end);
        if (fields.count() != columns) {
            throw new TableException(row, TableException.ROW,
                    "expected " + (columns == 1 ? "1 field" : columns + " fields") + " as in the first row, found "
                            + fields.count());
        }
        long most = 0;
        for (TableKey key : keys) {
            most += 2L * (fields.to(key.index()) - fields.from(key.index())) + FieldType.MOST_EXTRA;
        }
        byte[] target = keysOfRows.withRoom(most, row);
        int at = keysOfRows.size();
        for (int key = 0; key < keys.length; key++) {
            at = encode(text, key, target, at);
        }
        keysOfRows.setSize(at);
        return next;
    }

    private int encode(byte[] text, int key, byte[] target, int start) throws TableException {
        int column = keys[key].index();
        int from = fields.from(column);
        boolean isEmpty = from == fields.to(column);
        target[start] = isEmpty ? empty : EncodedKeys.VALUE;
        int at = start + 1;
        if (isEmpty) {
            return at;
        }
        boolean descending = keys[key].descending();
        if (encodings[key] == null) {
            fields.unescape(text, column);
            at = EncodedKeys.bytes(text, from, fields.to(column), descending || key + 1 < keys.length, target, at);
        } else {
            try {
                at = encodings[key].encode(text, from, fields.to(column), target, at);
            } catch (IllegalArgumentException e) {
                throw new TableException(from, column, key, e.getMessage());
            }
        }
        if (descending) {
            EncodedKeys.invert(target, start + 1, at);
        }
        return at;
    }
}
