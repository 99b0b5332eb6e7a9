package io.github.tornadosort.spark;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterIterator;

/** Merges sorted runs: all rows in order. */
final class MergedRows extends LoadedRow {
    private final PriorityQueue<UnsafeSorterIterator> queue;
    private UnsafeSorterIterator current;

    MergedRows(List<UnsafeSorterIterator> all, SqlOrder order) throws IOException {
        Comparator<UnsafeSorterIterator> byRow = (a, b) -> {
            int words = Long.compareUnsigned(a.getKeyPrefix(), b.getKeyPrefix());
            return words != 0
                    ? words
                    : order.compare(a.getBaseObject(), a.getBaseOffset(), b.getBaseObject(), b.getBaseOffset());
        };
        queue = new PriorityQueue<>(all.size(), byRow);
        for (UnsafeSorterIterator run : all) {
            run.loadNext();
            queue.add(run);
        }
    }

    @Override
    public boolean hasNext() {
        return !queue.isEmpty() || current != null && current.hasNext();
    }

    @Override
    public void loadNext() throws IOException {
        if (current != null && current.hasNext()) {
            current.loadNext();
            queue.add(current);
        }
        current = queue.remove();
        base = current.getBaseObject();
        offset = current.getBaseOffset();
        length = current.getRecordLength();
    }
}
