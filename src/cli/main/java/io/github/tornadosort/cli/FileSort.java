package io.github.tornadosort.cli;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.cli.io.KeyFileException;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.KeyWriter;
import io.github.tornadosort.cli.io.TemporaryFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts a file of rows in a limited amount of memory. A file that fits is sorted in memory. A larger file is sorted piece by
 * piece: each sorted piece, a run, is written to a temporary file, and then all runs are merged.
 *
 * @param memory limit in bytes for the rows and the sorter's buffers
 * @param folder the folder for runs
 * @param unique whether to keep only the first of equal rows
 * @param limit the maximum number of rows to write, counted from the start of the sorted order
 */
record FileSort(RowSort rows, long memory, Path folder, boolean unique, long limit) {
    private static final SortStats NO_SORTS = SortStats.idle(0);

    /** Opens the output once the number of its rows is known. */
    interface Output {
        KeyWriter writer(long count) throws KeyFileException;
    }

    /** The stats of all sorts, and the time spent reading and writing, including runs. */
    record Result(SortStats sorts, long readNanos, long writeNanos) {
        private Result plus(Result other) {
            return new Result(
                    sorts.plus(other.sorts), readNanos + other.readNanos, writeNanos + other.writeNanos);
        }
    }

    /**
     * Sorts the rows of a reader.
     *
     * @param input the path of the input, for messages
     * @throws CommandFailure if the sort needs more memory or disk space than is available
     */
    Result sort(Path input, KeyReader reader, Output output) throws IOException {
        long n = reader.count();
        long piece = Math.max(1, rowsInMemory(n));
        if (needs(piece) > memory) {
            throw new CommandFailure(input + ": sorting it needs at least " + needs(1) + " bytes of memory, but --memory"
                    + " allows only " + memory);
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment buffer = arena.allocate(Math.min(n, piece) * rows.width(), Long.BYTES);
            return piece >= n ? sortWhole(reader, buffer, output) : sortByRuns(input, reader, buffer, output);
        }
    }

    /** Returns the largest number of rows, at most n, that can be sorted in the memory limit. */
    private long rowsInMemory(long n) {
        long low = 0;
        long high = Math.min(n, rows.mostRows());
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (needs(middle) <= memory) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private long needs(long n) {
        return n * rows.width() + rows.scratchBytes(n);
    }

    private Result sortWhole(KeyReader reader, MemorySegment buffer, Output output) throws IOException {
        Stopwatch stopwatch = new Stopwatch();
        stopwatch.start();
        try (Progress progress = Progress.of("read", reader.bytes())) {
            reader.read(buffer, progress);
        }
        long readNanos = stopwatch.lap();
        Piece sorted = sortPiece(buffer);
        stopwatch.lap();
        WholeFile.write(sorted.kept(), output.writer(sorted.kept().byteSize() / rows.width()));
        return new Result(sorted.stats(), readNanos, stopwatch.lap());
    }

    /** The rows of a sorted piece that would be written if the file had no other rows. */
    private record Piece(MemorySegment kept, SortStats stats) {}

    private Piece sortPiece(MemorySegment piece) {
        long n = piece.byteSize() / rows.width();
        SortStats stats = NO_SORTS;
        if (limit < n && !unique) {
            rows.bringFirst(piece, limit);
        } else {
            stats = rows.sort(piece);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment kept = unique ? new DuplicateFilter(rows, arena).keep(piece) : piece;
            return new Piece(kept.asSlice(0, Math.min(kept.byteSize() / rows.width(), limit) * rows.width()), stats);
        }
    }

    private Result sortByRuns(Path input, KeyReader reader, MemorySegment buffer, Output output) throws IOException {
        long n = reader.count();
        long piece = buffer.byteSize() / rows.width();
        long runs = Math.ceilDiv(n, piece);
        if (2 * runs > piece) {
            throw new CommandFailure(input + ": sorting its " + n + " rows in " + memory + " bytes of memory needs " + runs
                    + " runs, too many to merge; use a larger --memory");
        }
        requireDisk(input, Math.min(n, runs * Math.min(limit, piece)) * rows.width());
        try (TemporaryFile file = TemporaryFile.create(folder)) {
            List<KeyReader> sorted = new ArrayList<>();
            Result result = writeRuns(reader, buffer, file, sorted);
            Stopwatch stopwatch = new Stopwatch();
            stopwatch.start();
            if (unique) {
                // The number of distinct rows is known only after the merge.
                try (TemporaryFile distinct = TemporaryFile.create(folder)) {
                    merge(sorted, buffer, distinct::append);
                    copy(distinct, buffer, output);
                }
            } else {
                KeyWriter writer = output.writer(Math.min(n, limit));
                merge(sorted, buffer, merged -> writer.write(merged, _ -> {}));
            }
            return result.plus(new Result(NO_SORTS, 0, stopwatch.lap()));
        }
    }

    private Result writeRuns(KeyReader reader, MemorySegment buffer, TemporaryFile file, List<KeyReader> sorted)
            throws IOException {
        Result result = new Result(NO_SORTS, 0, 0);
        Stopwatch stopwatch = new Stopwatch();
        stopwatch.start();
        try (Progress progress = Progress.of("sort runs", reader.bytes())) {
            long most = buffer.byteSize() / rows.width();
            for (long left = reader.count(); left > 0;) {
                // The lengths of runs differ by at most one row, so that the sorter can reuse its buffers.
                long n = Math.ceilDiv(left, Math.ceilDiv(left, most));
                MemorySegment piece = buffer.asSlice(0, n * rows.width());
                left -= n;
                reader.read(piece, progress);
                long readNanos = stopwatch.lap();
                Piece run = sortPiece(piece);
                stopwatch.lap();
                sorted.add(file.reader(file.size(), run.kept().byteSize(), rows.width()));
                file.append(run.kept());
                result = result.plus(new Result(run.stats(), readNanos, stopwatch.lap()));
            }
        }
        return result;
    }

    /** Receives rows in sorted order. */
    private interface Sink {
        void accept(MemorySegment rows) throws IOException;
    }

    /** Merges the runs until the limit is reached. */
    private void merge(List<KeyReader> sorted, MemorySegment buffer, Sink sink) throws IOException {
        long bytes = sorted.stream().mapToLong(KeyReader::bytes).sum();
        try (Progress progress = Progress.of("merge", bytes);
                Arena arena = Arena.ofConfined()) {
            DuplicateFilter distinct = new DuplicateFilter(rows, arena);
            long[] left = {limit};
            new StreamedMerge(rows, sorted, buffer, progress).into(merged -> {
                MemorySegment kept = unique ? distinct.keep(merged) : merged;
                long wanted = Math.min(left[0], kept.byteSize() / rows.width());
                left[0] -= wanted;
                sink.accept(kept.asSlice(0, wanted * rows.width()));
                return left[0] > 0;
            });
        }
    }

    private void copy(TemporaryFile from, MemorySegment buffer, Output output) throws IOException {
        KeyReader reader = from.reader(0, from.size(), rows.width());
        KeyWriter writer = output.writer(reader.count());
        try (Progress progress = Progress.of("write", reader.bytes())) {
            for (long left = reader.bytes(); left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, buffer.byteSize()));
                left -= piece.byteSize();
                reader.read(piece, progress);
                writer.write(piece, _ -> {});
            }
        }
    }

    private void requireDisk(Path input, long bytes) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (bytes > free) {
            throw new CommandFailure(
                    "%s: sorting it in %s of memory needs %s of disk space, but only %s is free in %s"
                            .formatted(
                                    input,
                                    SystemMemory.gibibytes(memory),
                                    SystemMemory.gibibytes(bytes),
                                    SystemMemory.gibibytes(free),
                                    folder));
        }
    }
}
