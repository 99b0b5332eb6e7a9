package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.Take;
import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copies the rows of runs in merged order. A record batch of a run is read when one of its rows is needed, and kept until its
 * rows are written.
 */
final class MergedBatches implements AutoCloseable {
    private final BatchFile file;
    private final List<Run> runs = new ArrayList<>();
    private final TableWriter writer;
    private final long memory;
    private final long[] rows;
    private int count;
    private List<Loaded> loaded = new ArrayList<>();
    private long loadedBytes;

    /** A record batch in memory. */
    private record Loaded(Batch batch, long bytes, Arena arena) {}

    /** A run, and the range of its rows that are in memory. */
    private static final class Run {
        private final List<BatchFile.Position> batches;
        private int next;
        private int from;
        private int to;
        /** The index after the last row that was added. */
        private int end;
        /** The index of the current record batch in memory. */
        private int chunk;

        private Run(List<BatchFile.Position> batches) {
            this.batches = batches;
        }
    }

    /**
     * @param runs where the record batches of each run are
     * @param memory the size of the record batches in memory, at least one for each run and another one
     * @param rows the maximum number of rows that are written at once
     */
    MergedBatches(BatchFile file, List<List<BatchFile.Position>> runs, TableWriter writer, long memory, int rows) {
        this.file = file;
        this.writer = writer;
        this.memory = memory;
        this.rows = new long[rows];
        runs.forEach(batches -> this.runs.add(new Run(batches)));
    }

    /** Adds merged rows, each of which is {@link Take#row}. */
    void add(MemorySegment merged) throws FileSortException {
        for (long at = 0; at < merged.byteSize(); at += Long.BYTES) {
            long row = merged.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            add(runs.get((int) (row >>> Integer.SIZE)), (int) row);
        }
    }

    private void add(Run run, int row) throws FileSortException {
        if (row >= run.to) {
            load(run, row);
        }
        rows[count++] = Take.row(run.chunk, row - run.from);
        run.end = row + 1;
        if (count == rows.length) {
            flush();
        }
    }

    /** Reads the record batch of a row, which comes after the current one. */
    private void load(Run run, int row) throws FileSortException {
        BatchFile.Position position;
        do {
            position = run.batches.get(run.next++);
            run.from = run.to;
            run.to += position.rows();
        } while (row >= run.to);
        run.end = run.to; // The batch before is not needed again.
        if (loadedBytes + position.length() > memory) {
            flush();
        }
        Arena arena = Arena.ofShared();
        run.chunk = loaded.size();
        loaded.add(new Loaded(file.read(position, arena), position.length(), arena));
        loadedBytes += position.length();
    }

    /** Writes the rows, and drops the record batches of which all rows are written. */
    void flush() throws FileSortException {
        if (count > 0) {
            try (Arena arena = Arena.ofShared()) {
                List<Batch> batches = loaded.stream().map(Loaded::batch).toList();
                writer.write(OrderedBatches.copy(batches, Arrays.copyOf(rows, count), arena), arena);
            }
            count = 0;
        }
        List<Loaded> kept = new ArrayList<>();
        for (Run run : runs) {
            if (run.end < run.to) {
                kept.add(loaded.set(run.chunk, null));
                run.chunk = kept.size() - 1;
            }
        }
        close();
        loaded = kept;
        loadedBytes = kept.stream().mapToLong(Loaded::bytes).sum();
    }

    @Override
    public void close() {
        for (Loaded batch : loaded) {
            if (batch != null) {
                batch.arena.close();
            }
        }
    }
}
