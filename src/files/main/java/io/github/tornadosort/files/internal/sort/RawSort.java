package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.Background;
import io.github.tornadosort.files.internal.runs.KeyMerge;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.table.Parts;
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
 * Sorts files of keys in a limited amount of memory, or merges them. Keys that fit are sorted in memory. More are sorted piece by
 * piece: each sorted piece, a run, is written to a temporary file, and then all runs are merged.
 */
public final class RawSort {
    /** One buffer holds the rows that are sorted. The other holds the previous run, and then the next rows. */
    private static final int BUFFERS = 2;
    /** The fewest rows of a run, so that runs can be merged in both buffers. */
    private static final int LEAST_ROWS = KeyMerge.LEAST_KEYS / BUFFERS;
    /** The bytes of a merge that are not worth a limit. */
    private static final long LEAST_MERGED = 1 << 16;

    /** Fewer bytes are read in less time than it takes to map them and to show progress. */
    private static final long LEAST_MAPPED = 64 << 20;

    /** Top-k selection is used if k is at most n divided by this; otherwise a sort is faster. */
    private static final int MIN_KEYS_PER_RESULT = 16;

    private final SortSettings settings;
    private final RawKeys files;
    private final KeyOrder keys;
    private final Sorter sorter;
    private OutputFile output;
    private Stats stats = Stats.of(0);

    /** @param sorter sorts keys in memory; a merge has none */
    public RawSort(SortSettings settings, RawKeys files, Sorter sorter) {
        this.settings = settings;
        this.files = files;
        this.keys = files.order();
        this.sorter = sorter;
    }

    /**
     * Sorts the inputs, and writes the output.
     *
     * @throws FileSortException if the sort needs more memory or disk space than is available
     */
    @SuppressWarnings("try") // The input is closed twice.
    public SortStats sort() throws IOException {
        try (KeyReader reader = files.open(settings.inputs(), settings.folder());
                OutputFile file = settings.output().create()) {
            output = file;
            long memory = settings.memory().applyAsLong(reader.bytes());
            if (needs(reader.count(), 1) <= memory) {
                sortWhole(reader);
            } else {
                sortByRuns(reader, rowsOfRun(reader.count(), memory), memory);
            }
            reader.close(); // fails if an input became shorter while it was read
            file.commit();
            return stats;
        }
    }

    /**
     * Merges sorted inputs as they are read. Of equal keys, those of an earlier input come first.
     *
     * @throws io.github.tornadosort.files.UnsortedException if an input is not sorted; the message names the key
     */
    @SuppressWarnings("try") // The inputs are closed twice.
    public void merge() throws IOException {
        try (Parts parts = files.open(settings.inputs(), settings.folder());
                OutputFile file = settings.output().create()) {
            output = file;
            List<KeyReader> readers = new ArrayList<>();
            for (KeyReader part : parts.files()) {
                readers.add(FileCheck.inOrder(keys, false, settings.inputs().get(readers.size()), part));
            }
            // The other half is for what the order needs.
            long memory = settings.memory().applyAsLong(parts.bytes()) / 2;
            long useful = 4L * keys.width() * parts.count();
            try (Arena arena = Arena.ofShared()) {
                long bytes = Math.max(LEAST_MERGED, Math.min(memory, useful));
                merge(readers, () -> {}, NativeMemory.allocate(arena, bytes));
            }
            parts.close(); // fails if an input became shorter while it was read
            file.commit();
        }
    }

    private KeyWriter writer(long count) throws FileSortException {
        return files.writer(output, count);
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
        return buffers * n * keys.width() + Diagnostics.of(sorter).hostBytes(n, keys.type(), null);
    }

    private void sortWhole(KeyReader reader) throws IOException {
        boolean isWrittenWhole = !settings.unique() && settings.limit() >= reader.count();
        if (!isWrittenWhole || reader.bytes() < LEAST_MAPPED) {
            sortInMemory(reader, null);
            return;
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment mapped = reader.map(arena);
            KeyWriter writer = writer(reader.count());
            if (mapped == null || !sortMapped(mapped, writer)) {
                sortInMemory(reader, writer);
            }
        }
    }

    /**
     * Sorts a mapped file, and writes keys where they belong in another file while they are sorted. Besides the system's caches of the
     * files, they are in memory once. Memory that was not used before costs a sort of a file more than the sort itself.
     *
     * @return false if the output can only be written from its beginning to its end
     */
    private boolean sortMapped(MemorySegment mapped, KeyWriter writer) throws IOException {
        // The bytes are counted when they are read and when they are written.
        try (Step step = settings.progress().begin("sort", 2 * mapped.byteSize())) {
            KeySink sink = writer.sink(keys.width(), step);
            if (sink != null) {
                InputFile.load(mapped, step);
                stats = stats.plus(sorter.sortTo(new Column(mapped, keys.type()), keys.sortOrder(), sink));
            }
            return sink != null;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** @param writer of all keys, or null */
    private void sortInMemory(KeyReader reader, KeyWriter writer) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment sorted = reader.readAll(keys.width(), arena, settings.progress());
            try (Step _ = settings.progress().begin("sort", ProgressListener.UNKNOWN)) {
                sorted = sortPiece(sorted);
            }
            (writer != null ? writer : writer(sorted.byteSize() / keys.width())).writeAll(sorted, settings.progress());
        }
    }

    /** Sorts keys. Returns those that would be written if the file had no others. */
    private MemorySegment sortPiece(MemorySegment piece) {
        long n = piece.byteSize() / keys.width();
        Column column = new Column(piece, keys.type());
        MemorySegment kept = piece;
        if (!settings.unique() && settings.limit() <= n / MIN_KEYS_PER_RESULT && n <= Integer.MAX_VALUE) {
            kept = sorter.topK(column, (int) settings.limit(), keys.sortOrder()).keys().segment();
            piece.copyFrom(kept);
        } else {
            stats = stats.plus(sorter.sort(column, keys.sortOrder()));
            kept = settings.unique() ? keys.keepFirst(null, piece) : piece;
        }
        return piece.asSlice(0, Math.min(kept.byteSize() / keys.width(), settings.limit()) * keys.width());
    }

    private void sortByRuns(KeyReader reader, long piece, long memory) throws IOException {
        long n = reader.count();
        long runs = Math.ceilDiv(n, piece);
        settings.requireDisk(Math.min(n, runs * Math.min(settings.limit(), piece)) * keys.width(), memory);
        try (Arena arena = Arena.ofShared();
                TemporaryFile file = TemporaryFile.create(settings.folder())) {
            MemorySegment buffer = NativeMemory.allocate(arena, BUFFERS * piece * keys.width());
            List<KeyReader> sorted = new ArrayList<>();
            writeRuns(reader, buffer, file, sorted);
            merge(sorted, file, buffer);
        }
    }

    /** Sorts each piece of the file while the run before it is written and the piece after it is read. */
    private void writeRuns(KeyReader reader, MemorySegment buffer, TemporaryFile file, List<KeyReader> sorted)
            throws IOException {
        long half = buffer.byteSize() / BUFFERS;
        long left = reader.count();
        long runs = Math.ceilDiv(left, half / keys.width());
        MemorySegment piece = MemorySegment.NULL;
        MemorySegment run = MemorySegment.NULL;
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
                run = piece.byteSize() == 0 ? piece : sortPiece(piece);
                files.await();
                piece = next;
            }
        }
    }

    /** @param source what has the runs */
    private void merge(List<KeyReader> runs, Closeable source, MemorySegment buffer) throws IOException {
        KeyMerge merge = settings.merge(keys);
        if (!settings.unique()) {
            long count = runs.stream().mapToLong(KeyReader::count).sum();
            KeyWriter writer = writer(Math.min(count, settings.limit()));
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
            KeyWriter writer = writer(all.getFirst().count());
            try (Step step = begin("write", all)) {
                merge.merge(all, distinct, buffer, step, writer::write);
            }
        }
    }

    private Step begin(String task, List<KeyReader> files) {
        return settings.progress().begin(task, files.stream().mapToLong(KeyReader::bytes).sum());
    }
}
