package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Records;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import java.lang.foreign.MemorySegment;

/** Records as the rows of a {@link FileSort}, sorted by a {@link Sorter}. */
public record RecordRows(Sorter sorter, RecordOrder order, SortOptions options) implements RowSort {
    public RecordRows(Sorter sorter, RecordLayout layout, SortOptions options) {
        this(sorter, new RecordOrder(layout, options.isDescending()), options);
    }

    @Override
    public long mostRows() {
        return Integer.MAX_VALUE;
    }

    /** Counts a copy of the records, key words and indices, and the buffers for ties if all first words are equal. */
    @Override
    public long scratchBytes(long n) {
        long words = n * (Integer.BYTES + Integer.BYTES);
        long ties = n * (Long.BYTES + 2 * Integer.BYTES);
        return n * width() + words + ties + sorter.scratchBytes(n, KeyType.INT64, KeyType.INT32).host();
    }

    /** Sorts by the last key first. The sorts are stable, so records with equal keys stay in the order of the later keys. */
    @Override
    public SortStats sort(MemorySegment records) {
        SortStats stats = null;
        for (RecordLayout.Key key : order.layout().keys().reversed()) {
            stats = sorter.records().sort(new Records(records, width(), key.offset(), key.length()), options);
        }
        return stats;
    }
}
