package io.github.tornadosort.cli;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.Strings;
import io.github.tornadosort.cli.buckets.Bucket;
import io.github.tornadosort.cli.buckets.BucketSort;
import io.github.tornadosort.cli.io.KeyWriter;
import io.github.tornadosort.cli.io.OutputFile;
import io.github.tornadosort.cli.io.Progress;
import io.github.tornadosort.cli.io.RowBytes;
import io.github.tornadosort.cli.io.RowFile;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.runs.NativeMemory;
import io.github.tornadosort.cli.runs.OrderedCopy;
import io.github.tornadosort.cli.runs.RunMerge;
import io.github.tornadosort.cli.table.GuessedTypes;
import io.github.tornadosort.cli.table.OtherTypeException;
import io.github.tornadosort.cli.table.TableBuckets;
import io.github.tornadosort.cli.table.TableFiles;
import io.github.tornadosort.cli.table.TableReader;
import io.github.tornadosort.cli.table.TableRows;
import io.github.tornadosort.cli.table.TableRuns;
import io.github.tornadosort.cli.table.TableSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Sorts the rows of a table. A table that does not fit in memory is sorted piece by piece: each sorted piece, a run, is written to a
 * temporary file with its encoded keys, and then all runs are merged.
 *
 * @param limit the maximum number of rows to write
 * @param messages receives a line about what was guessed
 */
record TableSort(
        SortFileOptions files, MemoryOptions memory, TableSpec spec, long limit, PrintWriter messages) {
    /** The part of the memory that holds text. Keys and the sort need more than the text if its rows are short. */
    private static final int TEXT_PART = 4;
    /** The part of the memory that holds copies of sorted rows, and its limits. */
    private static final int COPY_PART = 32;
    private static final int MIN_COPY = 1 << 12;
    private static final int MAX_COPY = 8 << 20;

    /** Sorts the input. */
    void sort() throws IOException {
        SortOptions options = files.tableOptions();
        TableAttempt.repeat(spec, files.inputs(), types -> sort(options, types));
    }

    private void sort(SortOptions options, GuessedTypes types) throws IOException, OtherTypeException {
        String guesses;
        try (Sorter sorter = files.openSorter();
                TableFiles input = TableFiles.open(files.inputs(), spec, memory.folder(files.output()));
                OutputFile file = OutputFile.create(files.output());
                TableRuns runs = new TableRuns(files.input(), memory.folder(files.output()))) {
            long allowed = memory.bytes(input.bytes());
            KeyWriter writer = RowFile.writer(file);
            TableReader reader = sortPieces(
                    input, types, allowed, runs, writer, strings -> sorter.argsort(strings, options));
            if (!runs.isEmpty()) {
                merge(runs, reader, allowed / 2, writer);
            }
            file.commit();
            guesses = reader.guesses();
        }
        if (guesses != null) {
            messages.println("tornado-sort: " + files.input() + ": " + guesses);
        }
    }

    /** Sorts strings in memory. */
    private interface Order {
        int[] of(Strings strings);
    }

    /** Writes the rows to the output if they are sorted at once, and otherwise to runs. */
    private TableReader sortPieces(
            TableFiles input, GuessedTypes types, long allowed, TableRuns runs, KeyWriter writer, Order sort)
            throws IOException, OtherTypeException {
        try (Arena arena = Arena.ofShared();
                Progress progress = Progress.of("read", input.bytes())) {
            long text = Math.min(input.bytes(), allowed / TEXT_PART);
            MemorySegment buffer = NativeMemory.allocate(arena, text + TableReader.SLACK);
            TableReader reader = new TableReader(input, spec, types, buffer, progress);
            writer.write(MemorySegment.ofArray(reader.preamble()), _ -> {});
            long copy = Math.min(text, Math.clamp(allowed / COPY_PART, MIN_COPY, MAX_COPY));
            do {
                try (Arena piece = Arena.ofShared()) {
                    TableRows rows = reader.next(
                            allowed - text - 2 * copy, (bytes, _) -> NativeMemory.allocate(piece, bytes));
                    if (runs.isEmpty() && reader.isAtEnd()) {
                        List<Bucket> buckets = buckets(rows, allowed - text - rows.bytes(), piece);
                        if (buckets != null) {
                            sortBuckets(buckets, sort, reader, writer, progress);
                            return reader;
                        }
                    }
                    int[] order = order(rows, sort, reader, progress);
                    int count = (int) Math.min(limit, spec.unique() ? rows.keys().keepFirst(order) : order.length);
                    if (runs.isEmpty() && reader.isAtEnd()) {
                        long cut = count > 0 ? reader.cut(row(rows.rows(), order[count - 1])) : 0;
                        new OrderedCopy(new Whole(rows.rows()), order, count, piece, Math.max(copy, rows.longest()))
                                .into(sorted -> writer.write(sorted, _ -> {}), cut);
                    } else {
                        runs.add(rows, order, count, piece, copy);
                    }
                }
            } while (!reader.isAtEnd());
            return reader;
        }
    }

    /** Sorts rows. After the last ones have been read, the time of the sort is shown in place of what has been read. */
    private static int[] order(TableRows rows, Order sort, TableReader reader, Progress reading) {
        if (!reader.isAtEnd()) {
            return sort.of(rows.keys().strings());
        }
        reading.close();
        try (Progress _ = Progress.ofUnknownLength("sort")) {
            return sort.of(rows.keys().strings());
        }
    }

    /** Returns all rows in buckets, or null if they are to be sorted together. */
    private List<Bucket> buckets(TableRows rows, long allowed, Arena arena) {
        return files.isDeviceChosen()
                ? null
                : TableBuckets.of(rows, allowed, (bytes, _) -> NativeMemory.allocate(arena, bytes));
    }

    private void sortBuckets(
            List<Bucket> buckets, Order sort, TableReader reader, KeyWriter writer, Progress reading) throws IOException {
        reading.close();
        try (Progress _ = Progress.ofUnknownLength("sort")) {
            BucketSort sorting = new BucketSort(buckets, false, spec.unique());
            sorting.sortLong(rows -> sort.of(rows.keys().strings()));
            sorting.into(sorted -> writer.write(sorted, _ -> {}), limit, reader::cut);
        }
    }

    private void merge(TableRuns runs, TableReader reader, long bytes, KeyWriter writer) throws IOException {
        try (Progress progress = Progress.of("merge", runs.bytes())) {
            new RunMerge(spec.unique(), limit, reader::cut).merge(runs, bytes, progress, writer);
        }
    }

    /** Rows without their keys. */
    private record Whole(RowBytes rows) implements OrderedCopy.Rows {
        @Override
        public long length(int[] order, int from, int to) {
            return rows.length(order, from, to);
        }

        @Override
        public void copy(int[] order, int from, int to, MemorySegment target) {
            rows.copy(order, from, to, target);
        }
    }

    private static MemorySegment row(RowBytes rows, int row) {
        return rows.buffer().asSlice(rows.offset(row), rows.length(row));
    }
}
