package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.files.internal.table.ValueOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
    /** Bytes that are mapped at a time. */
    private static final long PIECE = 64 << 20;

    /** Receives the record batches of a table. */
    private interface Receiver {
        void accept(int index, Batch batch) throws IOException;
    }

    /**
     * Checks the order of the rows of files, one after the other.
     *
     * @param distinct whether rows with equal keys are not in order
     * @return the number of rows
     * @throws UnsortedException if they are not in order
     * @throws ArrowFileException if a file cannot be checked
     */
    public long requireOrder(List<Path> files, boolean distinct) throws IOException {
        try (Arena arena = Arena.ofShared();
                ArrowTable table = ArrowTable.open(files, temporary, arena)) {
            requireOrder(table, distinct);
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
        try (Arena arena = Arena.ofShared();
                ArrowTable before = ArrowTable.open(List.of(input), temporary, arena);
                ArrowTable after = ArrowTable.open(List.of(sorted), temporary, arena)) {
            requireOrder(after, false);
            String problem = before.hasSchemaOf(after)
                    ? rows(after).difference(rows(before), input)
                    : "expected the schema and the dictionaries of " + input;
            if (problem != null) {
                throw new ArrowFileException(sorted, problem);
            }
            return after.rows();
        }
    }

    private static void forEach(ArrowTable table, Receiver receiver) throws IOException {
        int to;
        for (int from = 0; from < table.batches(); from = to) {
            long bytes = 0;
            for (to = from; to < table.batches() && (to == from || bytes + table.bytes(to) <= PIECE); to++) {
                bytes += table.bytes(to);
            }
            try (Arena arena = Arena.ofShared()) {
                List<Batch> batches = table.read(from, to, arena);
                for (int i = from; i < to; i++) {
                    receiver.accept(i, batches.get(i - from));
                }
            }
        }
    }

    private void requireOrder(ArrowTable table, boolean distinct) throws IOException {
        forEach(table, new RowOrder(table, table.keyColumns(keys), distinct));
    }

    /** Compares each row with the one before it. */
    private final class RowOrder implements Receiver {
        private final ArrowTable table;
        private final int[] columns;
        private final boolean distinct;
        private final ValueOrder order = new ValueOrder(keys, nullsFirst);
        /** The keys of the row before, its file, and its name in messages. */
        private List<Comparable<Object>> previous;
        private Path file;
        private String name;
        /** The index of the next row in its file. */
        private long row;

        private RowOrder(ArrowTable table, int[] columns, boolean distinct) {
            this.table = table;
            this.columns = columns;
            this.distinct = distinct;
        }

        @Override
        public void accept(int index, Batch batch) throws IOException {
            if (table.indexInFile(index) == 0) {
                row = 0;
                name = "the last row of " + file;
            }
            file = table.file(index);
            for (int i = 0; i < batch.rows(); i++, row++) {
                List<Comparable<Object>> values = values(file, batch, columns, i);
                int comparison = previous == null ? -1 : order.compare(previous, values);
                if (comparison > 0 || distinct && comparison == 0) {
                    throw new UnsortedException(file, "row " + row + (comparison > 0
                            ? " comes before " + name + " by its keys"
                            : " has the same keys as " + name));
                }
                previous = values;
                name = "row " + row;
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
            throw ArrowFileException.damaged(file, "cannot be checked: ", e);
        }
    }

    private static RowMultiset rows(ArrowTable table) throws IOException {
        RowMultiset rows = new RowMultiset("rows");
        forEach(table, (index, batch) -> {
            try {
                for (int row = 0; row < batch.rows(); row++) {
                    StringBuilder text = new StringBuilder();
                    for (ArrowArray column : batch.columns()) {
                        text.append(ArrowValues.text(column, row)).append(';');
                    }
                    rows.add(MemorySegment.ofArray(text.toString().getBytes(StandardCharsets.UTF_8)));
                }
            } catch (RuntimeException e) {
                throw ArrowFileException.damaged(table.file(index), "cannot be checked: ", e);
            }
        });
        return rows;
    }
}
