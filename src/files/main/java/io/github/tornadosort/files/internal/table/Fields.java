package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.RowEnds.QUOTE;

import io.github.tornadosort.files.CsvFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The fields of a row of a table: where the content of each is, without its quotes. */
final class Fields {
    private final byte delimiter;
    private final boolean quotes;
    private int count;
    private int[] from = new int[Long.BYTES];
    private int[] to = new int[Long.BYTES];
    /** Whether a content has quotes that are written as two. */
    private boolean[] escaped = new boolean[Long.BYTES];

    Fields(CsvFormat format) {
        this.delimiter = (byte) format.delimiter();
        this.quotes = format.quotes();
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
            throw new TableException(start, count, "the quote at its start never ends");
        }
        from[count] = start + 1;
        to[count] = quote;
        int after = text[quote + 1] == '\r' && text[quote + 2] == '\n' ? quote + 2 : quote + 1;
        if (text[after] != '\n' && text[after] != delimiter) {
            throw new TableException(start, count,
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

    int count() {
        return count;
    }

    int from(int column) {
        return from[column];
    }

    int to(int column) {
        return to[column];
    }

    /** Moves the content of a field to its start, with one quote for two. */
    void unescape(byte[] text, int column) {
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

    /** Returns the contents of the first row of a file. */
    List<String> contents(byte[] text) throws TableException {
        List<String> contents = new ArrayList<>();
        for (int column = 0; column < count; column++) {
            String content = new String(text, from[column], to[column] - from[column], StandardCharsets.UTF_8);
            boolean isQuoted = quotes && from[column] > 0 && text[from[column] - 1] == QUOTE;
            if (!isQuoted && content.indexOf('\r') >= 0) {
                throw new TableException(
                        from[column], column, "found a carriage return without a line feed; rows end with LF or CR LF");
            }
            contents.add(escaped[column] ? content.replace("\"\"", "\"") : content);
        }
        return contents;
    }
}
