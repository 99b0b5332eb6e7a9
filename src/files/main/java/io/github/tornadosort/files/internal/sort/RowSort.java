package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.buckets.BucketSort;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
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
import java.util.function.Function;
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

    public RowSort(SortSettings settings, RowFormat format) {
        this.settings = settings;
        this.format = format;
        this.order = format.order(settings.compressed());
    }

    /** Sorts the inputs, and writes the output. */
    public void sort(Sorter sorter) throws IOException {
        try (Work work = new Work(sorter);
                OutputFile file = settings.output().create()) {
            SortedPiece whole = work.sort();
            file.write(MemorySegment.ofArray(work.preamble));
            if (whole != null) {
                whole.into(file::write, settings.limit());
            } else {
                settings.merge().merge(work.runs, work.budget.merge(), work.beginMerge(), file::write);
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
        private final Function<RowBytes, int[]> argsort;
        private final SortedRuns runs = new SortedRuns(settings.input(), settings.folder(), order);
        private final Parts input;
        private final Budget budget;
        private Arena arena = Arena.ofShared();
        private Arena piece = Arena.ofShared();
        private Step step;
        /** What comes before the rows. */
        private byte[] preamble;

        private Work(Sorter sorter) throws IOException {
            Order direction = order.descending() ? Order.DESCENDING : Order.ASCENDING;
            this.argsort = keys -> sorter.strings().argsort(keys.strings(), direction);
            this.input = format.open(settings.inputs(), settings.folder());
            this.budget = new Budget(settings.memory().applyAsLong(input.bytes()));
        }

        /** Returns all rows, or null if they were sorted in runs. */
        private SortedPiece sort() throws IOException {
            step = settings.progress().begin("read", input.bytes());
            long allowed = budget.bytes();
            long text = budget.text(input.bytes());
            RowReader reader = new RowReader(format, input, budget, arena, step);
            preamble = reader.preamble();
            boolean areKeys = format.areRowsKeys();
            long copy = areKeys ? 0 : Math.min(text, Math.clamp(allowed / COPY_PART, MIN_COPY, MAX_COPY));
            MemorySegment spare = NativeMemory.allocate(arena, areKeys ? text + RowFormat.SLACK : 0);
            long forKeys = allowed - text - spare.byteSize() - 2 * copy;
            BucketSort buckets =
                    new BucketSort(format.ends().end(), order.descending(), settings.unique(), argsort);
            do {
                piece.close();
                piece = Arena.ofShared();
                KeyedRows rows = reader.next(forKeys, (bytes, _) -> NativeMemory.allocate(piece, bytes));
                boolean isWhole = runs.count() == 0 && reader.isAtEnd();
                if (runs.count() == 0 && !isWhole) {
                    requireDisk(input.bytes(), allowed);
                }
                if (!isWhole && !budget.hasRoom(rows.longest())) {
                    int row = rows.longestRow();
                    throw reader.failure(rows, row, budget.advice(rows.rows().length(row), rows.longest()));
                }
                if (reader.isAtEnd()) {
                    begin("sort", ProgressListener.UNKNOWN);
                }
                SortedPiece sorted = areKeys ? buckets.sort(rows.rows(), spare) : byKeys(rows, isWhole, copy);
                if (isWhole) {
                    return sorted;
                }
                runs.makeRoom(rows.longest());
                runs.add(run -> sorted.into(run, settings.limit()));
            } while (!reader.isAtEnd());
            return null;
        }

        /** @param copy the size of a buffer for copies, which have the keys too if there will be runs */
        private SortedPiece byKeys(KeyedRows rows, boolean isWhole, long copy) {
            int[] sorted = argsort.apply(rows.keys());
            int count = settings.unique() ? rows.keys().keepFirst(sorted) : sorted.length;
            KeyedRows copied = isWhole ? KeyedRows.alone(rows.rows()) : rows;
            return new SortedPiece() {
                @Override
                public void into(OrderedCopy.Sink sink, long limit) throws IOException {
                    OrderedCopy.into(
                            sink, copied, sorted, (int) Math.min(limit, count), piece, Math.max(copy, rows.longest()));
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
}
