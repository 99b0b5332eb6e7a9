package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.Background;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.internal.memory.NativeMemory;
import io.github.tornadosort.internal.policy.Stats;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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
        return isWhole(n, memory) ? sortWhole(reader, output) : sortByRuns(reader, rowsOfRun(n, memory), memory, output);
    }

    private boolean isWhole(long n, long memory) {
        return needs(n, 1) <= memory;
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
        if (isWrittenWhole(reader) && reader.bytes() >= MappedSort.MIN_BYTES) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment mapped = reader.map(arena);
                if (mapped != null) {
                    KeyWriter writer = output.writer(reader.count());
                    SortStats result = new MappedSort(keys, sorter, mapped, writer, settings.progress()).sort();
                    return result == null ? sortInMemory(reader, _ -> writer) : result;
                }
            }
        }
        return sortInMemory(reader, output);
    }

    /** Returns whether all rows are written. */
    private boolean isWrittenWhole(KeyReader reader) {
        return !settings.unique() && settings.limit() >= reader.count();
    }

    private SortStats sortInMemory(KeyReader reader, Output output) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment buffer = WholeFile.read(reader, keys.width(), arena, settings.progress());
            Piece sorted;
            try (Step _ = settings.progress().begin("sort", ProgressListener.UNKNOWN)) {
                sorted = sortPiece(buffer);
            }
            WholeFile.write(sorted.kept(), output.writer(sorted.kept().byteSize() / keys.width()), settings.progress());
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

    /** Sorts the rows of a reader, and returns them one after the other. */
    public RowCursor rows(KeyReader reader) throws IOException {
        long n = reader.count();
        long memory = settings.memory().applyAsLong(reader.bytes());
        Arena arena = Arena.ofShared();
        try {
            if (isWhole(n, memory)) {
                MemorySegment buffer = WholeFile.read(reader, keys.width(), arena, settings.progress());
                return rows(sortPiece(buffer).kept()).with(arena::close);
            }
            TemporaryFile sorted = TemporaryFile.create(settings.folder());
            Closeable both = () -> {
                try (sorted) {
                    arena.close();
                }
            };
            try {
                sortByRuns(reader, rowsOfRun(n, memory), memory, _ -> (merged, step) -> {
                    sorted.append(merged);
                    step.accept(merged.byteSize());
                });
                return rows(sorted.map(arena)).with(both);
            } catch (Throwable e) {
                sorted.close();
                throw e;
            }
        } catch (Throwable e) {
            arena.close();
            throw e;
        }
    }

    private RowCursor rows(MemorySegment sorted) {
        return RowCursor.of(sorted.byteSize() / keys.width(), i -> sorted.asSlice(i * keys.width(), keys.width()));
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
            new RawMerge(settings, keys).merge(sorted, sorted.bytes() / keys.width(), buffer, output);
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
}
