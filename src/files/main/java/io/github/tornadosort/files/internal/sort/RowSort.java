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
import io.github.tornadosort.files.internal.runs.OrderedRows;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/**
 * Sorts rows by their encoded keys, or lines that are their own keys. Rows that do not fit in memory are sorted piece by piece:
 * each sorted piece, a run, is written to a temporary file with its encoded keys, and then all runs are merged.
 */
public final class RowSort implements RowCursor {
    /** The part of the memory that holds copies of sorted rows, and its limits. */
    private static final int COPY_PART = 32;
    private static final int MIN_COPY = 1 << 12;
    private static final int MAX_COPY = 8 << 20;

    private final SortSettings settings;
    private final RowFormat format;
    private final RunOrder order;
    private final Function<RowBytes, int[]> argsort;
    private final SortedRuns runs;
    private final Parts input;
    private final Budget budget;
    private Arena arena = Arena.ofShared();
    private Arena piece = Arena.ofShared();
    private Step step;
    /** What comes before the rows. */
    private byte[] preamble;
    private RowCursor sorted;

    private RowSort(SortSettings settings, RowFormat format, Sorter sorter) throws IOException {
        this.settings = settings;
        this.format = format;
        this.order = format.order(settings.compressed());
        Order direction = order.descending() ? Order.DESCENDING : Order.ASCENDING;
        this.argsort = keys -> sorter.strings().argsort(keys.strings(), direction);
        this.runs = new SortedRuns(settings.input(), settings.folder(), order);
        this.input = format.open(settings.inputs(), settings.folder());
        this.budget = new Budget(settings.memory().applyAsLong(input.bytes()));
    }

    /** Sorts the inputs, and writes the output. */
    public static void sort(SortSettings settings, RowFormat format, Sorter sorter) throws IOException {
        try (RowSort rows = new RowSort(settings, format, sorter);
                OutputFile file = settings.output().create()) {
            rows.sort();
            file.write(MemorySegment.ofArray(rows.preamble));
            rows.into(file::write);
            file.commit();
            format.end(settings.inputs());
        }
    }

    /** Sorts the inputs, and returns the rows without what comes before them. */
    public static RowCursor rows(SortSettings settings, RowFormat format, Sorter sorter) throws IOException {
        RowSort rows = new RowSort(settings, format, sorter);
        try {
            rows.sort();
            format.end(settings.inputs());
            return rows;
        } catch (Throwable e) {
            rows.close();
            throw e;
        }
    }

    @Override
    public MemorySegment next() throws IOException {
        return sorted.next();
    }

    @Override
    public void into(Sink sink) throws IOException {
        sorted.into(sink);
    }

    private void sort() throws IOException {
        step = settings.progress().begin("read", input.bytes());
        long allowed = budget.bytes();
        long text = budget.text(input.bytes());
        RowReader reader = new RowReader(format, input, budget, arena, step);
        preamble = reader.preamble();
        boolean areKeys = format.areRowsKeys();
        long copy = areKeys ? 0 : Math.min(text, Math.clamp(allowed / COPY_PART, MIN_COPY, MAX_COPY));
        MemorySegment spare = NativeMemory.allocate(arena, areKeys ? text + RowFormat.SLACK : 0);
        long forKeys = allowed - text - spare.byteSize() - 2 * copy;
        BucketSort buckets = new BucketSort(
                format.ends().end(), order.descending(), settings.unique(), settings.limit(), argsort);
        do {
            piece.close();
            piece = Arena.ofShared();
            KeyedRows rows = reader.next(forKeys, (bytes, _) -> NativeMemory.allocate(piece, bytes));
            boolean isWhole = runs.count() == 0 && reader.isAtEnd();
            if (runs.count() == 0 && !isWhole) {
                requireDisk();
            }
            if (!isWhole && !budget.hasRoom(rows.longest())) {
                int row = rows.longestRow();
                throw reader.failure(rows, row, budget.advice(rows.rows().length(row), rows.longest()));
            }
            if (reader.isAtEnd()) {
                begin("sort", ProgressListener.UNKNOWN);
            }
            sorted = areKeys ? buckets.sort(rows.rows(), spare) : byKeys(rows, isWhole, copy);
            if (isWhole) {
                return;
            }
            runs.makeRoom(rows.longest());
            runs.add(sorted::into);
        } while (!reader.isAtEnd());
        // The memory of the sort is free for the merge, and so is the disk that decompressed inputs take.
        input.close();
        piece.close();
        arena.close();
        piece = Arena.ofShared();
        arena = Arena.ofShared();
        begin("merge", runs.bytes());
        sorted = settings.merge().rows(runs.all(), budget.merge(), arena, step);
    }

    /** @param copy the size of a buffer for copies, which have the keys too if there will be runs */
    private RowCursor byKeys(KeyedRows rows, boolean isWhole, long copy) {
        int[] indices = argsort.apply(rows.keys());
        int count = settings.unique() ? rows.keys().keepFirst(indices) : indices.length;
        KeyedRows copied = isWhole ? KeyedRows.alone(rows.rows()) : rows;
        return new OrderedRows(
                copied, indices, (int) Math.min(settings.limit(), count), piece, Math.max(copy, rows.longest()));
    }

    private void begin(String task, long bytes) {
        step.close();
        step = settings.progress().begin(task, bytes);
    }

    /**
     * Checks that there is room for runs. Those of distinct or the first rows, and compressed runs, may be smaller than the
     * input.
     */
    private void requireDisk() throws IOException {
        if (!settings.unique() && settings.limit() == Long.MAX_VALUE && !settings.compressed()) {
            settings.requireDisk(input.bytes(), budget.bytes());
        }
    }

    @Override
    public void close() throws IOException {
        try (input; runs; Arena _ = arena; Arena _ = piece; Step _ = step; RowCursor _ = sorted) {
            sorted = null;
        }
    }
}
