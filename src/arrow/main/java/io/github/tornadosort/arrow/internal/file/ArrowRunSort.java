package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.Take;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts a table that does not fit in memory. Some record batches at a time are sorted and written to temporary files as a run:
 * their encoded keys, and record batches of the sorted rows. Then the keys are merged, and the rows are copied in their order.
 */
final class ArrowRunSort implements Closeable {
    /** The part of the memory that is not for record batches and their keys while runs are written. */
    private static final int REST = 4;
    /** The part of the memory that is for record batches of runs while they are merged. */
    private static final int MERGE_PART = 4;
    /** The part of that memory for which record batches of runs are planned. Some have longer rows. */
    private static final int PLANNED = 4;
    private static final long MIN_BATCH = 1 << 10;
    private static final long MAX_BATCH = 1 << 20;
    /** Most bytes and rows of a record batch of the result. */
    private static final long MAX_MERGED = 1 << 30;
    private static final int MAX_MERGED_ROWS = 1 << 20;

    private final ArrowTable table;
    private final KeyBytes keys;
    private final boolean unique;
    private final long limit;
    private final long memory;
    private final Path input;
    private final Path folder;
    private final SortedRuns runs;
    private final BatchFile file;
    /** Where the record batches of each run are. */
    private final List<List<BatchFile.Position>> positions = new ArrayList<>();

    /**
     * @param input the name of the input in messages
     * @param folder the folder for runs
     * @param memory in bytes
     */
    ArrowRunSort(ArrowTable table, KeyBytes keys, boolean unique, long limit, Path input, Path folder, long memory) {
        this.table = table;
        this.keys = keys;
        this.unique = unique;
        this.limit = limit;
        this.memory = memory;
        this.input = input;
        this.folder = folder;
        this.runs = new SortedRuns(input, folder, RunOrder.keyed(null, false));
        this.file = new BatchFile(folder, table);
    }

    /** Writes all runs. */
    void writeRuns(Sorter sorter, SortOptions options) throws IOException {
        long all = 0;
        for (int i = 0; i < table.batches(); i++) {
            all += need(i);
        }
        long piece = memory - memory / REST;
        long expectedRuns = Math.ceilDiv(all, piece) + 1;
        long batch = Math.clamp(memory / MERGE_PART / PLANNED / expectedRuns, MIN_BATCH, MAX_BATCH);
        int to;
        for (int from = 0; from < table.batches(); from = to) {
            to = end(from, piece);
            writeRun(from, to, batch, sorter, options);
        }
    }

    private long need(int batch) {
        return table.bytes(batch) + keys.need(table, batch);
    }

    /** Returns the index after the last record batch of a run. */
    private int end(int from, long bytes) throws ArrowFileException {
        long need = 0;
        long rows = 0;
        for (int to = from; to < table.batches(); to++) {
            need += need(to);
            rows += table.rows(to);
            if (need > bytes && to == from) {
                throw new ArrowFileException(table.file(from),
                        "record batch " + table.indexInFile(from) + " of " + table.rows(from)
                                + " rows needs a --memory of at least " + (need + (need - 1) / (REST - 1))
                                + " bytes, found " + memory + "; or write the file with smaller record batches");
            }
            if (need > bytes || rows > ArrowFileSort.MAX_ROWS) {
                return to;
            }
        }
        return table.batches();
    }

    private void writeRun(int from, int to, long batchBytes, Sorter sorter, SortOptions options) throws IOException {
        long bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += table.bytes(i);
        }
        try (Arena arena = Arena.ofShared()) {
            List<Batch> batches = table.read(from, to, arena);
            RowBytes encoded = keys.encode(batches, (size, _) -> NativeMemory.allocate(arena, size));
            int[] order = sorter.strings().argsort(encoded.strings(), options);
            int count = (int) Math.min(limit, unique ? encoded.keepFirst(order) : order.length);
            if (count == 0) {
                return;
            }
            runs.add(numbered(encoded, order, count, arena), order, count, arena, batchBytes);
            int rows = (int) Math.clamp((double) batchBytes * order.length / Math.max(1, bytes), 1, MAX_MERGED_ROWS);
            OrderedBatches ordered = new OrderedBatches(batches, order);
            List<BatchFile.Position> written = new ArrayList<>();
            for (int row = 0; row < count; row += rows) {
                try (Arena copies = Arena.ofShared()) {
                    written.add(file.append(ordered.copy(row, Math.min(count, row + rows), copies)));
                }
            }
            positions.add(written);
        }
    }

    /** Returns the keys of a run, each with its row in eight bytes: the index of the run, and its index in the sorted run. */
    private KeyedRows numbered(RowBytes encoded, int[] order, int count, Arena arena) {
        MemorySegment rows = NativeMemory.allocate(arena, Long.BYTES * order.length + RowBytes.SLACK);
        long longest = 0;
        for (int i = 0; i < count; i++) {
            rows.setAtIndex(ValueLayout.JAVA_LONG, order[i], Take.row(positions.size(), i));
            longest = Math.max(longest, encoded.length(order[i]));
        }
        RowBytes numbers = new RowBytes(
                rows, new Column(NativeMemory.allocate(arena, Long.BYTES * (order.length + 1L)), KeyType.INT64));
        for (long row = 0; row <= order.length; row++) {
            numbers.setOffset(row, Long.BYTES * row);
        }
        return new KeyedRows(numbers, encoded, longest + Long.BYTES);
    }

    /** Merges the runs. */
    void merge(TableWriter writer) throws IOException {
        if (runs.count() == 0) {
            return;
        }
        long longest = positions.stream().flatMap(List::stream).mapToLong(BatchFile.Position::length).max().getAsLong();
        long batches = Math.min(memory / MERGE_PART, MAX_MERGED);
        if ((positions.size() + 1) * longest > batches) {
            throw new FileSortException(input, "sorting it in this memory needs " + positions.size()
                    + " runs, too many to merge; use a larger --memory");
        }
        int rows = 1;
        for (int i = 0; i < table.batches(); i++) {
            rows = Math.clamp(table.rows(i), rows, MAX_MERGED_ROWS);
        }
        try (MergedBatches merged = new MergedBatches(file, positions, writer, batches, rows)) {
            new RunMerge(input, folder, unique, limit, RunMerge.MOST).merge(runs, memory / REST, _ -> {},
                    (segment, _) -> merged.add(segment));
            merged.flush();
        }
    }

    @Override
    public void close() throws IOException {
        try (runs; file) {
            // Both are closed.
        }
    }
}
