package io.github.tornadosort.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.SparkOutOfMemoryError;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.memory.TooLargePageException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.array.LongArray;
import org.apache.spark.unsafe.memory.MemoryBlock;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterIterator;
import scala.collection.immutable.Map;

/**
 * Sorts the rows of a task. Rows are copied to pages of the task's memory, each with its length before it, and pairs of a word and an
 * address are sorted. When memory is short, the rows are written to a file in Spark's format as a sorted run, and the runs are merged.
 * The memory and the files are freed after the last row, and when the task ends.
 *
 * <p>Memory: the rows, 8 bytes per row for its length, and 32 to 64 bytes per row for pairs.
 */
public final class RowSorter extends MemoryConsumer {
    private static final int LENGTH_BYTES = 8;
    private static final int INITIAL_PAIRS = 4096;
    /** Longs of a pair and of the memory to sort it. */
    private static final int LONGS = 4;
    /** Rows that are read at a time. */
    private static final int AHEAD = 32;
    /** Bytes of a row, which are a multiple of 8, that are copied without a call. */
    private static final int FEW_BYTES = 64;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final TaskContext task;
    private final TaskMemoryManager manager;
    private final SqlOrder order;
    private final int columns;
    private final Map<String, SQLMetric> metrics;
    private final PairSort sort;
    private final RunFiles runs;
    private List<MemoryBlock> pages = new ArrayList<>();
    private MemoryBlock page;
    /** Where the next row goes in the page. */
    private long cursor;
    private long left;
    private LongArray pairs;
    private int capacity;
    private int n;
    /** The index of the first sorted pair. */
    private int first;
    private InMemory reading;
    private boolean released;
    private long nanos;
    private long peak;
    private long spilled;

    /**
     * Creates a sorter of no rows.
     *
     * @param columns number of columns of a row
     * @param metrics those of {@link TornadoSortExec}, to which the sorter adds its own when all memory is freed
     */
    RowSorter(TaskContext task, SqlOrder order, int columns, Map<String, SQLMetric> metrics) {
        super(task.taskMemoryManager(), task.taskMemoryManager().pageSizeBytes(),
                task.taskMemoryManager().getTungstenMemoryMode());
        this.task = task;
        this.manager = task.taskMemoryManager();
        this.order = order;
        this.columns = columns;
        this.metrics = metrics;
        this.sort = new PairSort(new Rows(), order.words());
        this.runs = new RunFiles(task.taskMetrics());
        TaskCompletionListener listener = _ -> free();
        task.addTaskCompletionListener(listener);
    }

    /**
     * Copies a row, for generated code.
     *
     * @param row a row of the input
     * @throws IOException if rows cannot be written to disk
     */
    public void add(UnsafeRow row) throws IOException {
        int bytes = row.getSizeInBytes();
        int room = bytes + LENGTH_BYTES + 7 & -8; // A multiple of 8, so that words are aligned.
        makeRoom(room);
        Object base = page.getBaseObject();
        Platform.putLong(base, cursor, bytes);
        copy(row.getBaseObject(), row.getBaseOffset(), base, cursor + LENGTH_BYTES, bytes);
        pairs.set(2 * n, order.word(row.getBaseObject(), row.getBaseOffset(), bytes, KeyWords.FIRST));
        pairs.set(2 * n + 1, manager.encodePageNumberAndOffset(page, cursor));
        n++;
        cursor += room;
        left -= room;
    }

    /** Copies a row. Up to some words are copied one by one, which takes less time than a call. */
    private static void copy(Object from, long offset, Object to, long target, int bytes) {
        if (bytes > FEW_BYTES) {
            Platform.copyMemory(from, offset, to, target, bytes);
            return;
        }
        for (int i = 0; i < bytes; i += Long.BYTES) {
            Platform.putLong(to, target + i, Platform.getLong(from, offset + i));
        }
    }

    /** Each call for memory may write all rows to a file. */
    private void makeRoom(int bytes) throws IOException {
        while (n == capacity || left < bytes) {
            if (n == capacity) {
                growPairs();
            } else {
                addPage(bytes);
            }
        }
    }

    private void addPage(int bytes) throws IOException {
        left = 0;
        try {
            page = allocatePage(bytes);
        } catch (SparkOutOfMemoryError e) {
            if (n == 0) {
                throw e;
            }
            spillRows();
            return;
        }
        pages.add(page);
        cursor = page.getBaseOffset();
        left = page.size();
    }

    private void growPairs() throws IOException {
        int wanted = capacity == 0 ? INITIAL_PAIRS : (int) Math.min(2L * capacity, Integer.MAX_VALUE / LONGS);
        LongArray larger = null;
        if (wanted > n) {
            try {
                larger = allocateArray((long) wanted * LONGS);
            } catch (SparkOutOfMemoryError | TooLargePageException e) {
                if (capacity == 0 && n == 0 && wanted == INITIAL_PAIRS) {
                    throw e;
                }
            }
        }
        if (larger == null) {
            spillRows();
            return;
        }
        if (pairs != null) {
            Platform.copyMemory(pairs.getBaseObject(), pairs.getBaseOffset(), larger.getBaseObject(), larger.getBaseOffset(),
                    (long) n * PairSort.PAIR);
            freeArray(pairs);
        }
        pairs = larger;
        capacity = wanted;
    }

    /** Sorts the rows in memory. */
    private void sortPairs() {
        long start = System.nanoTime();
        if (n > 1) {
            first = sort.sort(pairs, n);
        }
        nanos += System.nanoTime() - start;
    }

    /** Writes all rows in memory to a file, in order, and frees their memory. Returns its bytes. */
    private long spillRows() throws IOException {
        sortPairs();
        if (n > 0) {
            runs.write(new Pairs());
        }
        return freed(freeRows(null));
    }

    private long freed(long bytes) {
        spilled += bytes;
        task.taskMetrics().incMemoryBytesSpilled(bytes);
        return bytes;
    }

    /** Frees the memory of rows but a page, or all if it is null; returns bytes that were freed. */
    private long freeRows(MemoryBlock kept) {
        long before = getUsed();
        peak = Math.max(peak, before);
        List<MemoryBlock> all = pages;
        pages = new ArrayList<>();
        for (MemoryBlock block : all) {
            if (block == kept) {
                pages.add(block);
            } else {
                freePage(block);
            }
        }
        if (pairs != null) {
            freeArray(pairs);
        }
        page = null;
        left = 0;
        pairs = null;
        capacity = 0;
        n = 0;
        first = 0;
        return before - getUsed();
    }

    /** Frees all memory, and deletes the files; no more rows are read. */
    void free() {
        boolean isFirst = !released;
        released = true;
        if (reading != null) {
            reading.end();
        }
        freeRows(null);
        if (isFirst) {
            task.taskMetrics().incPeakExecutionMemory(peak);
            metrics.apply("sortTime").add(nanos / NANOS_PER_MILLI);
            metrics.apply("peakMemory").add(peak);
            metrics.apply("spillSize").add(spilled);
        }
        runs.delete();
    }

    boolean isFreed() {
        return released;
    }

    /** Called by Spark if it needs memory for these rows, or for another part of the task. Only then are rows read that are in memory. */
    @Override
    public long spill(long size, MemoryConsumer trigger) throws IOException {
        if (reading != null) {
            return reading.spill();
        }
        return trigger == this && n > 0 ? spillRows() : 0;
    }

    /**
     * Sorts the rows that were added, for generated code. The row that the iterator returns is the same object each time.
     *
     * @return the rows in order
     * @throws IOException if rows cannot be read from disk
     */
    public Iterator<InternalRow> sorted() throws IOException {
        sortPairs();
        List<UnsafeSorterIterator> all = runs.all();
        if (n > 0) {
            reading = new InMemory(new Pairs());
            all.add(reading);
        }
        return new MergedRows(this, task, order, columns, all);
    }

    /** Rows by their addresses. */
    private final class Rows implements PairSort.Rows {
        @Override
        public long word(long address, long position) {
            Object base = manager.getPage(address);
            long row = manager.getOffsetInPage(address);
            return order.word(base, row + LENGTH_BYTES, (int) Platform.getLong(base, row), position);
        }

        @Override
        public int compare(long a, long b) {
            return order.compare(manager.getPage(a), manager.getOffsetInPage(a) + LENGTH_BYTES,
                    manager.getPage(b), manager.getOffsetInPage(b) + LENGTH_BYTES);
        }
    }

    /** The sorted rows in memory. */
    private final class Pairs extends LoadedRow {
        /** Lengths of some rows, read one after the other: the processor then waits for several rows at a time. */
        private final int[] lengths = new int[AHEAD];
        private int next;

        @Override
        public boolean hasNext() {
            return next < n;
        }

        @Override
        public void loadNext() {
            if (next % AHEAD == 0) {
                readLengths();
            }
            long address = address(next);
            base = manager.getPage(address);
            offset = manager.getOffsetInPage(address) + LENGTH_BYTES;
            length = lengths[next % AHEAD];
            next++;
        }

        private void readLengths() {
            int some = Math.min(AHEAD, n - next);
            for (int i = 0; i < some; i++) {
                long address = address(next + i);
                lengths[i] = (int) Platform.getLong(manager.getPage(address), manager.getOffsetInPage(address));
            }
        }

        private long address(int index) {
            return pairs.get(2 * (first + index) + 1);
        }

        /** The word of a pair may be a later one. */
        @Override
        public long getKeyPrefix() {
            return order.word(base, offset, length, KeyWords.FIRST);
        }

        @Override
        public int getNumRecords() {
            return n - next;
        }

        /** Returns the page of the row that was loaded last, or null. */
        MemoryBlock page() {
            if (next == 0) {
                return null;
            }
            int number = TaskMemoryManager.decodePageNumber(address(next - 1));
            return pages.stream().filter(block -> block.pageNumber == number).findFirst().orElseThrow();
        }
    }

    /**
     * The sorted rows in memory; after a spill, those of a file. Another thread of the task may need the memory: it holds the lock of
     * the memory manager, so that no memory is freed here under the lock of this object.
     */
    private final class InMemory extends LoadedRow {
        private UnsafeSorterIterator rows;
        private int rest;
        private boolean hasKept;

        InMemory(Pairs rows) {
            this.rows = rows;
            this.rest = n;
        }

        /** Writes the rows that were not read. The current row stays where it is until the next one is read. */
        synchronized long spill() throws IOException {
            if (!(rows instanceof Pairs unread)) {
                return 0;
            }
            MemoryBlock current = unread.page();
            if (unread.hasNext()) {
                runs.write(unread);
                rows = runs.last();
            } else {
                rows = null;
            }
            hasKept = current != null;
            return freed(freeRows(current));
        }

        /** Waits for a spill, and allows no more. */
        synchronized void end() {
            rows = null;
            rest = 0;
        }

        @Override
        public boolean hasNext() {
            return rest > 0;
        }

        @Override
        public void loadNext() throws IOException {
            if (loadAndTellKept()) {
                freeRows(null);
            }
        }

        private synchronized boolean loadAndTellKept() throws IOException {
            rows.loadNext();
            rest--;
            base = rows.getBaseObject();
            offset = rows.getBaseOffset();
            length = rows.getRecordLength();
            prefix = runs.isEmpty() ? 0 : rows.getKeyPrefix();
            boolean isKept = hasKept;
            hasKept = false;
            return isKept;
        }
    }
}
