package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunOrder;
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
    private static final FieldType INT64 = new FieldType(KeyType.INT64);

    private final TableSpec spec;
    private final Consumer<String> messages;
    /** The types of the keys, and their columns. */
    private final FieldType[] types;
    private int[] columns;
    private boolean areTypesKnown;
    /** The first file that is not empty, or an empty one before there is another. */
    private TableFile header;
    /** The keys, and after them those that tell only whether rows are equal. */
    private List<TableKey> keys = List.of();

    /** @param messages receives a line about what was guessed */
    public TableFormat(TableSpec spec, Consumer<String> messages) {
        this.spec = spec;
        this.messages = messages;
        this.columns = new int[spec.keys().size()];
        this.types = new FieldType[columns.length];
        for (int key = 0; key < columns.length; key++) {
            types[key] = isGuessed(key) ? INT64 : spec.keys().get(key).type();
        }
    }

    @Override
    public String kind() {
        return "row";
    }

    @Override
    public RowEnds ends() {
        return new RowEnds((byte) '\n', spec.dialect(), 0);
    }

    @Override
    public RunOrder order(boolean compressed) {
        return new RunOrder(KeyedRows.KEYED, false, null, compressed);
    }

    @Override
    public int endLength(MemorySegment row) {
        long size = row.byteSize();
        return size > 1 && row.get(JAVA_BYTE, size - 2) == '\r' ? 2 : 1;
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        TableFile[] first = {null};
        return Parts.of(files, 1, file -> {
            TableFile opened = TableFile.open(file, spec, first[0], temporary);
            first[0] = opened.first().columns() == 0 ? null : opened.first();
            return opened;
        });
    }

    @Override
    public void begin(RowReader input) throws FileSortException {
        TableFile first = input.parts().first();
        columns = first.columnsOfKeys();
        if (header == null || header.columns() == 0) {
            header = first;
        } else if (first.columns() > 0) {
            first.requireColumnsOf(header);
        }
        try {
            guess(input);
        } catch (TableException e) {
            throw input.failure(e);
        }
        keys = keys();
        for (TableKey key : keys) {
            if (first.isAssumed() && !key.type().isText() && accepts(key.type(), first.field(key.index()))) {
                throw first.failure(", column " + (key.index() + 1) + ": the first row has a number as the rows below; say"
                        + " withHeader() if it has the names of the columns, or withoutHeader()");
            }
        }
    }

    private boolean isGuessed(int key) {
        return spec.keys().get(key).type() == null;
    }

    /** Guesses the types by the first rows, unless that was done. */
    private void guess(RowReader input) throws TableException {
        long[] blocks = input.blocks();
        FieldCursor fields = new FieldCursor(spec.dialect());
        int left = areTypesKnown ? 0 : ROWS;
        for (int block = 0; block < blocks.length - 1 && left > 0; block++) {
            int end = Math.toIntExact(blocks[block + 1] - blocks[block]);
            byte[] text = new byte[end + 1];
            MemorySegment.copy(input.buffer(), JAVA_BYTE, blocks[block], text, 0, end);
            try {
                for (int row = 0; row < end && left > 0; row = fields.position()) {
                    fields.moveTo(text, row, end);
                    guess(text, fields);
                    left--;
                }
            } catch (TableException e) {
                throw e.after(blocks[block]);
            }
        }
        areTypesKnown |= blocks.length > 1;
    }

    private void guess(byte[] text, FieldCursor row) throws TableException {
        do {
            row.next();
            for (int key = 0; key < columns.length; key++) {
                while (columns[key] == row.column() && isGuessed(key) && row.from() < row.to()
                        && !types[key].accepts(text, row.from(), row.to())) {
                    types[key] = types[key].equals(INT64) ? FieldType.DECIMAL : FieldType.TEXT;
                }
            }
        } while (!row.isLast());
    }

    private List<TableKey> keys() {
        List<TableKey> all = new ArrayList<>();
        for (int key = 0; key < columns.length; key++) {
            all.add(new TableKey(columns[key], null, types[key], spec.keys().get(key).descending()));
        }
        for (int key = 0; spec.unique() && key < columns.length; key++) {
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
    public RowEncoder encoder() {
        return new KeyEncoder(spec.dialect(), header.columns(), keys, spec.emptyFirst());
    }

    @Override
    public String disorder(MemorySegment row, boolean isEqual) {
        return isEqual
                ? "this row has the same keys as one above it"
                : "by its keys, this row comes before the one above it";
    }

    @Override
    public String explain(TableException e) {
        String column = e.column() < 0 ? "" : ", " + header.describe(e.column());
        boolean isOfGuess = e.key() >= 0 && e.key() < columns.length && isGuessed(e.key());
        return column + ": " + e.getMessage() + (isOfGuess
                ? "; that is the type of the first rows: state another one by text(), decimal() or type(KeyType)"
                : "");
    }

    @Override
    public void end(List<Path> inputs) {
        List<String> guesses = new ArrayList<>();
        if (header != null && header.isAssumed()) {
            guesses.add("row 1 is the header");
        }
        for (int key = 0; header != null && header.columns() > 0 && key < columns.length; key++) {
            if (isGuessed(key)) {
                guesses.add(header.describe(columns[key]) + " is " + types[key].label());
            }
        }
        if (!guesses.isEmpty()) {
            messages.accept(Parts.name(inputs) + ": " + String.join(", ", guesses));
        }
    }
}
