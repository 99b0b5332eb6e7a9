package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.CsvFormat;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.ForeignFormat;
import io.github.tornadosort.files.internal.io.InputFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The first row of a file of a table, and what it says about the columns.
 *
 * @param text the beginning of the file
 * @param fields the fields of the first row without quotes; none if the file is empty
 * @param start the start of the first row: the end of a byte order mark, or 0
 * @param end the end of the first row, which is the end of the file if the row has no line end
 */
record Header(Path file, CsvFormat format, byte[] text, List<String> fields, int start, int end) {
    /** The most bytes of the beginning to read first. */
    private static final int SMALL = 1 << 16;
    /** The most bytes of the beginning to read. */
    private static final int LARGEST = 1 << 24;
    /** Names that are listed in a message. */
    private static final int LISTED = 20;

    /**
     * Reads the first row of a file.
     *
     * @throws FileSortException if the file cannot be read, is not text, or its first row has no end
     */
    static Header read(Path file, InputFile reader, CsvFormat format) throws FileSortException {
        int start = ForeignFormat.markLength(reader);
        byte[] bytes = new byte[0];
        int read = 0;
        for (int size = SMALL; read < LARGEST; size *= 2) {
            int length = (int) Math.min(size, reader.bytes());
            bytes = Arrays.copyOf(bytes, length + RowFormat.SLACK);
            reader.read(MemorySegment.ofArray(bytes).asSlice(read, length - read));
            read = length;
            Header header = find(file, format, bytes, start, read, read == reader.bytes());
            if (header != null) {
                return header;
            }
        }
        throw new FileSortException(file, "line 1: the first row has more than " + LARGEST
                + " bytes; check whether a quote never ends, or rows end with CR alone");
    }

    /** Returns the first row, or null if more bytes are needed to find its end. */
    private static Header find(Path file, CsvFormat format, byte[] text, int start, int length, boolean whole)
            throws FileSortException {
        MemorySegment memory = MemorySegment.ofArray(text);
        int end = length;
        if (whole && end > start && text[end - 1] != '\n') {
            text[end++] = '\n';
        }
        if (start == end) {
            return new Header(file, format, text, List.of(), start, start);
        }
        if (!whole && !new RowEnds((byte) '\n', format, 0).hasRow(memory, start, end)) {
            return null;
        }
        TableRow row = new TableRow(format);
        try {
            end = row.split(text, start, end);
            return new Header(file, format, text, row.contents(text), start, Math.min(end, length));
        } catch (TableException e) {
            throw new FileSortException(file, "line 1, column " + (e.column + 1) + ": " + e.getMessage());
        }
    }

    /** Returns what ends the first row, for a last row without an end. */
    String lineEnd() {
        return end - start > 1 && text[end - 1] == '\n' && text[end - 2] == '\r' ? "\r\n" : "\n";
    }

    /** Returns the start of the rows that are sorted. */
    int rows() {
        return format.header() == CsvFormat.Header.ABSENT ? start : end;
    }

    /** Returns what comes before the rows: a byte order mark and the names of the columns. */
    byte[] preamble() {
        return Arrays.copyOf(text, rows());
    }

    /** Returns the number of columns, which is 0 if the file is empty. */
    int columns() {
        return fields.size();
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Returns whether the first row has the names of the columns. */
    boolean hasNames() {
        return !isEmpty() && format.header() != CsvFormat.Header.ABSENT;
    }

    /** Describes a column for a message: its number, and its name if there is one. */
    String describe(int column) {
        boolean isNamed = hasNames() && column < columns() && !fields.get(column).isEmpty();
        return "column " + (column + 1) + (isNamed ? " '" + fields.get(column) + "'" : "");
    }

    /**
     * Returns the columns of keys.
     *
     * @throws FileSortException if there is none of a key, or one of two keys, or names of columns are not distinct
     */
    int[] columns(List<TableKey> keys) throws FileSortException {
        boolean areNamed = hasNames() && keys.stream().anyMatch(key -> key.name() != null);
        for (int column = 0; areNamed && column < columns(); column++) {
            int other = fields.indexOf(fields.get(column));
            if (other < column && !fields.get(column).isEmpty()) {
                throw failure(", column " + (column + 1) + ": repeats the name of column " + (other + 1)
                        + "; give keys by the numbers of their columns");
            }
        }
        int[] columns = new int[keys.size()];
        for (int key = 0; key < columns.length; key++) {
            TableKey of = keys.get(key);
            columns[key] = isEmpty() && of.name() == null ? key : column(of);
            for (int other = 0; other < key; other++) {
                if (columns[other] == columns[key]) {
                    throw failure(", " + describe(columns[key]) + ": is the column of two keys");
                }
            }
        }
        return columns;
    }

    private int column(TableKey key) throws FileSortException {
        int index = key.name() == null ? key.index() : hasNames() ? fields.indexOf(key.name()) : -1;
        if (index >= 0 && index < columns()) {
            return index;
        }
        String column = key.name() == null ? Integer.toString(key.index() + 1) : key.name();
        String found = isEmpty()
                ? "the file is empty"
                : hasNames() ? "the columns are " + list() : "columns have numbers from 1 to " + columns();
        boolean isName = key.name() == null && hasNames() && fields.contains(column);
        throw failure(": there is no column '" + column + "', " + found
                + (isName ? "; column(String) is for the name of a column" : ""));
    }

    /** Returns an exception for a problem of the first row. */
    FileSortException failure(String problem) {
        return new FileSortException(file, "line 1" + problem);
    }

    /**
     * Checks that this file has the names of columns of another one.
     *
     * @throws FileSortException if it has not
     */
    void requireNamesOf(Header other) throws FileSortException {
        if (hasNames() && other.hasNames() && !fields.equals(other.fields)) {
            throw failure(": expected the header of " + other.file + ", " + other.list() + ", found " + list());
        }
    }

    /** Checks that this file has the names of columns of another one, or as many columns. */
    void requireColumnsOf(Header other) throws FileSortException {
        requireNamesOf(other);
        if (columns() != other.columns()) {
            throw failure(": expected " + other.columns() + " fields as in " + other.file + ", found " + columns());
        }
    }

    /** Returns the names for a message. */
    private String list() {
        return fields.stream().limit(LISTED).map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                + (columns() > LISTED ? ", ..." : "");
    }
}
