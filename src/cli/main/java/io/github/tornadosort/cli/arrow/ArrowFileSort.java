package io.github.tornadosort.cli.arrow;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.ColumnOrder;
import io.github.tornadosort.arrow.internal.Take;
import io.github.tornadosort.cli.arrow.ArrowTable.Batch;
import io.github.tornadosort.cli.io.KeyFormat;
import io.github.tornadosort.cli.io.OutputFile;
import io.github.tornadosort.cli.io.StandardStreams;
import io.github.tornadosort.cli.table.TableKey;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sorts the rows of an Arrow file by columns. The file is mapped into memory; the order and one record batch of the result are in memory.
 *
 * @param input the file, which may be a stream
 * @param temporary the folder for a temporary file, if one is needed
 * @param keys the columns to sort by, at least one; the first one is the primary key
 * @param nullsFirst whether nulls come first
 * @param options where to sort, and whether to verify
 * @param limit the maximum number of rows to write
 */
public record ArrowFileSort(
        Path input, Path temporary, List<TableKey> keys, boolean nullsFirst, SortOptions options, long limit) {
    /** Bytes that tell an Arrow file from others. */
    public static final int START = ArrowTable.MAGIC.length;

    /** The longest array. */
    private static final int MAX_ROWS = Integer.MAX_VALUE - 8;

    /**
     * Sorts the file. Standard output and a file whose name ends with {@code .arrows} have the stream format, others the file format. The
     * output has the record batches of the input, with other rows.
     *
     * @throws ArrowFileException if the input is not an Arrow file or is damaged, or a key does not suit it
     */
    public void sort(Sorter sorter, Path output) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            ArrowTable table = ArrowTable.open(input, temporary, arena);
            List<ColumnOrder> orders = new ArrayList<>();
            for (TableKey key : keys) {
                orders.add(order(table, key));
            }
            if (table.rows() > MAX_ROWS) {
                throw new ArrowFileException(input, table.rows() + " rows; at most " + MAX_ROWS + " are sorted");
            }
            int[] order = table.rows() == 0 ? new int[0] : checked(() -> ColumnOrder.argsort(sorter, orders));
            boolean stream = output.equals(StandardStreams.OUTPUT) || KeyFormat.extension(output).equalsIgnoreCase("arrows");
            try (OutputFile file = OutputFile.create(output)) {
                ArrowWriter writer = new ArrowWriter(file, stream, table);
                writeRows(table, order, writer);
                writer.finish();
                file.commit();
            }
        }
    }

    /** Returns whether bytes are the first ones of an Arrow file or stream; {@link #START} of them are enough. */
    public static boolean isStart(byte[] bytes) {
        return Arrays.equals(bytes, ArrowTable.MAGIC)
                || bytes.length >= Integer.BYTES && ByteBuffer.wrap(bytes).getInt() == IpcMessage.CONTINUATION;
    }

    private ColumnOrder order(ArrowTable table, TableKey key) throws ArrowFileException {
        SortOptions direction = key.descending() ? SortOptions.descending() : SortOptions.ascending();
        return new ColumnOrder(
                table.column(table.keyColumn(input, key)),
                direction.withProcessor(options.processor()).withVerification(options.verified()), nullsFirst);
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
                writer.write(checked(() -> take(table, rows, arena)), arena);
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
