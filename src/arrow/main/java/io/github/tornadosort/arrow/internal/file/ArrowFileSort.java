package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.ColumnOrder;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * Sorts the rows of Arrow files by columns. Files that fit in memory are mapped, and sorted at once.
 *
 * @param inputs the files, which may be streams; the rows of one follow those of the one before
 * @param temporary the folder for temporary files
 * @param keys the columns to sort by, at least one; the first one is the primary key
 * @param nullsFirst whether nulls come first
 * @param unique whether to keep only the first of rows with equal keys
 * @param limit the maximum number of rows to write
 * @param options where to sort, and whether to verify
 * @param memory returns the limit of the memory for an input of a number of bytes
 */
public record ArrowFileSort(
        List<Path> inputs,
        Path temporary,
        List<TableKey> keys,
        boolean nullsFirst,
        boolean unique,
        long limit,
        SortOptions options,
        LongUnaryOperator memory) {
    /** Bytes that tell an Arrow file from others. */
    public static final int START = ArrowFile.MAGIC.length;

    /** The longest array. */
    static final int MAX_ROWS = Integer.MAX_VALUE - 8;

    /** Returns whether bytes are the first ones of an Arrow file or stream; {@link #START} of them are enough. */
    public static boolean isStart(byte[] bytes) {
        return Arrays.equals(bytes, ArrowFile.MAGIC)
                || bytes.length >= Integer.BYTES && ByteBuffer.wrap(bytes).getInt() == IpcMessage.CONTINUATION;
    }

    /**
     * Sorts the files. Standard output and a file whose name ends with {@code .arrows} have the stream format, those that end
     * with {@code .csv}, {@code .tsv} or {@code .tab} are delimited text, and others have the file format. If the rows are sorted
     * at once, the output has the record batches of the input, with other rows.
     *
     * @throws ArrowFileException if an input is not an Arrow file or is damaged, has other columns than the first one, or a key
     *     does not suit it
     */
    public void sort(Sorter sorter, Path output) throws IOException {
        sort(sorter, output, () -> OutputFile.create(output));
    }

    /** @param created creates the output, see {@link #sort(Sorter, Path)} */
    public void sort(Sorter sorter, Path output, SortSettings.Output created) throws IOException {
        try (Arena arena = Arena.ofShared();
                ArrowTable table = ArrowTable.open(inputs, temporary, arena);
                OutputFile file = created.create()) {
            KeyBytes encoding = new KeyBytes(keys, table.keyColumns(keys), nullsFirst);
            long bytes = 0;
            long need = 0;
            for (int i = 0; i < table.batches(); i++) {
                bytes += table.bytes(i);
                need += encoding.need(table, i);
            }
            long allowed = memory.applyAsLong(bytes);
            try {
                if (bytes + need <= allowed && table.rows() <= MAX_ROWS) {
                    sortWhole(table, encoding, sorter, () -> writer(file, table, output));
                } else {
                    sortRuns(table, encoding, allowed, sorter, () -> writer(file, table, output));
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw ArrowFileException.damaged(Concatenation.name(inputs), "cannot be sorted: ", e);
            }
            file.commitAfter(table);
        }
    }

    private static TableWriter writer(OutputFile file, ArrowTable table, Path output) throws IOException {
        return switch (KeyFormat.extension(output).toLowerCase(Locale.ROOT)) {
            case "csv" -> new TextWriter(file, ',', table);
            case "tsv", "tab" -> new TextWriter(file, '\t', table);
            default -> new ArrowWriter(file, isStream(output), table);
        };
    }

    /**
     * Returns whether the stream format is written to an output: to standard output and a file whose name ends with
     * {@code .arrows}.
     */
    public static boolean isStream(Path output) {
        return output.equals(StandardStreams.OUTPUT) || KeyFormat.extension(output).equalsIgnoreCase("arrows");
    }

    /** Begins to write the output. */
    private interface Opening {
        TableWriter open() throws IOException;
    }

    private void sortRuns(ArrowTable table, KeyBytes encoding, long allowed, Sorter sorter, Opening output)
            throws IOException {
        Path name = Concatenation.name(inputs);
        try (ArrowRunSort sort = new ArrowRunSort(table, encoding, unique, limit, name, temporary, allowed)) {
            sort.writeRuns(sorter, options);
            TableWriter writer = output.open();
            sort.merge(writer);
            writer.finish();
        }
    }

    private void sortWhole(ArrowTable table, KeyBytes encoding, Sorter sorter, Opening output) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            List<Batch> batches = table.read(0, table.batches(), arena);
            int[] order = new int[0];
            int count = 0;
            if (unique) {
                RowBytes encoded = encoding.encode(batches, (size, _) -> NativeMemory.allocate(arena, size));
                order = sorter.strings().argsort(encoded.strings(), options);
                count = encoded.keepFirst(order);
            } else if (table.rows() > 0) {
                order = ColumnOrder.argsort(sorter, orders(batches, encoding));
                count = order.length;
            }
            TableWriter writer = output.open();
            writeRows(batches, order, (int) Math.min(limit, count), writer);
            writer.finish();
        }
    }

    private List<ColumnOrder> orders(List<Batch> batches, KeyBytes encoding) {
        List<ColumnOrder> orders = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            SortOptions direction = keys.get(i).descending() ? SortOptions.descending() : SortOptions.ascending();
            orders.add(new ColumnOrder(
                    Batch.column(batches, encoding.columns()[i]),
                    direction.withProcessor(options.processor()).withVerification(options.verified()), nullsFirst));
        }
        return orders;
    }

    private static void writeRows(List<Batch> batches, int[] order, int count, TableWriter writer) throws IOException {
        OrderedBatches ordered = new OrderedBatches(batches, order);
        int from = 0;
        for (Batch batch : batches) {
            int to = Math.min(from + batch.rows(), count);
            try (Arena arena = Arena.ofShared()) {
                writer.write(ordered.copy(from, to, arena), arena);
            }
            from = to;
            if (from == count && count < order.length) {
                return;
            }
        }
    }
}
