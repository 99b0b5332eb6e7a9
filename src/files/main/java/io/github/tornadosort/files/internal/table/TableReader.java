package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads the rows of a file of delimited text, as many at a time as fit in a buffer. */
final class TableReader implements RowReader {

    private final TableFiles files;
    private final TableSpec spec;
    private final GuessedTypes types;
    private final Budget budget;
    private final MemorySegment buffer;
    private final LongConsumer progress;
    private final Header header;
    /** The columns of the keys. */
    private final int[] columns;
    /** The keys, and after them those that tell only whether rows are equal. */
    private final List<KeyColumn> keys = new ArrayList<>();
    private long unread;
    /** The range of the buffer that holds rows that were not returned. */
    private long from;
    private long end;
    /** The index in the table of the first byte of the buffer. */
    private long position;
    /** The line feeds before the buffer in the file that has its first byte. */
    private long lines;

    /**
     * Determines the columns and types of the keys.
     *
     * @param files reads the rows of the table
     * @param types the types of the keys, which are guessed if they were not
     * @param arena for a buffer that all threads access
     * @param progress receives the number of bytes read since the last call
     * @throws FileSortException if there is no column of a key, or the first rows have no such fields
     */
    TableReader(
            TableFiles files, TableSpec spec, GuessedTypes types, Budget budget, Arena arena, LongConsumer progress)
            throws FileSortException {
        this.files = files;
        this.spec = spec;
        this.types = types;
        this.columns = new int[spec.keys().size()];
        this.budget = budget;
        this.buffer = NativeMemory.allocate(arena, budget.text(files.bytes()) + RowFormat.SLACK);
        this.progress = progress;
        this.unread = files.bytes();
        this.lines = files.headerLines(files.part(0));
        this.header = header();
        fill();
        try {
            findTypes();
        } catch (TableException e) {
            throw failure(e);
        }
    }

    private Header header() throws FileSortException {
        Header found = null;
        try {
            found = new Header(files.first().fields(), spec);
            for (int key = 0; key < columns.length; key++) {
                TableKey named = spec.keys().get(key);
                columns[key] = found.columns() == 0 && named.index() >= 0 ? key : found.column(named);
                for (int other = 0; other < key; other++) {
                    if (columns[other] == columns[key]) {
                        throw new TableException(0, columns[key], "is the column of two keys");
                    }
                }
            }
            return found;
        } catch (TableException e) {
            throw ofFirstRow(e, found);
        }
    }

    /**
     * Returns an exception for a problem of the first row of the table.
     *
     * @param known describes columns, or null
     */
    private FileSortException ofFirstRow(TableException e, Header known) {
        String column = e.column() < 0
                ? ""
                : ", " + (known == null ? "column " + (e.column() + 1) : known.describe(e.column()));
        return new FileSortException(files.first().file(), "line 1" + column + ": " + e.getMessage());
    }

    /** Moves rows that were not returned to the start of the buffer, and fills the rest of it. */
    private void fill() throws FileSortException {
        if (from > 0 && unread > 0) {
            lines = lines(from);
            position += from;
            MemorySegment.copy(buffer, from, buffer, 0, end - from);
            end -= from;
            from = 0;
        }
        long length = Math.min(unread, buffer.byteSize() - RowFormat.SLACK - end);
        if (length > 0) {
            files.read(buffer.asSlice(end, length), progress);
            end += length;
            unread -= length;
        }
        if (unread == 0 && end > 0 && buffer.get(JAVA_BYTE, end - 1) != '\n') {
            addEnd();
        }
    }

    /** Ends the last row of the file as the header, or else as the first row in the buffer. */
    private void addEnd() {
        if (areEndsWithReturn()) {
            buffer.set(JAVA_BYTE, end++, (byte) '\r');
        }
        buffer.set(JAVA_BYTE, end++, (byte) '\n');
    }

    private boolean areEndsWithReturn() {
        byte[] before = files.preamble();
        int last = before.length - 1;
        if (last >= 0 && before[last] == '\n') {
            return last > 0 && before[last - 1] == '\r';
        }
        long feed = ByteSearch.next(buffer, 0, end, ByteSearch.LINE_FEEDS);
        return feed > 0 && feed < end && buffer.get(JAVA_BYTE, feed - 1) == '\r';
    }

    private void findTypes() throws TableException, FileSortException {
        FieldCursor fields = fields();
        fields.moveTo(from);
        types.guess(buffer, fields, blocks(end).end(), columns);
        setKeys();
    }

    private void setKeys() throws FileSortException {
        for (int key = 0; key < columns.length; key++) {
            keys.add(new KeyColumn(columns[key], types.type(key), spec.keys().get(key).descending()));
        }
        checkAssumption();
        for (int key = 0; spec.unique() && key < columns.length; key++) {
            if (types.isGuessed(key) && !types.type(key).isText()) {
                // Numbers may be equal and their texts not. A guess must not make rows equal.
                keys.add(new KeyColumn(columns[key], FieldType.TEXT, false));
            }
        }
    }

    /** Checks that a first row that is a header by default has no number in a column of numbers. */
    private void checkAssumption() throws FileSortException {
        for (KeyColumn key : keys) {
            if (header.isAssumed() && !key.type().isText() && accepts(key.type(), header.field(key.index()))) {
                throw ofFirstRow(new TableException(0, key.index(), "the first row has a number as the rows below; add"
                        + " --header if it has the names of the columns, or --no-header"), null);
            }
        }
    }

    private static boolean accepts(FieldType type, String field) {
        byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
        return type.accepts(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    private RowBlocks blocks(long to) {
        return new RowBlocks(buffer, from, to, to == end && unread == 0, spec.dialect());
    }

    @Override
    public byte[] preamble() {
        return files.preamble();
    }

    @Override
    public boolean isAtEnd() {
        return from == end && unread == 0;
    }

    @Override
    public KeyedRows next(long limit, SegmentAllocator memory) throws FileSortException {
        fill();
        try {
            KeyedRows rows = TableRows.of(buffer, blocks(end), false, this::encoder, limit, memory);
            if (rows.count() == 0 && !isAtEnd()) {
                throw tooLong();
            }
            from = rows.end();
            return rows;
        } catch (TableException e) {
            throw failure(e);
        }
    }

    private KeyEncoder encoder() {
        return new KeyEncoder(buffer, fields(), header.columns(), keys, spec.emptyFirst());
    }

    private FieldCursor fields() {
        return new FieldCursor(buffer, end, spec.dialect());
    }

    /**
     * Checks that this table has the header of another one, or as many columns.
     *
     * @throws FileSortException if it has not
     */
    void requireColumnsOf(TableReader other) throws FileSortException {
        header.requireColumnsOf(other.header, files.first().file(), other.files.first().file());
    }

    private FileSortException tooLong() throws FileSortException {
        Path file = file(from);
        String position = "line " + (lines(from) + 1) + ": ";
        RowScan scan = new RowScan(spec.dialect(), (byte) '\n');
        long length = scan.length(buffer, from, end, files, unread);
        return new FileSortException(
                file, position + (scan.isQuoted() ? "a quote in this row never ends" : budget.advice(length, 3 * length)));
    }

    private FileSortException failure(TableException e) {
        return new FileSortException(file(e.offset()), problem(e));
    }

    /** Names the line and the column of a field of the rows, and says what is wrong. */
    private String problem(TableException e) {
        String column = e.column() < 0 ? "" : ", " + header.describe(e.column());
        return "line " + (lines(e.offset()) + 1) + column + ": " + e.getMessage() + types.advice(e);
    }

    @Override
    public UnsortedException disorder(KeyedRows rows, int row, boolean isEqual) {
        long offset = rows.rows().offset(row);
        return new UnsortedException(file(offset), "line " + (lines(offset) + 1) + (isEqual
                ? ": this row has the same keys as one above it"
                : ": by its keys, this row comes before the one above it"));
    }

    @Override
    public FileSortException failure(KeyedRows rows, int row, String problem) {
        long offset = rows.rows().offset(row);
        return new FileSortException(file(offset), "line " + (lines(offset) + 1) + ": " + problem);
    }

    @Override
    public int endLength(MemorySegment row) {
        long size = row.byteSize();
        return size > 1 && row.get(JAVA_BYTE, size - 2) == '\r' ? 2 : 1;
    }

    private Path file(long offset) {
        return files.file(files.part(position + offset));
    }

    /** Counts the lines before an offset in the buffer, in the file that has the byte there. */
    private long lines(long offset) {
        int part = files.part(position + offset);
        long start = files.start(part) - position;
        return start > 0
                ? files.headerLines(part) + ByteSearch.count(buffer, start, offset, ByteSearch.LINE_FEEDS)
                : lines + ByteSearch.count(buffer, 0, offset, ByteSearch.LINE_FEEDS);
    }

    /** Says what was guessed: the header and types that were not given. Returns null if nothing was. */
    String guesses() {
        List<String> guesses = new ArrayList<>();
        if (header.isAssumed()) {
            guesses.add("row 1 is the header");
        }
        for (int key = 0; key < columns.length && header.columns() > 0; key++) {
            if (types.isGuessed(key)) {
                guesses.add(header.describe(keys.get(key).index()) + " is " + keys.get(key).type().label());
            }
        }
        return guesses.isEmpty() ? null : String.join(", ", guesses);
    }
}
