package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.CsvFormat;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.ForeignFormat;
import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows of tables of delimited text. Types of keys that were not given are guessed once for all inputs, by the first rows that are
 * read: int64 if all fields have it, otherwise decimal, otherwise text.
 */
public final class TableFormat implements RowFormat {
    /** The number of rows that a guess reads; fewer if they do not fit in memory. */
    private static final int ROWS = 10_000;

    private final CsvFormat format;
    private final List<TableKey> given;
    private final boolean unique;
    private final Consumer<String> messages;
    /** The types of the keys, and their columns. */
    private final FieldType[] types;
    private int[] columns;
    /** The rows that guesses may still read. */
    private int left = ROWS;
    /** The header of the first file that is not empty, or an empty one before there is another. */
    private Header header;
    /** The keys, and after them those that tell only whether rows are equal. */
    private List<TableKey> keys = List.of();

    /**
     * @param keys the keys to sort by, the primary key first
     * @param unique whether only the first of rows with equal keys is wanted. Numbers whose type is guessed are equal if their
     *     texts are.
     * @param messages receives a line about what was guessed
     */
    public TableFormat(CsvFormat format, List<TableKey> keys, boolean unique, Consumer<String> messages) {
        this.format = format;
        this.given = keys;
        this.unique = unique;
        this.messages = messages;
        this.columns = new int[keys.size()];
        this.types = keys.stream().map(key -> key.type() == null ? FieldType.INT64 : key.type()).toArray(FieldType[]::new);
    }

    @Override
    public String kind() {
        return "row";
    }

    @Override
    public RowEnds ends() {
        return new RowEnds((byte) '\n', format, 0);
    }

    /** If the last row of a file has no end, it gets that of the first row of the first file. */
    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        Header[] first = {null};
        return Parts.of(files, 1, file -> InputFile.open(file, temporary, input -> {
            ForeignFormat.refuseColumns(input);
            Header opened = Header.read(file, input, format);
            if (first[0] == null || first[0].isEmpty()) {
                first[0] = opened;
            }
            opened.requireNamesOf(first[0]);
            return input.from(opened.rows(), first[0].lineEnd());
        })).with(first[0]);
    }

    @Override
    public void begin(RowReader input) throws FileSortException {
        Header first = input.parts().header();
        columns = first.columns(given);
        if (header == null || header.isEmpty()) {
            header = first;
        } else if (!first.isEmpty()) {
            first.requireColumnsOf(header);
        }
        try {
            guess(input);
        } catch (TableException e) {
            throw input.failure(e);
        }
        keys = keys();
        for (TableKey key : keys) {
            if (isAssumed(first) && !key.type().isText() && accepts(key.type(), first.fields().get(key.index()))) {
                throw first.failure(", column " + (key.index() + 1) + ": the first row has a number as the rows below; say"
                        + " withHeader() if it has the names of the columns, or withoutHeader()");
            }
        }
    }

    /** Returns whether the first row is a header by default only: nothing else says so. */
    private boolean isAssumed(Header first) {
        return first.hasNames() && format.header() == CsvFormat.Header.ASSUMED
                && given.stream().allMatch(key -> key.name() == null);
    }

    private boolean isGuessed(int key) {
        return given.get(key).type() == null;
    }

    /** Guesses the types by the first rows, unless that was done. */
    private void guess(RowReader input) throws TableException {
        long[] blocks = input.blocks();
        TableRow fields = new TableRow(format);
        EncodedKeys rows = new EncodedKeys();
        for (int block = 0; block < blocks.length - 1 && left > 0; block++) {
            rows.encode((text, row, end, _) -> {
                if (left == 0) {
                    return end;
                }
                left--;
                int next = fields.split(text, row, end);
                for (int key = 0; key < columns.length; key++) {
                    types[key] = isGuessed(key) ? fields.guess(text, columns[key], types[key]) : types[key];
                }
                return next;
            }, KeyedRows.KEYED, input.buffer(), blocks[block], blocks[block + 1]);
            rows.requireAll();
        }
        left = blocks.length > 1 ? 0 : left;
    }

    private List<TableKey> keys() {
        List<TableKey> all = new ArrayList<>();
        for (int key = 0; key < columns.length; key++) {
            all.add(new TableKey(columns[key], null, types[key], given.get(key).descending()));
        }
        for (int key = 0; unique && key < columns.length; key++) {
            if (isGuessed(key) && !types[key].isText()) {
                // Numbers may be equal and their texts not. A guess must not make rows equal.
                all.add(new TableKey(columns[key], null, FieldType.TEXT, false));
            }
        }
        return all;
    }

    private static boolean accepts(FieldType type, String field) {
        byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
        return type.accepts(bytes, 0, bytes.length);
    }

    @Override
    public Encoder encoder() {
        return new TableRow(format, header.columns(), keys);
    }

    @Override
    public String disorder(MemorySegment row, boolean isEqual) {
        return isEqual
                ? "this row has the same keys as one above it"
                : "by its keys, this row comes before the one above it";
    }

    @Override
    public String explain(TableException e) {
        String column = e.column < 0 ? "" : ", " + header.describe(e.column);
        boolean isOfGuess = e.key >= 0 && e.key < columns.length && isGuessed(e.key);
        return column + ": " + e.getMessage() + (isOfGuess
                ? "; that is the type of the first rows: state another one by text(), decimal() or type(KeyType)"
                : "");
    }

    @Override
    public void end(List<Path> inputs) {
        List<String> guesses = new ArrayList<>();
        if (header != null && isAssumed(header)) {
            guesses.add("row 1 is the header");
        }
        for (int key = 0; header != null && !header.isEmpty() && key < columns.length; key++) {
            if (isGuessed(key)) {
                guesses.add(header.describe(columns[key]) + " is " + types[key].label());
            }
        }
        if (!guesses.isEmpty()) {
            messages.accept(Parts.name(inputs) + ": " + String.join(", ", guesses));
        }
    }
}
