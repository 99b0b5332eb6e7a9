package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.Dialect.QUOTE;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Finds the fields of a row, one after the other. */
final class FieldCursor {
    private final byte delimiter;
    private final boolean quotes;

    private byte[] text;
    private int end;
    private int position;
    private int column;
    private int from;
    private int to;
    private boolean escaped;
    private boolean last;

    FieldCursor(Dialect dialect) {
        this.delimiter = dialect.delimiter();
        this.quotes = dialect.quotes();
    }

    /**
     * Moves to the start of a row.
     *
     * @param rows rows, which end with LF, and at least one more byte
     * @param endOfLast the end of the last row
     */
    void moveTo(byte[] rows, int row, int endOfLast) {
        text = rows;
        end = endOfLast;
        position = row;
        column = TableException.ROW;
        last = false;
    }

    /** Returns the offset of the next field, or of the next row. */
    int position() {
        return position;
    }

    /** Returns the index of the column of the field. */
    int column() {
        return column;
    }

    /** Returns the offset of the content of the field, without its quotes. */
    int from() {
        return from;
    }

    /** Returns the end of the content of the field. */
    int to() {
        return to;
    }

    /** Returns whether the content has quotes that are written as two. */
    boolean isEscaped() {
        return escaped;
    }

    /** Returns whether the field is the last one of its row. */
    boolean isLast() {
        return last;
    }

    /** Returns the contents of the fields of the first row of a file, without quotes. */
    List<String> contents() throws TableException {
        List<String> contents = new ArrayList<>();
        do {
            boolean isQuoted = quotes && text[position] == QUOTE;
            next();
            String field = new String(text, from, to - from, StandardCharsets.UTF_8);
            if (!isQuoted && field.indexOf('\r') >= 0) {
                throw new TableException(from, column,
                        "found a carriage return without a line feed; rows end with LF or CR LF");
            }
            contents.add(escaped ? field.replace("\"\"", "\"") : field);
        } while (!last);
        return contents;
    }

    /** Finds the next field of the row, which is not the one after the last. */
    void next() throws TableException {
        column++;
        escaped = false;
        if (quotes && text[position] == QUOTE) {
            findQuoted();
            return;
        }
        int at = position;
        byte value = text[at];
        while (value != delimiter && value != '\n') {
            value = text[++at];
        }
        from = position;
        last = value == '\n';
        to = last && at > from && text[at - 1] == '\r' ? at - 1 : at;
        position = at + 1;
    }

    private void findQuoted() throws TableException {
        from = position + 1;
        to = nextQuote(from);
        while (to < end && text[to + 1] == QUOTE) {
            escaped = true;
            to = nextQuote(to + 2);
        }
        if (to >= end) {
            throw new TableException(position, column, "the quote at its start never ends");
        }
        int after = to + 1;
        byte next = text[after];
        if (next == '\r' && text[after + 1] == '\n') {
            after++;
            next = '\n';
        }
        last = next == '\n';
        if (!last && next != delimiter) {
            throw new TableException(position, column,
                    "expected the delimiter or the end of the row after the quoted field, found '" + (char) (next & 0xff)
                            + "'");
        }
        position = after + 1;
    }

    private int nextQuote(int start) {
        int at = start;
        while (at < end && text[at] != QUOTE) {
            at++;
        }
        return at;
    }
}
