package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.files.internal.table.ValueOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads the rows of Arrow files for a check. It shares with the sorts how columns are found, and not how their values are compared.
 *
 * @param keys the columns that order the rows, the primary key first
 * @param nullsFirst whether nulls come first
 * @param temporary the folder for a temporary file, if one is needed
 */
public record ArrowFileCheck(List<TableKey> keys, boolean nullsFirst, Path temporary) implements CheckedRows {
    /** Bytes that are mapped at a time. */
    private static final long PIECE = 64 << 20;

    @Override
    public String kind() {
        return "row";
    }

    @Override
    public String header() {
        return "the schema and the dictionaries";
    }

    @Override
    public String read(List<Path> files, Supplier<Receiver> receivers) throws IOException {
        Receiver receiver = receivers.get();
        try (Arena metadata = Arena.ofShared();
                ArrowTable table = ArrowTable.open(files, temporary, metadata)) {
            CurrentRow row = new CurrentRow(table, table.keyColumns(keys));
            int to;
            for (int from = 0; from < table.batches(); from = to) {
                long bytes = 0;
                for (to = from; to < table.batches() && (to == from || bytes + table.bytes(to) <= PIECE); to++) {
                    bytes += table.bytes(to);
                }
                try (Arena arena = Arena.ofShared()) {
                    List<Batch> batches = table.read(from, to, arena);
                    for (int i = from; i < to; i++) {
                        row.read(i, batches.get(i - from), receiver);
                    }
                }
            }
            return table.header();
        }
    }

    private final class CurrentRow implements Row {
        private final ArrowTable table;
        private final int[] columns;
        private final ValueOrder order = new ValueOrder(keys, nullsFirst);
        private Batch batch;
        private int index;
        /** The keys of the row before, its file, and its name in messages. */
        private List<Comparable<Object>> previous;
        private Path file;
        private String name;
        /** The index of the row in its file. */
        private long number;

        private CurrentRow(ArrowTable table, int[] columns) {
            this.table = table;
            this.columns = columns;
        }

        private void read(int batchIndex, Batch next, Receiver receiver) throws FileSortException {
            if (table.indexInFile(batchIndex) == 0) {
                number = 0;
                name = "the last row of " + file;
            }
            file = table.file(batchIndex);
            batch = next;
            for (index = 0; index < batch.rows(); index++, number++) {
                try {
                    receiver.accept(this);
                } catch (RuntimeException e) {
                    throw ArrowFileException.damaged(file, "cannot be checked: ", e);
                }
                name = name(number);
            }
        }

        @Override
        public int compareLast() {
            List<Comparable<Object>> values = new ArrayList<>();
            for (int column : columns) {
                values.add(ArrowValues.key(batch.columns().get(column), index));
            }
            int comparison = previous == null ? -1 : order.compare(previous, values);
            previous = values;
            return comparison;
        }

        @Override
        public MemorySegment bytes() {
            StringBuilder text = new StringBuilder();
            for (ArrowArray column : batch.columns()) {
                text.append(ArrowValues.text(column, index)).append(';');
            }
            return MemorySegment.ofArray(text.toString().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String name(long row) {
            return "row " + row;
        }

        @Override
        public UnsortedException disorder(boolean isEqual) {
            return new UnsortedException(file, name(number) + (isEqual
                    ? " has the same keys as " + name
                    : " comes before " + name + " by its keys"));
        }
    }
}
