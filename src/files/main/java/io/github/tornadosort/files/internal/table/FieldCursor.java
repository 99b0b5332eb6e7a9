package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.Dialect.QUOTE;
import static io.github.tornadosort.files.internal.table.Dialect.QUOTES;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.internal.io.ByteSearch;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** Finds the fields of rows in memory, one after the other. */
public final class FieldCursor {
    private final MemorySegment text;
    private final long end;
    private final byte delimiter;
    private final long delimiters;
    private final boolean quotes;

    private long position;
    private int column = TableException.ROW;
    private long from;
    private long to;
    private boolean escaped;
    private boolean last;

    /**
     * @param text memory with the rows, which end with LF, and at least eight more bytes
     * @param end the end of the last row
     */
    public FieldCursor(MemorySegment text, long end, Dialect dialect) {
        this.text = text;
        this.end = end;
        this.delimiter = dialect.delimiter();
        this.delimiters = ByteSearch.repeated(delimiter);
        this.quotes = dialect.quotes();
    }

    /** Moves to the start of a row. */
    void moveTo(long row) {
        position = row;
        column = TableException.ROW;
        last = false;
    }

    /** Returns the offset of the next field. */
    public long position() {
        return position;
    }

    /** Returns the index of the column of the field. */
    int column() {
        return column;
    }

    /** Returns the offset of the content of the field, without its quotes. */
    long from() {
        return from;
    }

    /** Returns the end of the content of the field. */
    long to() {
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

    /** Returns the contents of all fields of a row, without quotes. The next field is then the first one of the next row. */
    public List<String> contents(long row, Charset charset) throws TableException {
        List<String> contents = new ArrayList<>();
        moveTo(row);
        do {
            next();
            String field = new String(text.asSlice(from, to - from).toArray(JAVA_BYTE), charset);
            contents.add(escaped ? field.replace("\"\"", "\"") : field);
        } while (!last);
        return contents;
    }

    /** Finds the next field, of the next row after the last field of a row. */
    void next() throws TableException {
        column = last ? 0 : column + 1;
        escaped = false;
        if (quotes && text.get(JAVA_BYTE, position) == QUOTE) {
            findQuoted();
        } else {
            findPlain();
        }
    }

    private void findPlain() {
        from = position;
        long at = from;
        long found;
        while ((found = ends(text.get(ByteSearch.WORD, at))) == 0) {
            at += Long.BYTES;
        }
        at = ByteSearch.first(found, at);
        last = text.get(JAVA_BYTE, at) == '\n';
        to = last && at > from && text.get(JAVA_BYTE, at - 1) == '\r' ? at - 1 : at;
        position = at + 1;
    }

    /** Returns the marks of the bytes of a word that end a field. */
    private long ends(long word) {
        return ByteSearch.equalBytes(word, delimiters) | ByteSearch.equalBytes(word, ByteSearch.LINE_FEEDS);
    }

    private void findQuoted() throws TableException {
        from = position + 1;
        to = ByteSearch.next(text, from, end, QUOTES);
        while (to < end && text.get(JAVA_BYTE, to + 1) == QUOTE) {
            escaped = true;
            to = ByteSearch.next(text, to + 2, end, QUOTES);
        }
        if (to >= end) {
            throw new TableException(position, column, "the quote at its start never ends");
        }
        long after = to + 1;
        byte next = text.get(JAVA_BYTE, after);
        if (next == '\r' && text.get(JAVA_BYTE, after + 1) == '\n') {
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
}
