package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.KeyText;
import io.github.tornadosort.files.internal.runs.BlockFormat;
import io.github.tornadosort.internal.host.merge.RunMerge;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The order of keys of one type. */
public record KeyOrder(KeyType type, Order sortOrder, long mask) implements RowOrder, BlockFormat {
    /** Top-k selection is used if k is at most n divided by this; otherwise a sort is faster. */
    private static final int MIN_KEYS_PER_RESULT = 16;

    public KeyOrder(KeyType type, Order sortOrder) {
        this(type, sortOrder, sortOrder.bitMask(type));
    }

    private Column column(MemorySegment keys) {
        return new Column(keys, type);
    }

    @Override
    public String kind() {
        return "key";
    }

    @Override
    public int width() {
        return type.bytes();
    }

    @Override
    public long mostRows() {
        return Long.MAX_VALUE / Long.BYTES;
    }

    @Override
    public long scratchBytes(long n, Sorter sorter) {
        return Diagnostics.of(sorter).scratchBytes(n, type).host();
    }

    @Override
    public SortStats sort(MemorySegment keys, Sorter sorter) {
        return sorter.sort(column(keys), sortOrder);
    }

    /** Passes the keys in sorted order to a sink. The keys are not changed. */
    SortStats sortTo(MemorySegment keys, KeySink sink, Sorter sorter) {
        return sorter.sortTo(column(keys), sortOrder, sink);
    }

    @Override
    public void bringFirst(MemorySegment keys, long k, Sorter sorter) {
        long n = keys.byteSize() / width();
        if (n > Integer.MAX_VALUE || k > n / MIN_KEYS_PER_RESULT) {
            sort(keys, sorter);
            return;
        }
        MemorySegment first = sorter.topK(column(keys), (int) k, sortOrder).keys().segment();
        MemorySegment.copy(first, 0, keys, 0, first.byteSize());
    }

    /** Returns an unsigned number that has the order of the key. */
    private long ordered(MemorySegment keys, long i) {
        long bits = KeyBits.ordered(type, KeyBits.get(keys, type, i));
        return (sortOrder.isDescending() ? ~bits : bits) & mask;
    }

    @Override
    public int compare(MemorySegment a, long i, MemorySegment b, long j) {
        return Long.compareUnsigned(ordered(a, i), ordered(b, j));
    }

    @Override
    public void merge(List<MemorySegment> sorted, MemorySegment to) {
        new RunMerge(sorted.stream().map(this::column).toList(), sortOrder, column(to)).run();
    }

    @Override
    public String disorder(MemorySegment previous, MemorySegment key, long number, boolean isEqual) {
        String found = name(key, number) + " is ";
        return isEqual
                ? found + "equal to key " + (number - 1)
                : found + (sortOrder.isDescending() ? "greater" : "less") + " than " + name(previous, number - 1)
                        + ", expected " + (sortOrder.isDescending() ? "descending" : "ascending") + " order";
    }

    @Override
    public String name(MemorySegment key, long number) {
        return "key " + number + " (" + KeyText.format(type, KeyBits.get(key, type, 0)) + ")";
    }

    @Override
    public long prefix(MemorySegment keys, long from, long to) {
        // The width is a power of two. A division takes as long as half of the other work per key of a merge.
        long index = from >>> Integer.numberOfTrailingZeros(width());
        return ordered(keys, index) << Long.SIZE - type.bits();
    }
}
