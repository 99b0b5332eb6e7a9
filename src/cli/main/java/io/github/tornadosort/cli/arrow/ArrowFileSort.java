package io.github.tornadosort.cli.arrow;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.ColumnOrder;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.Layout.Order;
import io.github.tornadosort.arrow.internal.Take;
import io.github.tornadosort.cli.arrow.ArrowTable.Batch;
import io.github.tornadosort.cli.io.OutputFile;
import io.github.tornadosort.cli.table.TableKey;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Sorts the rows of an Arrow file by columns. The file is mapped into memory; the order and one record batch of the result are in memory.
 *
 * @param input the file
 * @param keys the columns to sort by, at least one; the first one is the primary key
 * @param nullsFirst whether nulls come first
 * @param options where to sort, and whether to verify
 * @param limit the maximum number of rows to write
 */
public record ArrowFileSort(
        Path input, List<TableKey> keys, boolean nullsFirst, SortOptions options, long limit) {
    /** The longest array. */
    private static final int MAX_ROWS = Integer.MAX_VALUE - 8;

    /**
     * Sorts the file. The output has the stream format if its name ends with {@code .arrows}, and the file format otherwise. It has the
     * record batches of the input, with other rows.
     *
     * @throws ArrowFileException if the input is not an Arrow file or is damaged, or a key does not suit it
     */
    public void sort(Sorter sorter, Path output) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            ArrowTable table = ArrowTable.open(input, arena);
            List<ColumnOrder> orders = new ArrayList<>();
            for (TableKey key : keys) {
                orders.add(order(table, key));
            }
            if (table.rows() > MAX_ROWS) {
                throw new ArrowFileException(input, table.rows() + " rows; at most " + MAX_ROWS + " are sorted");
            }
            int[] order = table.rows() == 0 ? new int[0] : checked(() -> ColumnOrder.argsort(sorter, orders));
            boolean stream = output.toString().toLowerCase(Locale.ROOT).endsWith(".arrows");
            try (OutputFile file = OutputFile.create(output)) {
                ArrowWriter writer = new ArrowWriter(file, stream, table);
                writeRows(table, order, writer);
                writer.finish();
                file.commit();
            }
        }
    }

    private ColumnOrder order(ArrowTable table, TableKey key) throws ArrowFileException {
        int index = index(table.names(), key);
        Layout layout = table.layouts().get(index);
        if (layout.order() == Order.NONE) {
            throw new ArrowFileException(input, "column '" + table.names().get(index) + "' of type " + layout.name()
                    + " cannot be a key; it has no order");
        }
        if (key.type() != null && key.type().number() != layout.keyType()
                || key.type() != null && key.type().isText() && layout.order() != Order.BYTES) {
            throw new ArrowFileException(input, "column '" + table.names().get(index) + "' is of type " + layout.name()
                    + ", not " + key.type().label() + "; the type of a key may be omitted");
        }
        SortOptions direction = key.descending() ? SortOptions.descending() : SortOptions.ascending();
        return new ColumnOrder(
                table.column(index),
                direction.withProcessor(options.processor()).withVerification(options.verified()), nullsFirst);
    }

    /** Returns the index of a column by its name or else by its number. */
    private int index(List<String> names, TableKey key) throws ArrowFileException {
        int index = names.indexOf(key.column());
        if (index != names.lastIndexOf(key.column())) {
            throw new ArrowFileException(input, "several columns have the name '" + key.column() + "'; use a number");
        }
        index = index < 0 ? key.index() : index;
        if (index < 0 || index >= names.size()) {
            throw new ArrowFileException(input, "no column '" + key.column() + "'; the columns are "
                    + String.join(", ", names));
        }
        return index;
    }

    private void writeRows(ArrowTable table, int[] order, ArrowWriter writer) throws IOException {
        int[] chunks = new int[order.length];
        int[] starts = new int[table.batches().size()];
        int row = 0;
        for (int chunk = 0; chunk < starts.length; chunk++) {
            starts[chunk] = row;
            for (int end = row + table.batches().get(chunk).rows(); row < end; row++) {
                chunks[row] = chunk;
            }
        }
        int at = 0;
        for (Batch batch : table.batches()) {
            long[] rows = new long[(int) Math.min(batch.rows(), limit - at)];
            for (int i = 0; i < rows.length; i++) {
                int chunk = chunks[order[at + i]];
                rows[i] = Take.row(chunk, order[at + i] - starts[chunk]);
            }
            at += rows.length;
            try (Arena arena = Arena.ofShared()) {
                writer.write(checked(() -> take(table, rows, arena)));
            }
            if (at == limit) {
                return;
            }
        }
    }

    private static Batch take(ArrowTable table, long[] rows, Arena arena) {
        List<ArrowArray> columns = new ArrayList<>();
        for (int i = 0; i < table.names().size(); i++) {
            columns.add(Take.of(table.column(i), rows, bytes -> arena.allocate(bytes, Long.BYTES)));
        }
        return new Batch(rows.length, columns);
    }

    /** Runs an action on the contents of the columns, which may be damaged. */
    private <T> T checked(Supplier<T> action) throws ArrowFileException {
        try {
            return action.get();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new ArrowFileException(input, "cannot be sorted: " + e.getMessage(), e);
        }
    }
}
