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
 * Sorts a file of rows within an amount of memory. What fits is sorted there; of what does not, as much as fits at a time
 * is sorted and written to a temporary file, a run, and then all runs are merged.
 *
 * @param memory bytes that rows and the sorter's buffers may take
 * @param folder where runs are written
 * @param unique whether of equal rows only the first is kept
 * @param limit how many rows of the sorted order are wanted
 */
record FileSort(RowSort rows, long memory, Path folder, boolean unique, long limit) {
    private static final SortStats NOTHING = SortStats.idle(0);

    /** Opens the output, once it is known how many rows it will have. */
    interface Output {
        KeyWriter writer(long count) throws KeyFileException;
    }

    /** What was done, and how long reading and writing took, runs included. */
    record Done(SortStats sorts, long readNanos, long writeNanos) {
        private Done plus(Done other) {
            return new Done(
                    sorts.plus(other.sorts), readNanos + other.readNanos, writeNanos + other.writeNanos);
        }
    }

    /**
     * Sorts.
     *
     * @param input for messages
     * @throws CommandFailure if that takes more memory, or more of the disk, than there is
     */
    Done sort(Path input, KeyReader reader, Output output) throws IOException {
        long n = reader.count();
        long piece = Math.max(1, rowsInMemory(n));
        if (needs(piece) > memory) {
            throw new CommandFailure(input + ": to sort it takes at least " + needs(1) + " bytes of memory, expected at"
                    + " most the " + memory + " of --memory");
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment buffer = arena.allocate(Math.min(n, piece) * rows.width(), Long.BYTES);
            return piece >= n ? sortWhole(reader, buffer, output) : sortByRuns(input, reader, buffer, output);
        }
    }

    /** The most rows, at most n, that are sorted within the memory. */
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

    private Done sortWhole(KeyReader reader, MemorySegment buffer, Output output) throws IOException {
        Stopwatch stopwatch = new Stopwatch();
        stopwatch.start();
        try (Progress progress = Progress.of("read", reader.bytes())) {
            reader.read(buffer, progress);
        }
        long readNanos = stopwatch.lap();
        Piece sorted = sortPiece(buffer);
        stopwatch.lap();
        WholeFile.write(sorted.kept(), output.writer(sorted.kept().byteSize() / rows.width()));
        return new Done(sorted.stats(), readNanos, stopwatch.lap());
    }

    /** Sorted rows that are wanted, if those of the piece are all there are. */
    private record Piece(MemorySegment kept, SortStats stats) {}

    private Piece sortPiece(MemorySegment piece) {
        long n = piece.byteSize() / rows.width();
        SortStats stats = NOTHING;
        if (limit < n && !unique) {
            rows.bringFirst(piece, limit);
        } else {
            stats = rows.sort(piece);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment kept = unique ? new Distinct(rows, arena).keep(piece) : piece;
            return new Piece(kept.asSlice(0, Math.min(kept.byteSize() / rows.width(), limit) * rows.width()), stats);
        }
    }

    private Done sortByRuns(Path input, KeyReader reader, MemorySegment buffer, Output output) throws IOException {
        long n = reader.count();
        long piece = buffer.byteSize() / rows.width();
        long runs = Math.ceilDiv(n, piece);
        if (2 * runs > piece) {
            throw new CommandFailure(input + ": to sort its " + n + " rows within " + memory + " bytes of memory takes "
                    + runs + " runs, more than can be merged in it; expected a larger --memory");
        }
        requireDisk(input, Math.min(n, runs * Math.min(limit, piece)) * rows.width());
        try (TemporaryFile file = TemporaryFile.create(folder)) {
            List<KeyReader> sorted = new ArrayList<>();
            Done done = writeRuns(reader, buffer, file, sorted);
            Stopwatch stopwatch = new Stopwatch();
            stopwatch.start();
            if (unique) {
                // How many are left is known only once they are merged.
                try (TemporaryFile distinct = TemporaryFile.create(folder)) {
                    merge(sorted, buffer, distinct::append);
                    copy(distinct, buffer, output);
                }
            } else {
                KeyWriter writer = output.writer(Math.min(n, limit));
                merge(sorted, buffer, merged -> writer.write(merged, _ -> {}));
            }
            return done.plus(new Done(NOTHING, 0, stopwatch.lap()));
        }
    }

    private Done writeRuns(KeyReader reader, MemorySegment buffer, TemporaryFile file, List<KeyReader> sorted)
            throws IOException {
        Done done = new Done(NOTHING, 0, 0);
        Stopwatch stopwatch = new Stopwatch();
        stopwatch.start();
        try (Progress progress = Progress.of("sort runs", reader.bytes())) {
            long most = buffer.byteSize() / rows.width();
            for (long left = reader.count(); left > 0;) {
                // Runs are equally long but for a row: what the sorter keeps for one serves them all.
                long n = Math.ceilDiv(left, Math.ceilDiv(left, most));
                MemorySegment piece = buffer.asSlice(0, n * rows.width());
                left -= n;
                reader.read(piece, progress);
                long readNanos = stopwatch.lap();
                Piece run = sortPiece(piece);
                stopwatch.lap();
                sorted.add(file.reader(file.size(), run.kept().byteSize(), rows.width()));
                file.append(run.kept());
                done = done.plus(new Done(run.stats(), readNanos, stopwatch.lap()));
            }
        }
        return done;
    }

    /** Takes rows in their order. */
    private interface Sink {
        void accept(MemorySegment rows) throws IOException;
    }

    /** Merges the runs, as far as they are wanted. */
    private void merge(List<KeyReader> sorted, MemorySegment buffer, Sink sink) throws IOException {
        long bytes = sorted.stream().mapToLong(KeyReader::bytes).sum();
        try (Progress progress = Progress.of("merge", bytes);
                Arena arena = Arena.ofConfined()) {
            Distinct distinct = new Distinct(rows, arena);
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
        long there = Files.getFileStore(folder).getUsableSpace();
        if (bytes > there) {
            throw new CommandFailure(
                    "%s: to sort it within %s of memory takes %s of disk, expected at most the %s free in %s"
                            .formatted(
                                    input,
                                    SystemMemory.gibibytes(memory),
                                    SystemMemory.gibibytes(bytes),
                                    SystemMemory.gibibytes(there),
                                    folder));
        }
    }
}
