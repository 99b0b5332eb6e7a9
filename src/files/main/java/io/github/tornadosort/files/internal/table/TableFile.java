package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.CsvFormat;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.ByteOrderMark;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.InputFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of a file of a table without its header, and what its first row says about the columns. */
final class TableFile extends FilterKeyReader {
    /** The most bytes of the beginning to read first. */
    private static final int SMALL = 1 << 16;
    /** The most bytes of the beginning to read. */
    private static final int LARGEST = 1 << 24;
    /** Names that are listed in a message. */
    private static final int LISTED = 20;
    /** The magic number, and the first byte of the first page. */
    private static final byte[] PARQUET = {'P', 'A', 'R', '1', 0x15};
    private static final byte[] ARROW = {'A', 'R', 'R', 'O', 'W', '1', 0};

    private final Path file;
    private final TableSpec spec;
    private final Head head;
    /** The first file that is not empty, up to this one. */
    private final TableFile first;

    /**
     * The beginning of a file.
     *
     * @param fields the fields of the first row without quotes; none if the file is empty
     * @param start the start of the first row: the end of a byte order mark, or 0
     * @param end the end of the first row, which is the end of the file if the row has no line end
     */
    private record Head(byte[] text, List<String> fields, int start, int end) {
        private String lineEnd() {
            return end - start > 1 && text[end - 1] == '\n' && text[end - 2] == '\r' ? "\r\n" : "\n";
        }
    }

    private TableFile(Path file, InputFile rows, TableSpec spec, Head head, TableFile before) {
        super(rows);
        this.file = file;
        this.spec = spec;
        this.head = head;
        this.first = before == null ? this : before;
    }

    /**
     * Opens a file. If its last row has no end, it gets that of the first row of the first file.
     *
     * @param before the first file of the same table that is not empty, or null if there is none yet
     * @param temporary the folder for a temporary file, if one is needed
     * @throws FileSortException if the file cannot be read, is not text, its first row has no end, or has another header
     */
    static TableFile open(Path file, TableSpec spec, TableFile before, Path temporary) throws FileSortException {
        InputFile reader = InputFile.open(file, temporary);
        try {
            Head head = read(file, reader, spec.dialect());
            InputFile rows = reader.from(
                    spec.mayHaveHeader() ? head.end : head.start, (before == null ? head : before.head).lineEnd());
            TableFile opened = new TableFile(file, rows, spec, head, before);
            if (before != null) {
                opened.requireHeaderOf(before);
            }
            return opened;
        } catch (Throwable e) {
            reader.close();
            throw e;
        }
    }

    private static Head read(Path file, InputFile reader, Dialect dialect) throws FileSortException {
        byte[] bytes = new byte[0];
        int read = 0;
        for (int size = SMALL; read < LARGEST; size *= 2) {
            int length = (int) Math.min(size, reader.bytes());
            bytes = Arrays.copyOf(bytes, length + RowFormat.SLACK);
            reader.read(MemorySegment.ofArray(bytes).asSlice(read, length - read));
            read = length;
            Head head = find(file, bytes, read, read == reader.bytes(), dialect);
            if (head != null) {
                return head;
            }
        }
        throw new FileSortException(file, "line 1: the first row has more than " + LARGEST
                + " bytes; check whether a quote never ends, or rows end with CR alone");
    }

    /** Returns the first row, or null if more bytes are needed to find its end. */
    private static Head find(Path file, byte[] text, int length, boolean whole, Dialect dialect) throws FileSortException {
        MemorySegment memory = MemorySegment.ofArray(text);
        int start = start(file, memory, length);
        int end = length;
        if (whole && end > start && text[end - 1] != '\n') {
            text[end++] = '\n';
        }
        if (start == end) {
            return new Head(text, List.of(), start, start);
        }
        if (!whole && new RowEnds((byte) '\n', dialect, 0).new Scan().end(memory, start, end) < 0) {
            return null;
        }
        FieldCursor fields = new FieldCursor(dialect);
        fields.moveTo(text, start, end);
        try {
            List<String> names = fields.contents();
            return new Head(text, names, start, Math.min(fields.position(), length));
        } catch (TableException e) {
            throw new FileSortException(file, "line 1, column " + (e.column() + 1) + ": " + e.getMessage());
        }
    }

    /**
     * Returns the start of the first row of a text: the end of a byte order mark, or 0.
     *
     * @throws FileSortException if the file is in UTF-16, or a Parquet or an Arrow file
     */
    private static int start(Path file, MemorySegment text, long end) throws FileSortException {
        if (ByteOrderMark.isOfUtf16(text, end)) {
            throw new FileSortException(file, "byte 0: expected text in UTF-8 or another extension of ASCII, found UTF-16");
        }
        boolean isParquet = startsWith(text, end, PARQUET);
        if (isParquet || startsWith(text, end, ARROW)) {
            throw new FileSortException(file,
                    "byte 0: expected a table of text, found " + (isParquet ? "a Parquet" : "an Arrow")
                            + " file; convert it to .csv, for example by DuckDB or pyarrow");
        }
        return ByteOrderMark.length(text, end);
    }

    private static boolean startsWith(MemorySegment text, long end, byte[] start) {
        return end >= start.length && text.asSlice(0, start.length).mismatch(MemorySegment.ofArray(start)) < 0;
    }

    /** Returns the first file that is not empty, up to this one, or this one. */
    TableFile first() {
        return first;
    }

    /** Returns the number of lines of the header. */
    long headerLines() {
        return spec.mayHaveHeader()
                ? ByteSearch.count(MemorySegment.ofArray(head.text), 0, head.end, ByteSearch.LINE_FEEDS)
                : 0;
    }

    /** Returns what comes before the rows: a byte order mark and the header. */
    byte[] preamble() {
        return Arrays.copyOf(head.text, spec.mayHaveHeader() ? head.end : head.start);
    }

    Path file() {
        return file;
    }

    /** Returns the number of columns, which is 0 if the file is empty. */
    int columns() {
        return head.fields.size();
    }

    private boolean hasHeader() {
        return columns() > 0 && spec.mayHaveHeader();
    }

    /** Returns whether the first row is a header by default only: nothing else says so. */
    boolean isAssumed() {
        return hasHeader() && spec.header() == CsvFormat.Header.ASSUMED && !hasNamedKeys();
    }

    private boolean hasNamedKeys() {
        return spec.keys().stream().anyMatch(key -> key.name() != null);
    }

    /** Returns the text of a field of the first row. */
    String field(int column) {
        return head.fields.get(column);
    }

    /** Describes a column for a message: its number, and its name if there is one. */
    String describe(int column) {
        boolean isNamed = hasHeader() && column < columns() && !field(column).isEmpty();
        return "column " + (column + 1) + (isNamed ? " '" + field(column) + "'" : "");
    }

    /**
     * Returns the columns of the keys.
     *
     * @throws FileSortException if there is none of a key, or one of two keys, or names of columns are not distinct
     */
    int[] columnsOfKeys() throws FileSortException {
        for (int column = 0; hasHeader() && hasNamedKeys() && column < columns(); column++) {
            int other = head.fields.indexOf(field(column));
            if (other < column && !field(column).isEmpty()) {
                throw failure(", column " + (column + 1) + ": repeats the name of column " + (other + 1)
                        + "; give keys by the numbers of their columns");
            }
        }
        int[] columns = new int[spec.keys().size()];
        for (int key = 0; key < columns.length; key++) {
            TableKey named = spec.keys().get(key);
            columns[key] = columns() == 0 && named.name() == null ? key : column(named);
            for (int other = 0; other < key; other++) {
                if (columns[other] == columns[key]) {
                    throw failure(", " + describe(columns[key]) + ": is the column of two keys");
                }
            }
        }
        return columns;
    }

    private int column(TableKey key) throws FileSortException {
        int index = key.name() == null ? key.index() : hasHeader() ? head.fields.indexOf(key.name()) : -1;
        if (index >= 0 && index < columns()) {
            return index;
        }
        String column = key.name() == null ? Integer.toString(key.index() + 1) : key.name();
        String found = columns() == 0
                ? "the file is empty"
                : hasHeader() ? "the columns are " + list(head.fields) : "columns have numbers from 1 to " + columns();
        boolean isName = key.name() == null && hasHeader() && head.fields.contains(column);
        throw failure(": there is no column '" + column + "', " + found
                + (isName ? "; column(String) is for the name of a column" : ""));
    }

    /** Returns an exception for a problem of the first row. */
    FileSortException failure(String problem) {
        return new FileSortException(file, "line 1" + problem);
    }

    /**
     * Checks that the header of this file is that of another one.
     *
     * @throws FileSortException if it is not
     */
    void requireHeaderOf(TableFile other) throws FileSortException {
        if (hasHeader() && !head.fields.equals(other.head.fields)) {
            throw failure(": expected the header of " + other.file + ", " + list(other.head.fields) + ", found "
                    + list(head.fields));
        }
    }

    /** Checks that this file has the header of another one, or as many columns. */
    void requireColumnsOf(TableFile other) throws FileSortException {
        requireHeaderOf(other);
        if (columns() != other.columns()) {
            throw failure(": expected " + other.columns() + " fields as in " + other.file + ", found " + columns());
        }
    }

    /** Returns names for a message. */
    private static String list(List<String> names) {
        return names.stream().limit(LISTED).map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                + (names.size() > LISTED ? ", ..." : "");
    }
}
