package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import java.lang.foreign.MemorySegment;

/** Keys as the rows of a {@link FileSort}, sorted by a {@link Sorter}. */
public record KeyRows(Sorter sorter, KeyOrder order) implements RowSort {
    /** Top-k selection is used if k is at most n divided by this; otherwise a sort is faster. */
    private static final int MIN_KEYS_PER_RESULT = 16;

    @Override
    public long mostRows() {
        return Long.MAX_VALUE / Long.BYTES;
    }

    @Override
    public long scratchBytes(long n) {
        return sorter.scratchBytes(n, order.type()).host();
    }

    @Override
    public SortStats sort(MemorySegment keys) {
        return sorter.sort(order.column(keys), order.options());
    }

    /** Passes the keys in sorted order to a sink. The keys are not changed. */
    SortStats sortTo(MemorySegment keys, KeySink sink) {
        return sorter.sortTo(order.column(keys), order.options(), sink);
    }

    @Override
    public void bringFirst(MemorySegment keys, long k) {
        long n = keys.byteSize() / width();
        if (n > Integer.MAX_VALUE || k > n / MIN_KEYS_PER_RESULT || order.options().needDevice()) {
            sort(keys);
            return;
        }
        MemorySegment first = sorter.topK(order.column(keys), (int) k, order.options()).keys().segment();
        MemorySegment.copy(first, 0, keys, 0, first.byteSize());
    }
}
