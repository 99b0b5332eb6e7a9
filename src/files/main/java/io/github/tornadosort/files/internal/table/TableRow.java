package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.RowEnds.QUOTE;

import io.github.tornadosort.files.CsvFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits the rows of a table into fields, and encodes the keys of rows as byte strings whose order is that of the rows. So one sort
 * of strings sorts by any number of keys, and runs on disk are merged without parsing their rows again. {@link EncodedKeys}
 * describes their format.
 */
final class TableRow implements RowFormat.Encoder {
    private final byte delimiter;
    private final boolean quotes;
    private final byte empty;
    private final int columns;
    private final TableKey[] keys;
    private final FieldType.Encoding[] encodings;
    private int count;
    /** Where the content of each field is, without its quotes. */
    private int[] from = new int[Long.BYTES];
    private int[] to = new int[Long.BYTES];
    /** Whether a content has quotes that are written as two. */
    private boolean[] escaped = new boolean[Long.BYTES];

    /** @param columns number of fields of each row that has keys */
    TableRow(CsvFormat format, int columns, List<TableKey> keys) {
        this.delimiter = (byte) format.delimiter();
        this.quotes = format.quotes();
        this.empty = format.nullsFirst() ? EncodedKeys.NULL_FIRST : EncodedKeys.NULL_LAST;
        this.columns = columns;
        this.keys = keys.toArray(new TableKey[0]);
        this.encodings = keys.stream().map(key -> key.type().encoding()).toArray(FieldType.Encoding[]::new);
    }

    /** Creates one without keys. */
    TableRow(CsvFormat format) {
        this(format, 0, List.of());
    }

    /**
     * Splits a row.
     *
     * @param text rows, which end with LF, and at least two more bytes
     * @param end the end of the last row
     * @return the end of the row
     */
    int split(byte[] text, int row, int end) throws TableException {
        int at = row;
        for (count = 0;;) {
            if (count == from.length) {
                from = Arrays.copyOf(from, 2 * count);
                to = Arrays.copyOf(to, 2 * count);
                escaped = Arrays.copyOf(escaped, 2 * count);
            }
            if (quotes && text[at] == QUOTE) {
                at = splitQuoted(text, at, end);
            } else {
                int start = at;
                byte value = text[at];
                while (value != delimiter && value != '\n') {
                    value = text[++at];
                }
                from[count] = start;
                to[count] = value == '\n' && at > start && text[at - 1] == '\r' ? at - 1 : at;
                escaped[count] = false;
            }
            count++;
            if (text[at++] == '\n') {
                return at;
            }
        }
    }

    /** Returns the end of the field with its quotes. */
    private int splitQuoted(byte[] text, int start, int end) throws TableException {
        int quote = nextQuote(text, start + 1, end);
        escaped[count] = false;
        while (quote < end && text[quote + 1] == QUOTE) {
            escaped[count] = true;
            quote = nextQuote(text, quote + 2, end);
        }
        if (quote >= end) {
            throw new TableException(start, count, TableException.NONE, "the quote at its start never ends");
        }
        from[count] = start + 1;
        to[count] = quote;
        int after = text[quote + 1] == '\r' && text[quote + 2] == '\n' ? quote + 2 : quote + 1;
        if (text[after] != '\n' && text[after] != delimiter) {
            throw new TableException(start, count, TableException.NONE,
                    "expected the delimiter or the end of the row after the quoted field, found '"
                            + (char) (text[after] & 0xff) + "'");
        }
        return after;
    }

    private static int nextQuote(byte[] text, int start, int end) {
        int at = start;
        while (at < end && text[at] != QUOTE) {
            at++;
        }
        return at;
    }

    @Override
    public int encode(byte[] text, int row, int end, EncodedKeys keysOfRows) throws TableException {
        int next = split(text, row, end);
        if (count != columns) {
            throw TableException.ofRow(row,
                    "expected " + (columns == 1 ? "1 field" : columns + " fields") + " as in the first row, found "
                            + count);
        }
        long most = 0;
        for (TableKey key : keys) {
            most += 2L * (to[key.index()] - from[key.index()]) + FieldType.MOST_EXTRA;
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
        int first = from[column];
        boolean isEmpty = first == to[column];
        target[start] = isEmpty ? empty : EncodedKeys.VALUE;
        int at = start + 1;
        if (isEmpty) {
            return at;
        }
        boolean descending = keys[key].descending();
        if (encodings[key] == null) {
            unescape(text, column);
            at = EncodedKeys.bytes(text, first, to[column], descending || key + 1 < keys.length, target, at);
        } else {
            try {
                at = encodings[key].encode(text, first, to[column], target, at);
            } catch (IllegalArgumentException e) {
                throw new TableException(first, column, key, e.getMessage());
            }
        }
        if (descending) {
            EncodedKeys.invert(target, start + 1, at);
        }
        return at;
    }

    /** Moves the content of a field to its start, with one quote for two. */
    private void unescape(byte[] text, int column) {
        if (!escaped[column]) {
            return;
        }
        int length = from[column];
        for (int i = from[column]; i < to[column]; i++) {
            text[length++] = text[i];
            i += text[i] == QUOTE ? 1 : 0;
        }
        to[column] = length;
        escaped[column] = false;
    }

    /** Returns the least type of a column to which its field belongs, and one before it. An empty field has every type. */
    FieldType guess(byte[] text, int column, FieldType before) {
        FieldType type = before;
        while (column < count && from[column] < to[column] && !type.accepts(text, from[column], to[column])) {
            type = type.equals(FieldType.INT64) ? FieldType.DECIMAL : FieldType.TEXT;
        }
        return type;
    }

    /** Returns the contents of the first row of a file. */
    List<String> contents(byte[] text) throws TableException {
        List<String> contents = new ArrayList<>();
        for (int column = 0; column < count; column++) {
            String content = new String(text, from[column], to[column] - from[column], StandardCharsets.UTF_8);
            boolean isQuoted = quotes && from[column] > 0 && text[from[column] - 1] == QUOTE;
            if (!isQuoted && content.indexOf('\r') >= 0) {
                throw new TableException(
                        from[column], column, TableException.NONE,
                        "found a carriage return without a line feed; rows end with LF or CR LF");
            }
            contents.add(escaped[column] ? content.replace("\"\"", "\"") : content);
        }
        return contents;
    }
}
