package io.github.tornadosort.cli.arrow;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.cli.arrow.ArrowTable.Batch;
import io.github.tornadosort.cli.io.RowMultiset;
import io.github.tornadosort.cli.table.TableKey;
import io.github.tornadosort.cli.table.ValueOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that Arrow files are sorted. It shares with the sorts how columns are found, and not how their values are compared.
 *
 * @param keys the columns that order the rows, the primary key first
 * @param nullsFirst whether nulls come first
 * @param temporary the folder for a temporary file, if one is needed
 */
public record ArrowFileCheck(List<TableKey> keys, boolean nullsFirst, Path temporary) {
    /**
     * Checks the order of the rows of a file.
     *
     * @param distinct whether rows with equal keys are not in order
     * @return the number of rows
     * @throws ArrowFileException if they are not in order, or the file cannot be checked
     */
    public long requireOrder(Path file, boolean distinct) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            ArrowTable table = ArrowTable.open(file, temporary, arena);
            requireOrder(file, table, distinct);
            return table.rows();
        }
    }

    /**
     * Checks that a file is in order and has the rows of another one.
     *
     * @return the number of rows
     * @throws ArrowFileException if it is not, or if a file cannot be checked
     */
    public long requireSorted(Path input, Path sorted) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            ArrowTable before = ArrowTable.open(input, temporary, arena);
            ArrowTable after = ArrowTable.open(sorted, temporary, arena);
            requireOrder(sorted, after, false);
            String problem = hasSameSchema(before, after)
                    ? rows(sorted, after).difference(rows(input, before), input)
                    : "expected the schema and the dictionaries of " + input;
            if (problem != null) {
                throw new ArrowFileException(sorted, problem);
            }
            return after.rows();
        }
    }

    private static boolean hasSameSchema(ArrowTable one, ArrowTable other) {
        return one.schema().metadata().mismatch(other.schema().metadata()) < 0
                && bytes(one.dictionaries()).equals(bytes(other.dictionaries()));
    }

    private static List<ByteBuffer> bytes(List<IpcMessage> messages) {
        return messages.stream().map(IpcMessage::bytes).map(MemorySegment::asByteBuffer).toList();
    }

    private void requireOrder(Path file, ArrowTable table, boolean distinct) throws ArrowFileException {
        int[] columns = new int[keys.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = table.keyColumn(file, keys.get(i));
        }
        ValueOrder order = new ValueOrder(keys, nullsFirst);
        List<Comparable<Object>> previous = null;
        long number = 0;
        for (Batch batch : table.batches()) {
            for (int row = 0; row < batch.rows(); row++) {
                List<Comparable<Object>> values = values(file, batch, columns, row);
                int comparison = previous == null ? -1 : order.compare(previous, values);
                if (comparison > 0 || distinct && comparison == 0) {
                    throw new ArrowFileException(file, "row " + number + (comparison > 0
                            ? " comes before row " + (number - 1) + " by its keys"
                            : " has the same keys as row " + (number - 1)));
                }
                previous = values;
                number++;
            }
        }
    }

    private static List<Comparable<Object>> values(Path file, Batch batch, int[] columns, int row)
            throws ArrowFileException {
        try {
            List<Comparable<Object>> values = new ArrayList<>();
            for (int column : columns) {
                values.add(ArrowValues.key(batch.columns().get(column), row));
            }
            return values;
        } catch (RuntimeException e) {
            throw damaged(file, e);
        }
    }

    private static RowMultiset rows(Path file, ArrowTable table) throws ArrowFileException {
        RowMultiset rows = new RowMultiset();
        try {
            for (Batch batch : table.batches()) {
                for (int row = 0; row < batch.rows(); row++) {
                    StringBuilder text = new StringBuilder();
                    for (ArrowArray column : batch.columns()) {
                        text.append(ArrowValues.text(column, row)).append(';');
                    }
                    rows.add(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
                }
            }
        } catch (RuntimeException e) {
            throw damaged(file, e);
        }
        return rows;
    }

    /** The offsets in a damaged file refer to bytes that are not there. */
    private static ArrowFileException damaged(Path file, RuntimeException e) {
        return new ArrowFileException(file, "cannot be checked: " + e.getMessage(), e);
    }
}
