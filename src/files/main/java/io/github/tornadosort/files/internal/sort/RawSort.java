package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.Background;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.Runs;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.runs.StoredRun;
import io.github.tornadosort.internal.memory.NativeMemory;
import io.github.tornadosort.internal.policy.Stats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Sorts a file of keys in a limited amount of memory. A file that fits is sorted in memory. A larger file is sorted piece by
 * piece: each sorted piece, a run, is written to a temporary file, and then all runs are merged.
 */
public record RawSort(SortSettings settings, KeyOrder keys, Sorter sorter) {
    private static final Stats NO_SORTS = Stats.of(0);

    /** One buffer holds the rows that are sorted. The other holds the previous run, and then the next rows. */
    private static final int BUFFERS = 2;
    /** The fewest rows of a run, so that runs can be merged in both buffers. */
    private static final int LEAST_ROWS = RunMerge.LEAST_ROWS / BUFFERS;

    /** Fewer bytes are read in less time than it takes to map them and to show progress. */
    private static final long LEAST_MAPPED = 64 << 20;

    /** Opens the output once the number of its rows is known. */
    public interface Output {
        KeyWriter writer(long count) throws FileSortException;
    }

    /**
     * Sorts the rows of a reader.
     *
     * @throws FileSortException if the sort needs more memory or disk space than is available
     */
    public SortStats sort(KeyReader reader, Output output) throws IOException {
        long n = reader.count();
        long memory = settings.memory().applyAsLong(reader.bytes());
        return needs(n, 1) <= memory ? sortWhole(reader, output) : sortByRuns(reader, rowsOfRun(n, memory), memory, output);
    }

    private long rowsOfRun(long n, long memory) throws FileSortException {
        long piece = Math.max(LEAST_ROWS, rowsPerRun(n, memory));
        if (needs(piece, BUFFERS) > memory) {
            throw new FileSortException(settings.input(), "sorting it needs at least "
                    + Math.min(needs(n, 1), needs(LEAST_ROWS, BUFFERS)) + " bytes of memory, but memory(long) allows only "
                    + memory);
        }
        return piece;
    }

    /** Returns the largest number of rows, at most n, of a run in the memory limit. */
    private long rowsPerRun(long n, long memory) {
        long low = 0;
        long high = n;
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (needs(middle, BUFFERS) <= memory) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private long needs(long n, int buffers) {
        return buffers * n * keys.width() + keys.scratchBytes(n, sorter);
    }

    private SortStats sortWhole(KeyReader reader, Output output) throws IOException {
        if (!isWrittenWhole(reader) || reader.bytes() < LEAST_MAPPED) {
            return sortInMemory(reader, output);
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment mapped = reader.map(arena);
            return mapped == null ? sortInMemory(reader, output) : sortMapped(mapped, reader, output);
        }
    }

    /**
     * Sorts a mapped file, and writes keys where they belong in another file while they are sorted. Besides the system's caches of the
     * files, they are in memory once. Memory that was not used before costs a sort of a file more than the sort itself.
     */
    private SortStats sortMapped(MemorySegment mapped, KeyReader reader, Output output) throws IOException {
        KeyWriter writer = output.writer(reader.count());
        // The bytes are counted when they are read and when they are written.
        try (Step step = settings.progress().begin("sort", 2 * mapped.byteSize())) {
            KeySink sink = writer.sink(keys.width(), step);
            if (sink != null) {
                InputFile.load(mapped, step);
                return keys.sortTo(mapped, sink, sorter);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return sortInMemory(reader, _ -> writer);
    }

    /** Returns whether all rows are written. */
    private boolean isWrittenWhole(KeyReader reader) {
        return !settings.unique() && settings.limit() >= reader.count();
    }

    private SortStats sortInMemory(KeyReader reader, Output output) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment buffer = reader.readAll(keys.width(), arena, settings.progress());
            Piece sorted;
            try (Step _ = settings.progress().begin("sort", ProgressListener.UNKNOWN)) {
                sorted = sortPiece(buffer);
            }
            output.writer(sorted.kept().byteSize() / keys.width()).writeAll(sorted.kept(), settings.progress());
            return sorted.stats();
        }
    }

    /** The rows of a sorted piece that would be written if the file had no other rows. */
    private record Piece(MemorySegment kept, SortStats stats) {}

    private static final Piece NOTHING = new Piece(MemorySegment.NULL, NO_SORTS);

    private Piece sortPiece(MemorySegment piece) {
        long n = piece.byteSize() / keys.width();
        SortStats stats = NO_SORTS;
        boolean unique = settings.unique();
        if (settings.limit() < n && !unique) {
            keys.bringFirst(piece, settings.limit(), sorter);
        } else {
            stats = keys.sort(piece, sorter);
        }
        MemorySegment kept = unique ? keys.keepFirst(piece) : piece;
        long count = Math.min(kept.byteSize() / keys.width(), settings.limit());
        return new Piece(kept.asSlice(0, count * keys.width()), stats);
    }

    private SortStats sortByRuns(KeyReader reader, long piece, long memory, Output output) throws IOException {
        long n = reader.count();
        long runs = Math.ceilDiv(n, piece);
        settings.requireDisk(Math.min(n, runs * Math.min(settings.limit(), piece)) * keys.width(), memory);
        try (Arena arena = Arena.ofShared();
                SortedRuns sorted = new SortedRuns(settings.input(), settings.folder(), new RunOrder(keys, false, null))) {
            sorted.makeRoom(keys.width());
            MemorySegment buffer = NativeMemory.allocate(arena, BUFFERS * piece * keys.width());
            SortStats stats = writeRuns(reader, buffer, sorted);
            // There are no runs if the limit is 0.
            merge(sorted, sorted.bytes() / keys.width(), buffer, output);
            return stats;
        }
    }

    /** Sorts each piece of the file while the run before it is written and the piece after it is read. */
    private SortStats writeRuns(KeyReader reader, MemorySegment buffer, SortedRuns sorted)
            throws IOException {
        long half = buffer.byteSize() / BUFFERS;
        long left = reader.count();
        long runs = Math.ceilDiv(left, half / keys.width());
        MemorySegment piece = MemorySegment.NULL;
        MemorySegment run = MemorySegment.NULL;
        Stats stats = NO_SORTS;
        try (Step step = settings.progress().begin("sort runs", reader.bytes());
                Background files = new Background()) {
            // Of n runs, the first one is read in round 0, and the last one is written in round n + 1.
            for (long round = 0; round < runs + 2; round++) {
                // The lengths of runs differ by at most one row, so that the sorter can reuse its buffers.
                long n = round < runs ? Math.ceilDiv(left, runs - round) : 0;
                left -= n;
                MemorySegment next = buffer.asSlice(round % BUFFERS * half, n * keys.width());
                MemorySegment written = run;
                files.start(() -> {
                    sorted.add(to -> to.accept(written));
                    reader.read(next, step); // overwrites the run
                });
                Piece kept = piece.byteSize() == 0 ? NOTHING : sortPiece(piece);
                files.await();
                stats = stats.plus(kept.stats());
                run = kept.kept();
                piece = next;
            }
        }
        return stats;
    }

    /**
     * Merges sorted files. Of equal keys, those of an earlier file come first.
     *
     * @param files the open files, which check the order of what they read, and are not closed
     */
    void merge(List<KeyReader> files, Output output) throws IOException {
        Runs runs = new FileRuns(settings.input(), keys, files);
        // The other half is for what the order needs.
        long memory = settings.memory().applyAsLong(runs.bytes()) / 2;
        try (Arena arena = Arena.ofShared()) {
            merge(runs, files.stream().mapToLong(KeyReader::count).sum(), RunMerge.buffer(runs, memory, arena), output);
        }
    }

    private record FileRuns(Path name, KeyOrder keys, List<KeyReader> files) implements Runs {
        @Override
        public RunOrder order() {
            return new RunOrder(keys, false, null);
        }

        @Override
        public int count() {
            return files.size();
        }

        @Override
        public long bytes() {
            return files.stream().mapToLong(KeyReader::bytes).sum();
        }

        @Override
        public long longest() {
            return keys.width();
        }

        @Override
        public SortedRun open(int run, MemorySegment memory, LongConsumer progress) {
            KeyReader file = files.get(run);
            return new StoredRun(run, order(), name, file, file.count() * keys.width(), memory, keys.width(), progress) {
                @Override
                public void close() throws FileSortException {
                    super.close();
                    file.close();
                }
            };
        }

        @Override
        public void close() {}
    }

    /**
     * Merges runs in a buffer.
     *
     * @param count the number of all keys
     * @param memory accessible by all threads
     */
    void merge(Runs runs, long count, MemorySegment memory, Output output) throws IOException {
        // A writer takes whole keys.
        int width = keys.width();
        MemorySegment buffer = memory.asSlice(0, memory.byteSize() / width * width);
        RunMerge merge = settings.merge();
        if (!settings.unique()) {
            KeyWriter writer = output.writer(Math.min(count, settings.limit()));
            try (Step step = settings.progress().begin("merge", runs.bytes())) {
                merge.merge(runs, buffer, step, writer::write);
            }
            return;
        }
        // The number of distinct keys is known only after the merge.
        try (TemporaryFile distinct = TemporaryFile.create(settings.folder())) {
            try (Step step = settings.progress().begin("merge", runs.bytes())) {
                merge.merge(runs, buffer, step, distinct::append);
            }
            copy(distinct.reader(0, distinct.size(), width), buffer, output);
        }
    }

    private void copy(KeyReader distinct, MemorySegment buffer, Output output) throws IOException {
        KeyWriter writer = output.writer(distinct.count());
        try (Step step = settings.progress().begin("write", distinct.bytes())) {
            for (long left = distinct.bytes(); left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, buffer.byteSize()));
                left -= piece.byteSize();
                distinct.read(piece, step);
                writer.write(piece);
            }
        }
    }
}
