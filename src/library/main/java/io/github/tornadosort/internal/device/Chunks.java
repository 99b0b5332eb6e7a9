package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.KeySorter.SortedCopy;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.merge.RunMerge.Rows;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Keys, perhaps with values, that are sorted chunk by chunk, perhaps by several devices at once, and then merged. The originals are
 * not overwritten before the merge, and must not change meanwhile.
 *
 * <p>Keys with values are sorted in copies of them. Keys without values are read where they are; a device's last chunk is merged from
 * the memory to which the device has copied its results.
 */
final class Chunks {
    private final Column originalKeys;
    private final Column originalValues;
    /** Whether {@link #keys} are copies. */
    private final boolean copied;
    /** What is sorted: copies of the originals, or the originals. */
    private final Column keys;
    /** Copies of the values, or null. */
    private final Column values;

    private final LongFunction<MemorySegment> allocator;
    /** Sorted chunks by the index of their first key. The merge is stable because it takes them in this order. */
    private final Map<Long, Column> sortedKeys = new TreeMap<>();

    private final Map<Long, Column> sortedValues = new TreeMap<>();
    /** For sorters whose last result is still in their own memory, the index of that chunk's first key. */
    private final Map<KeySorter, Long> lent = new HashMap<>();

    private SortStats stats = SortStats.idle(0);

    /** A range of indices: from {@code first}, inclusive, to {@code end}, exclusive. */
    record Range(long first, long end) {
        long size() {
            return end - first;
        }
    }

    /**
     * Copies the values and their keys, or keys that only one thread may access.
     *
     * @param values one value per key, or null
     * @param allocator allocates memory of a given number of bytes, which any thread may access; never called by two threads at a time
     */
    Chunks(Column keys, Column values, LongFunction<MemorySegment> allocator) {
        this.originalKeys = keys;
        this.originalValues = values;
        this.allocator = allocator;
        this.copied = values != null || !Loop.areShared(keys.segment());
        this.keys = copied ? allocate(keys.size(), keys.type()) : keys;
        this.values = values == null ? null : allocate(keys.size(), values.type());
        copy(new Range(0, keys.size()));
    }

    private synchronized Column allocate(long size, KeyType type) {
        return new Column(allocator.apply(size * type.bytes()), type);
    }

    /** Copies the originals of a range, unless they are sorted elsewhere. Must be called by a thread that may access the originals. */
    void copy(Range range) {
        if (copied) {
            Copy.bytes(part(originalKeys, range).segment(), part(keys, range).segment());
        }
        if (values != null) {
            Copy.bytes(part(originalValues, range).segment(), part(values, range).segment());
        }
    }

    /** Sorts a range. Several threads may sort different ranges at the same time, each with a sorter that has no {@link #keep} due. */
    void sort(Range range, KeySorter sorter, SortOptions options) {
        Column chunk = part(keys, range);
        if (values == null) {
            SortedCopy sorted = sorter.sortCopy(chunk, options, this::copyOf);
            add(range, sorted.keys(), null, sorted.stats());
            lend(sorted, sorter, range);
        } else {
            Column chunkValues = part(values, range);
            add(range, chunk, chunkValues, sorter.sort(chunk, chunkValues, options));
        }
    }

    private Column copyOf(Column chunk) {
        Column copy = allocate(chunk.size(), chunk.type());
        Copy.bytes(chunk.segment(), copy.segment());
        return copy;
    }

    private synchronized void lend(SortedCopy sorted, KeySorter sorter, Range range) {
        if (sorted.isLent()) {
            lent.put(sorter, range.first);
        }
    }

    /** Copies the last result of a sorter that is still in the sorter's memory. Must be called before it sorts again. */
    void keep(KeySorter sorter) {
        Column result = lentBy(sorter);
        if (result != null) {
            take(sorter, copyOf(result));
        }
    }

    private synchronized Column lentBy(KeySorter sorter) {
        Long first = lent.get(sorter);
        return first == null ? null : sortedKeys.get(first);
    }

    private synchronized void take(KeySorter sorter, Column copy) {
        sortedKeys.put(lent.remove(sorter), copy);
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

    /**
     * Prepares a merge of all chunks.
     *
     * @param to where the keys are written, or null
     */
    RunMerge merge(SortOptions options, Column to, Rows... moved) {
        return new RunMerge(sortedKeys.values().stream().toList(), options, to, moved);
    }

    Rows valuesInto(MemorySegment to) {
        Collection<Column> from = sortedValues.values();
        return new Rows(from.stream().map(Column::segment).toList(), to, values.type().bytes());
    }

    private static Column part(Column column, Range range) {
        return column.range(range.first, range.end);
    }
}
