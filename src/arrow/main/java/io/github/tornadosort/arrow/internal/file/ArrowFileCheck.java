package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.table.RowSequence;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads the rows of Arrow files for a check. Their keys are encoded as those of a sort.
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
            KeyBytes encoding = new KeyBytes(keys, table.keyColumns(keys), nullsFirst);
            CurrentRow row = new CurrentRow(table);
            int to;
            for (int from = 0; from < table.batches(); from = to) {
                long bytes = 0;
                for (to = from; to < table.batches() && (to == from || bytes + table.bytes(to) <= PIECE); to++) {
                    bytes += table.bytes(to);
                }
                try (Arena arena = Arena.ofShared()) {
                    List<Batch> batches = table.read(from, to, arena);
                    row.keys = encoded(table.file(from), encoding, batches, arena);
                    row.keyIndex = 0;
                    for (int i = from; i < to; i++) {
                        row.read(i, batches.get(i - from), receiver);
                    }
                }
            }
            return table.header();
        }
    }

    private static KeyedRows encoded(Path file, KeyBytes encoding, List<Batch> batches, Arena arena)
            throws ArrowFileException {
        try {
            RowBytes keys = encoding.encode(batches, (size, _) -> NativeMemory.allocate(arena, size));
            return new KeyedRows(keys, keys, 0);
        } catch (RuntimeException e) {
            throw ArrowFileException.damaged(file, "cannot be checked: ", e);
        }
    }

    private static final class CurrentRow implements Row {
        private final ArrowTable table;
        private final RowSequence sequence = new RowSequence(null, false);
        /** The keys of the record batches in memory, and the index of that of the row. */
        private KeyedRows keys;
        private int keyIndex;
        private Batch batch;
        private int index;
        /** The file of the row before, and its name in messages. */
        private Path file;
        private String name;
        /** The index of the row in its file. */
        private long number;

        private CurrentRow(ArrowTable table) {
            this.table = table;
        }

        private void read(int batchIndex, Batch next, Receiver receiver) throws FileSortException {
            if (table.indexInFile(batchIndex) == 0) {
                number = 0;
                name = "the last row of " + file;
            }
            file = table.file(batchIndex);
            batch = next;
            for (index = 0; index < batch.rows(); index++, number++, keyIndex++) {
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
            return sequence.compareLast(keys, keyIndex);
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
