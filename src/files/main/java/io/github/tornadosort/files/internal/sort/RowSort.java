package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.buckets.Bucket;
import io.github.tornadosort.files.internal.buckets.BucketSort;
import io.github.tornadosort.files.internal.buckets.BucketSplit;
import io.github.tornadosort.files.internal.buckets.TieSort;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.OrderedCopy;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.SortedPiece;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Sorts rows by their encoded keys, or lines that are their own keys. Rows that do not fit in memory are sorted piece by piece:
 * each sorted piece, a run, is written to a temporary file with its encoded keys, and then all runs are merged.
 */
public final class RowSort {
    /** The part of the memory that holds copies of sorted rows, and its limits. */
    private static final int COPY_PART = 32;
    private static final int MIN_COPY = 1 << 12;
    private static final int MAX_COPY = 8 << 20;

    private final SortSettings settings;
    private final RowFormat format;
    private final RunOrder order;
    private final TieSort ties;

    public RowSort(SortSettings settings, RowFormat format) {
        this.settings = settings;
        this.format = format;
        this.order = format.order(settings.compressed());
        this.ties = format.ties();
    }

    /** Sorts the inputs, and writes the output. */
    public void sort(Sorter sorter) throws IOException {
        try (Work work = new Work(sorter);
                OutputFile file = settings.output().create()) {
            KeyWriter writer = RowFile.writer(file);
            SortedPiece whole = work.sort();
            writer.write(MemorySegment.ofArray(work.preamble));
            if (whole != null) {
                whole.into(writer::write, settings.limit());
            } else {
                settings.merge().merge(work.runs, work.budget.merge(), work.beginMerge(), writer);
            }
            file.commit();
            format.end(settings.inputs());
        }
    }

    /** Sorts the inputs, and returns the rows without what comes before them. */
    public RowCursor rows(Sorter sorter) throws IOException {
        Work work = new Work(sorter);
        try {
            SortedPiece whole = work.sort();
            format.end(settings.inputs());
            if (whole != null) {
                return whole.rows(settings.limit()).with(work);
            }
            LongConsumer progress = work.beginMerge();
            MemorySegment buffer = RunMerge.buffer(work.runs, work.budget.merge(), work.arena);
            return settings.merge().rows(work.runs, buffer, progress).with(work);
        } catch (Throwable e) {
            work.close();
            throw e;
        }
    }

    /** The files, the memory and the progress of a sort. */
    private final class Work implements Closeable {
        private final TieSort.Argsort sort;
        private final SortedRuns runs = new SortedRuns(settings.input(), settings.folder(), order);
        private final Parts input;
        private final Budget budget;
        private Arena arena = Arena.ofShared();
        private Arena piece = Arena.ofShared();
        private Step step;
        /** What comes before the rows. */
        private byte[] preamble;

        private Work(Sorter sorter) throws IOException {
            this.sort = (rows, descending) -> sorter.strings()
                    .argsort(rows.strings(), descending ? Order.DESCENDING : Order.ASCENDING);
            this.input = format.open(settings.inputs(), settings.folder());
            this.budget = new Budget(settings.memory().applyAsLong(input.bytes()));
        }

        /** Returns all rows, or null if they were sorted in runs. */
        private SortedPiece sort() throws IOException {
            step = settings.progress().begin("read", input.bytes());
            long allowed = budget.bytes();
            long text = budget.text(input.bytes());
            RowReader reader = format.read(input, budget, arena, step);
            preamble = reader.preamble();
            boolean areKeys = reader.areRowsKeys();
            long copy = areKeys ? 0 : Math.min(text, Math.clamp(allowed / COPY_PART, MIN_COPY, MAX_COPY));
            MemorySegment spare = NativeMemory.allocate(arena, areKeys || ties != null ? text + RowFormat.SLACK : 0);
            long forKeys = allowed - text - spare.byteSize() - 2 * copy;
            do {
                piece.close();
                piece = Arena.ofShared();
                KeyedRows rows = reader.next(forKeys, (bytes, _) -> NativeMemory.allocate(piece, bytes));
                boolean isWhole = runs.count() == 0 && reader.isAtEnd();
                if (runs.count() == 0 && !isWhole) {
                    requireDisk(input.bytes(), allowed);
                }
                if (!isWhole && !budget.hasRoom(rows.longestStored())) {
                    int row = rows.longestRow();
                    throw reader.failure(rows, row, budget.advice(rows.rows().length(row), rows.longestStored()));
                }
                if (reader.isAtEnd()) {
                    begin("sort", ProgressListener.UNKNOWN);
                }
                BucketSort buckets = areKeys
                        ? buckets(rows, spare)
                        : isWhole ? buckets(rows, allowed - text - rows.bytes(), piece) : null;
                if (buckets != null) {
                    buckets.sortLong(sort);
                }
                SortedPiece sorted =
                        buckets != null ? buckets : sortTogether(rows, spare, isWhole, Math.max(copy, rows.longestStored()));
                if (isWhole) {
                    return sorted;
                }
                runs.makeRoom(buckets != null ? rows.longest() : rows.longestStored());
                runs.add(run -> sorted.into(run, settings.limit()));
            } while (!reader.isAtEnd());
            return null;
        }

        /** @param copy the size of a buffer for copies, which have the keys too if there will be runs */
        private SortedPiece sortTogether(KeyedRows rows, MemorySegment spare, boolean isWhole, long copy) {
            int[] sorted = sort.of(rows.keys(), false);
            if (ties != null) {
                ties.sort(rows.keys(), rows.rows(), sorted, spare, sort);
            }
            int count = settings.unique() ? rows.keys().keepFirst(sorted) : sorted.length;
            OrderedCopy.Rows copied = isWhole ? Bucket.ofRows(rows.rows(), false, spare) : rows;
            return new SortedPiece() {
                @Override
                public void into(OrderedCopy.Sink sink, long limit) throws IOException {
                    new OrderedCopy(copied, sorted, (int) Math.min(limit, count), piece, copy).into(sink);
                }

                @Override
                public RowCursor rows(long limit) {
                    return RowCursor.of(Math.min(limit, count), i -> rows.rows().row(sorted[(int) i]));
                }
            };
        }

        private Step begin(String task, long bytes) {
            step.close();
            step = settings.progress().begin(task, bytes);
            return step;
        }

        /** Frees the memory of the sort. */
        private Step beginMerge() {
            piece.close();
            arena.close();
            piece = Arena.ofShared();
            arena = Arena.ofShared();
            return begin("merge", runs.bytes());
        }

        @Override
        public void close() throws IOException {
            try (input; runs; Arena _ = arena; Arena _ = piece) {
                if (step != null) {
                    step.close();
                }
            }
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
}
