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
import io.github.tornadosort.files.internal.runs.KeyMerge;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.internal.memory.NativeMemory;
import io.github.tornadosort.internal.policy.Stats;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts a file of keys in a limited amount of memory. A file that fits is sorted in memory. A larger file is sorted piece by
 * piece: each sorted piece, a run, is written to a temporary file, and then all runs are merged.
 */
public record RawSort(SortSettings settings, KeyOrder keys, Sorter sorter) {
    private static final Stats NO_SORTS = Stats.of(0);

    /** One buffer holds the rows that are sorted. The other holds the previous run, and then the next rows. */
    private static final int BUFFERS = 2;
    /** The fewest rows of a run, so that runs can be merged in both buffers. */
    private static final int LEAST_ROWS = KeyMerge.LEAST_KEYS / BUFFERS;
    /** The bytes of a merge that are not worth a limit. */
    private static final long LEAST_MERGED = 1 << 16;

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
        MemorySegment kept = unique ? keys.keepFirst(null, piece) : piece;
        long count = Math.min(kept.byteSize() / keys.width(), settings.limit());
        return new Piece(kept.asSlice(0, count * keys.width()), stats);
    }

    private SortStats sortByRuns(KeyReader reader, long piece, long memory, Output output) throws IOException {
        long n = reader.count();
        long runs = Math.ceilDiv(n, piece);
        settings.requireDisk(Math.min(n, runs * Math.min(settings.limit(), piece)) * keys.width(), memory);
        try (Arena arena = Arena.ofShared();
                TemporaryFile file = TemporaryFile.create(settings.folder())) {
            MemorySegment buffer = NativeMemory.allocate(arena, BUFFERS * piece * keys.width());
            List<KeyReader> sorted = new ArrayList<>();
            SortStats stats = writeRuns(reader, buffer, file, sorted);
            merge(sorted, file, buffer, output);
            return stats;
        }
    }

    /** Sorts each piece of the file while the run before it is written and the piece after it is read. */
    private SortStats writeRuns(KeyReader reader, MemorySegment buffer, TemporaryFile file, List<KeyReader> sorted)
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
                    if (written.byteSize() > 0) {
                        file.append(written);
                        sorted.add(file.reader(file.size() - written.byteSize(), written.byteSize(), keys.width()));
                    }
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
     * @param files the open files, which check the order of what they read; each is closed when it has been merged
     */
    void merge(List<KeyReader> files, Output output) throws IOException {
        // The other half is for what the order needs.
        long memory = settings.memory().applyAsLong(files.stream().mapToLong(KeyReader::bytes).sum()) / 2;
        long useful = 4 * keys.width() * files.stream().mapToLong(KeyReader::count).sum();
        try (Arena arena = Arena.ofShared()) {
            long bytes = Math.max(LEAST_MERGED, Math.min(memory, useful));
            merge(files, () -> {}, NativeMemory.allocate(arena, bytes), output);
        }
    }

    /** @param source what has the runs */
    private void merge(List<KeyReader> runs, Closeable source, MemorySegment buffer, Output output) throws IOException {
        KeyMerge merge = settings.merge(keys);
        if (!settings.unique()) {
            long count = runs.stream().mapToLong(KeyReader::count).sum();
            KeyWriter writer = output.writer(Math.min(count, settings.limit()));
            try (Step step = begin("merge", runs)) {
                merge.merge(runs, source, buffer, step, writer::write);
            }
            return;
        }
        // The number of distinct keys is known only after the merge.
        try (TemporaryFile distinct = TemporaryFile.create(settings.folder())) {
            try (Step step = begin("merge", runs)) {
                merge.merge(runs, source, buffer, step, distinct::append);
            }
            List<KeyReader> all = List.of(distinct.reader(0, distinct.size(), keys.width()));
            KeyWriter writer = output.writer(all.getFirst().count());
            try (Step step = begin("write", all)) {
                merge.merge(all, distinct, buffer, step, writer::write);
            }
        }
    }

    private Step begin(String task, List<KeyReader> files) {
        return settings.progress().begin(task, files.stream().mapToLong(KeyReader::bytes).sum());
    }
}
