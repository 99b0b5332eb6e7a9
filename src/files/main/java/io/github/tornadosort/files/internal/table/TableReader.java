package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.runs.Budget;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads the rows of files of delimited text. */
final class TableReader extends RowReader {
    private final Parts files;
    private final TableSpec spec;
    private final GuessedTypes types;
    private final Header header;
    /** The columns of the keys. */
    private final int[] columns;
    /** The keys, and after them those that tell only whether rows are equal. */
    private final List<TableKey> keys = new ArrayList<>();

    /**
     * Determines the columns and types of the keys.
     *
     * @param types the types of the keys, which are guessed if they were not
     * @throws FileSortException if there is no column of a key, or the first rows have no such fields
     */
    TableReader(Parts files, TableSpec spec, GuessedTypes types, Budget budget, Arena arena, LongConsumer progress)
            throws FileSortException {
        super(files, spec.dialect(), (byte) '\n', 0, budget, arena, progress);
        this.files = files;
        this.spec = spec;
        this.types = types;
        this.columns = new int[spec.keys().size()];
        this.header = header();
        try {
            types.guess(buffer(), fields(), blocks().end(), columns);
        } catch (TableException e) {
            throw failure(e);
        }
        setKeys();
    }

    private Header header() throws FileSortException {
        Header found = null;
        try {
            found = new Header(files.first().fields(), spec);
            for (int key = 0; key < columns.length; key++) {
                TableKey named = spec.keys().get(key);
                columns[key] = found.columns() == 0 && named.name() == null ? key : found.column(named);
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

    /** Ends the last row of the file as the header, or else as the first row in the buffer. */
    @Override
    protected String missingEnd(MemorySegment rows, long last) {
        byte[] before = preamble();
        int feed = before.length - 1;
        boolean hasReturn;
        if (feed >= 0 && before[feed] == '\n') {
            hasReturn = feed > 0 && before[feed - 1] == '\r';
        } else {
            long first = ByteSearch.next(rows, 0, last, ByteSearch.LINE_FEEDS);
            hasReturn = first > 0 && first < last && rows.get(JAVA_BYTE, first - 1) == '\r';
        }
        return hasReturn ? "\r\n" : "\n";
    }

    private void setKeys() throws FileSortException {
        for (int key = 0; key < columns.length; key++) {
            keys.add(new TableKey(columns[key], null, types.type(key), spec.keys().get(key).descending()));
        }
        checkAssumption();
        for (int key = 0; spec.unique() && key < columns.length; key++) {
            if (types.isGuessed(key) && !types.type(key).isText()) {
                // Numbers may be equal and their texts not. A guess must not make rows equal.
                keys.add(new TableKey(columns[key], null, FieldType.TEXT, false));
            }
        }
    }

    /** Checks that a first row that is a header by default has no number in a column of numbers. */
    private void checkAssumption() throws FileSortException {
        for (TableKey key : keys) {
            if (header.isAssumed() && !key.type().isText() && accepts(key.type(), header.field(key.index()))) {
                throw ofFirstRow(new TableException(0, key.index(), "the first row has a number as the rows below; say"
                        + " withHeader() if it has the names of the columns, or withoutHeader()"), null);
            }
        }
    }

    private static boolean accepts(FieldType type, String field) {
        byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
        return type.accepts(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    @Override
    protected RowEncoder encoder(MemorySegment rows, long last) {
        return new KeyEncoder(rows, new FieldCursor(rows, last, spec.dialect()), header.columns(), keys, spec.emptyFirst());
    }

    /**
     * Checks that this table has the header of another one, or as many columns.
     *
     * @throws FileSortException if it has not
     */
    void requireColumnsOf(TableReader other) throws FileSortException {
        header.requireColumnsOf(other.header, files.first().file(), other.files.first().file());
    }

    @Override
    protected String explain(TableException e) {
        String column = e.column() < 0 ? "" : ", " + header.describe(e.column());
        return column + ": " + e.getMessage() + types.advice(e);
    }

    @Override
    protected String disorder(MemorySegment row, boolean isEqual) {
        return isEqual
                ? "this row has the same keys as one above it"
                : "by its keys, this row comes before the one above it";
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
