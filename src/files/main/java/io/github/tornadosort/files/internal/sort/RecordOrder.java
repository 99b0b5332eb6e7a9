package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.internal.runs.RunFormat;
import java.lang.foreign.MemorySegment;

/** The order of records by their keys. */
public record RecordOrder(RecordLayout layout, boolean descending) implements RowOrder {
    @Override
    public int width() {
        return layout.width();
    }

    @Override
    public int compare(MemorySegment a, long i, MemorySegment b, long j) {
        return layout.compare(a, i, b, j, descending);
    }

    @Override
    public long prefix(MemorySegment records, long from, long to) {
        RecordLayout.Key first = layout.keys().getFirst();
        long key = from + first.offset();
        long prefix = RunFormat.firstBytes(records, key, key + Math.min(first.length(), Long.BYTES));
        return descending ? ~prefix : prefix;
    }

    @Override
    public String disorder(MemorySegment previous, MemorySegment record, long number, boolean isEqual) {
        return "record " + number + (isEqual
                ? " has the same keys as record " + (number - 1)
                : " comes before record " + (number - 1) + " by its keys");
    }
}
