package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.Copy;
import io.github.tornadosort.internal.host.RunMerge;
import io.github.tornadosort.internal.host.RunMerge.Rows;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Copies of keys and values that are sorted chunk by chunk, perhaps by several devices at once, and then merged. The originals must
 * not change meanwhile.
 */
final class Chunks {
    private final Column originalKeys;
    private final Column originalValues;
    private final Column keys;
    private final Column values;
    /** Sorted chunks by the index of their first key. The merge is stable because it takes them in this order. */
    private final Map<Long, Column> sortedKeys = new TreeMap<>();

    private final Map<Long, Column> sortedValues = new TreeMap<>();
    private SortStats stats = SortStats.idle(0);

    /** A range of indices: from {@code first}, inclusive, to {@code end}, exclusive. */
    record Range(long first, long end) {
        long size() {
            return end - first;
        }
    }

    /**
     * Allocates the copies, and fills them.
     *
     * @param values one value per key, or null
     * @param allocator allocates memory of a given number of bytes, which any thread may access
     */
    Chunks(Column keys, Column values, LongFunction<MemorySegment> allocator) {
        this.originalKeys = keys;
        this.originalValues = values;
        this.keys = new Column(allocator.apply(keys.segment().byteSize()), keys.type());
        this.values =
                values == null ? null : new Column(allocator.apply(keys.size() * values.type().bytes()), values.type());
        copy(new Range(0, keys.size()));
    }

    /** Copies the originals of a range again. Must be called by a thread that may access the originals. */
    void copy(Range range) {
        Copy.bytes(part(originalKeys, range).segment(), part(keys, range).segment());
        if (values != null) {
            Copy.bytes(part(originalValues, range).segment(), part(values, range).segment());
        }
    }

    /** Sorts a range. Several threads may sort different ranges at the same time. */
    void sort(Range range, KeySorter sorter, SortOptions options) {
        Column chunk = part(keys, range);
        if (values == null) {
            add(range, chunk, null, sorter.sort(chunk, options));
        } else {
            Column chunkValues = part(values, range);
            add(range, chunk, chunkValues, sorter.sort(chunk, chunkValues, options));
        }
    }

    /** Returns the part of a range that is not sorted yet. A range is sorted from its first key on. */
    synchronized Range rest(Range range) {
        long first = range.first;
        while (sortedKeys.containsKey(first)) {
            first += sortedKeys.get(first).size();
        }
        return new Range(first, range.end);
    }

    private synchronized void add(Range range, Column chunk, Column chunkValues, SortStats sort) {
        sortedKeys.put(range.first, chunk);
        if (chunkValues != null) {
            sortedValues.put(range.first, chunkValues);
        }
        stats = stats.plus(sort);
    }

    Column keys() {
        return keys;
    }

    boolean haveValues() {
        return values != null;
    }

    /** Returns the sum of the stats of all chunks. */
    synchronized SortStats stats() {
        return stats;
    }

    /** Prepares a merge of all chunks. */
    RunMerge merge(SortOptions options, Rows... rows) {
        return new RunMerge(sortedKeys.values().stream().toList(), options, rows);
    }

    Rows keysInto(Column to) {
        return rows(sortedKeys.values(), to.segment());
    }

    Rows valuesInto(MemorySegment to) {
        return rows(sortedValues.values(), to);
    }

    private static Rows rows(Collection<Column> from, MemorySegment to) {
        return new Rows(from.stream().map(Column::segment).toList(), to, from.iterator().next().type().bytes());
    }

    private static Column part(Column column, Range range) {
        return column.range(range.first, range.end);
    }
}
