package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.buckets.Bucket;
import io.github.tornadosort.files.internal.buckets.BucketSort;
import io.github.tornadosort.files.internal.buckets.BucketSplit;
import io.github.tornadosort.files.internal.buckets.TieSort;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.OrderedCopy;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Sorts rows by their encoded keys, or lines that are their own keys. Rows that do not fit in memory are sorted piece by piece:
 * each sorted piece, a run, is written to a temporary file with its encoded keys, and then all runs are merged.
 */
public final class KeyedSort {
    /** The part of the memory that holds text. Keys and the sort need more than the text if its rows are short. */
    private static final int TEXT_PART = 4;
    /** The part of the memory that holds copies of sorted rows, and its limits. */
    private static final int COPY_PART = 32;
    private static final int MIN_COPY = 1 << 12;
    private static final int MAX_COPY = 8 << 20;

    private final SortSettings settings;
    private final RowFormat format;
    private final RunOrder order;
    private final TieSort ties;

    public KeyedSort(SortSettings settings, RowFormat format) {
        this.settings = settings;
        this.format = format;
        this.order = format.order(settings.compressed());
        this.ties = format.ties();
    }

    /** Sorts the inputs, and writes the output. */
    public void sort(Sorter sorter) throws IOException {
        format.attempt(settings.inputs(), () -> {
            try (KeyReader input = format.open(settings.inputs(), settings.folder());
                    OutputFile file = settings.output().create();
                    SortedRuns runs = new SortedRuns(settings.input(), settings.folder(), order)) {
                long allowed = settings.memory().applyAsLong(input.bytes());
                KeyWriter writer = RowFile.writer(file);
                sortPieces(
                        input, allowed, runs, writer,
                        (rows, descending) -> sorter.strings().argsort(
                                rows.strings(), descending ? SortOptions.descending() : SortOptions.ascending()));
                if (runs.count() > 0) {
                    merge(runs, allowed / 2, writer);
                }
                file.commit();
            }
        });
    }

    /** Writes the rows to the output if they are sorted at once, and otherwise to runs. */
    private void sortPieces(
            KeyReader input, long allowed, SortedRuns runs, KeyWriter writer, TieSort.Argsort sort)
            throws IOException {
        try (Arena arena = Arena.ofShared();
                Step reading = settings.progress().begin("read", input.bytes())) {
            long text = Math.min(input.bytes(), allowed / TEXT_PART);
            MemorySegment buffer = NativeMemory.allocate(arena, text + RowFormat.SLACK);
            RowReader reader = format.read(settings.input(), input, buffer, reading);
            writer.write(MemorySegment.ofArray(reader.preamble()), _ -> {});
            boolean areKeys = reader.areRowsKeys();
            long copy = areKeys ? 0 : Math.min(text, Math.clamp(allowed / COPY_PART, MIN_COPY, MAX_COPY));
            MemorySegment spare = NativeMemory.allocate(arena, areKeys || ties != null ? text + RowFormat.SLACK : 0);
            long forKeys = allowed - text - spare.byteSize() - 2 * copy;
            do {
                try (Arena piece = Arena.ofShared()) {
                    KeyedRows rows = reader.next(forKeys, (bytes, _) -> NativeMemory.allocate(piece, bytes));
                    boolean isWhole = runs.count() == 0 && reader.isAtEnd();
                    if (runs.count() == 0 && !isWhole) {
                        requireDisk(input.bytes(), allowed);
                    }
                    try (Step _ = reader.isAtEnd() ? sortAfter(reading) : null) {
                        BucketSort buckets = areKeys
                                ? buckets(rows, spare)
                                : isWhole ? buckets(rows, allowed - text - rows.bytes(), piece) : null;
                        if (buckets != null) {
                            sortBuckets(buckets, rows, isWhole, sort, runs, writer);
                        } else {
                            sortTogether(rows, isWhole, spare, sort, runs, writer, copy, piece);
                        }
                    }
                }
            } while (!reader.isAtEnd());
        }
    }

    /**
     * Checks that there is room for runs. Those of distinct or the first rows, and compressed runs, may be smaller than the
     * input.
     */
    private void requireDisk(long bytes, long allowed) throws IOException {
        if (!settings.unique() && settings.limit() == Long.MAX_VALUE && !settings.compressed()) {
            settings.requireDisk(bytes, allowed);
        }
    }

    /** Ends the display of what has been read, and begins that of the time of the sort. */
    private Step sortAfter(Step reading) {
        reading.close();
        return settings.progress().begin("sort", ProgressListener.UNKNOWN);
    }

    /** Returns lines that are their own keys in buckets. */
    private BucketSort buckets(KeyedRows lines, MemorySegment spare) {
        Bucket all = Bucket.ofRows(lines.rows(), true, spare);
        List<Bucket> buckets = BucketSplit.of(all);
        boolean descending = order.descending();
        return new BucketSort(descending ? buckets.reversed() : buckets, descending, settings.unique(), null);
    }

    /** Returns all rows in buckets, or null if they are to be sorted together. */
    private BucketSort buckets(KeyedRows rows, long allowed, Arena arena) {
        long rowBytes = rows.rows().size();
        long keyBytes = rows.keys().size();
        if (rowBytes + keyBytes + (long) BucketSplit.BYTES_PER_ROW * rows.count() > allowed) {
            return null;
        }
        List<Bucket> buckets = BucketSplit.of(new Bucket(
                rows.keys(), rows.rows(), false, NativeMemory.allocate(arena, rowBytes + RowBytes.SLACK),
                NativeMemory.allocate(arena, keyBytes + RowBytes.SLACK)));
        return new BucketSort(buckets, false, settings.unique(), ties);
    }

    private void sortBuckets(
            BucketSort buckets, KeyedRows rows, boolean isWhole, TieSort.Argsort sort, SortedRuns runs, KeyWriter writer)
            throws IOException {
        buckets.sortLong(sort);
        if (isWhole) {
            buckets.into(sorted -> writer.write(sorted, _ -> {}), settings.limit());
        } else {
            runs.makeRoom(rows.longest());
            runs.add(run -> buckets.into(run, settings.limit()));
        }
    }

    private void sortTogether(
            KeyedRows rows, boolean isWhole, MemorySegment spare, TieSort.Argsort sort, SortedRuns runs, KeyWriter writer,
            long copy, Arena arena)
            throws IOException {
        int[] sorted = sort.of(rows.keys(), false);
        if (ties != null) {
            ties.sort(rows.keys(), rows.rows(), sorted, spare, sort);
        }
        int count = (int) Math.min(settings.limit(), settings.unique() ? rows.keys().keepFirst(sorted) : sorted.length);
        if (isWhole) {
            new OrderedCopy(
                    Bucket.ofRows(rows.rows(), false, spare), sorted, count, arena, Math.max(copy, rows.longest()))
                    .into(copied -> writer.write(copied, _ -> {}));
        } else {
            runs.add(rows, sorted, count, arena, copy);
        }
    }

    private void merge(SortedRuns runs, long bytes, KeyWriter writer) throws IOException {
        try (Step progress = settings.progress().begin("merge", runs.bytes())) {
            settings.merge().merge(runs, bytes, progress, writer);
        }
    }
}
