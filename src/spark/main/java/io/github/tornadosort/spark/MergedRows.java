package io.github.tornadosort.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterIterator;

/** Merges the runs: hands out all rows in order, and frees all before the last one is returned. */
final class MergedRows implements Iterator<InternalRow> {
    private final RowSorter sorter;
    private final TaskContext task;
    private final UnsafeRow row;
    /** The runs but the current one, each at its next row. */
    private final PriorityQueue<UnsafeSorterIterator> others;
    private UnsafeSorterIterator current;

    /**
     * Begins to merge.
     *
     * @param columns number of columns of a row
     * @param all runs, none of which has loaded a row
     */
    MergedRows(RowSorter sorter, TaskContext task, SqlOrder order, int columns, List<UnsafeSorterIterator> all)
            throws IOException {
        this.sorter = sorter;
        this.task = task;
        this.row = new UnsafeRow(columns);
        Comparator<UnsafeSorterIterator> byRow = (a, b) -> {
            int words = Long.compareUnsigned(a.getKeyPrefix(), b.getKeyPrefix());
            return words != 0
                    ? words
                    : order.compare(a.getBaseObject(), a.getBaseOffset(), b.getBaseObject(), b.getBaseOffset());
        };
        others = new PriorityQueue<>(byRow);
        for (UnsafeSorterIterator run : all) {
            run.loadNext();
            others.add(run);
        }
        if (all.isEmpty()) {
            sorter.free();
        }
    }

    @Override
    public boolean hasNext() {
        return !sorter.isFreed() && (current != null && current.hasNext() || !others.isEmpty());
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        task.killTaskIfInterrupted();
        try {
            loadNext();
        } catch (IOException e) {
            sorter.free();
            throw new UncheckedIOException(e);
        }
        Object base = current.getBaseObject();
        long offset = current.getBaseOffset();
        int length = current.getRecordLength();
        if (hasNext()) {
            row.pointTo(base, offset, length);
            return row;
        }
        byte[] last = new byte[length];
        Platform.copyMemory(base, offset, last, Platform.BYTE_ARRAY_OFFSET, length);
        sorter.free();
        row.pointTo(last, Platform.BYTE_ARRAY_OFFSET, length);
        return row;
    }

    private void loadNext() throws IOException {
        if (current == null || !current.hasNext()) {
            current = others.remove();
            return;
        }
        current.loadNext();
        if (!others.isEmpty()) {
            others.add(current);
            current = others.remove();
        }
    }
}
