package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.RunFormat;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The order of records by their keys.
 *
 * @param width bytes per record
 * @param keys the keys, the primary key first
 */
public record RecordOrder(int width, List<Key> keys, Order order) implements RowOrder {
    /**
     * Bytes of a record that are compared.
     *
     * @param offset offset of the key in the record
     * @param length bytes of the key
     */
    public record Key(int offset, int length) {}

    @Override
    public String kind() {
        return "record";
    }

    @Override
    public long mostRows() {
        return Integer.MAX_VALUE;
    }

    /** Counts a copy of the records, key words and indices, and the buffers for ties if all first words are equal. */
    @Override
    public long scratchBytes(long n, Sorter sorter) {
        long words = n * (Integer.BYTES + Integer.BYTES);
        long ties = n * (Long.BYTES + 2 * Integer.BYTES);
        return n * width + words + ties + Diagnostics.of(sorter).scratchBytes(n, KeyType.INT64, KeyType.INT32).host();
    }

    /** Sorts by the last key first. The sorts are stable, so records with equal keys stay in the order of the later keys. */
    @Override
    public SortStats sort(MemorySegment records, Sorter sorter) {
        SortStats stats = null;
        for (Key key : keys.reversed()) {
            stats = sorter.records().sort(new Records(records, width, key.offset, key.length), order);
        }
        return stats;
    }

    @Override
    public int compare(MemorySegment a, long i, MemorySegment b, long j) {
        for (Key key : keys) {
            long left = i * width + key.offset;
            long right = j * width + key.offset;
            int comparison = RowBytes.compare(a, left, left + key.length, b, right, right + key.length);
            if (comparison != 0) {
                return order.isDescending() ? -comparison : comparison;
            }
        }
        return 0;
    }

    @Override
    public long prefix(MemorySegment records, long from, long to) {
        Key first = keys.getFirst();
        long key = from + first.offset;
        long prefix = RunFormat.firstBytes(records, key, key + Math.min(first.length, Long.BYTES));
        return order.isDescending() ? ~prefix : prefix;
    }

    @Override
    public String disorder(MemorySegment previous, MemorySegment record, long number, boolean isEqual) {
        return "record " + number + (isEqual
                ? " has the same keys as record " + (number - 1)
                : " comes before record " + (number - 1) + " by its keys");
    }
}
