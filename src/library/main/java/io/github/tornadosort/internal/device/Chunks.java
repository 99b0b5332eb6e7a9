package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.KeySorter.SortedCopy;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.merge.RunMerge.Rows;
import io.github.tornadosort.internal.threads.Copy;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Keys, perhaps with values, that are sorted chunk by chunk and then merged. The originals are not overwritten before the merge, and must
 * not change meanwhile.
 *
 * <p>Keys with values are sorted in copies of them. Keys without values are read where they are; the last chunk is merged from the memory
 * to which the device has copied its results.
 */
final class Chunks {
    private final KeySorter sorter;
    /** What is sorted: the originals, or copies if there are values. */
    private final Column keys;
    /** Copies of the values, or null. */
    private final Column values;

    private final LongFunction<MemorySegment> allocator;
    private final List<Column> sortedKeys = new ArrayList<>();
    private final List<MemorySegment> sortedValues = new ArrayList<>();
    /** Whether the last result is still in the sorter's memory. */
    private boolean isLastLent;

    private SortStats stats = SortStats.idle(0);

    /**
     * Copies the values and their keys.
     *
     * @param values one value per key, or null
     * @param allocator allocates memory of a given number of bytes
     */
    Chunks(KeySorter sorter, Column keys, Column values, LongFunction<MemorySegment> allocator) {
        this.sorter = sorter;
        this.allocator = allocator;
        this.keys = values == null ? keys : copyOf(keys);
        this.values = values == null ? null : copyOf(values);
    }

    private Column copyOf(Column original) {
        KeyType type = original.type();
        Column copy = new Column(allocator.apply(original.size() * type.bytes()), type);
        Copy.bytes(original.segment(), copy.segment());
        return copy;
    }

    /** Sorts the next chunk: the keys from index {@code first} to {@code end - 1}. {@link #keep} must be called before. */
    void sort(long first, long end, Order order) {
        Column chunk = keys.range(first, end);
        if (values == null) {
            SortedCopy sorted = sorter.sortCopy(chunk, order, this::copyOf);
            sortedKeys.add(sorted.keys());
            isLastLent = sorted.isLent();
            stats = stats.plus(sorted.stats());
        } else {
            Column chunkValues = values.range(first, end);
            stats = stats.plus(sorter.sort(chunk, chunkValues, order));
            sortedKeys.add(chunk);
            sortedValues.add(chunkValues.segment());
        }
    }

    /** Copies the last result if it is still in the sorter's memory. Must be called before the sorter sorts again. */
    void keep() {
        if (isLastLent) {
            sortedKeys.add(copyOf(sortedKeys.getLast()));
            sortedKeys.remove(sortedKeys.size() - 2);
            isLastLent = false;
        }
    }

    /** Returns the sum of the stats of all chunks. */
    SortStats stats() {
        return stats;
    }

    /**
     * Prepares a merge of all chunks. It is stable because they are in the order of their keys.
     *
     * @param to where the keys are written, or null
     */
    RunMerge merge(Order order, Column to, Rows... moved) {
        return new RunMerge(sortedKeys, order, to, moved);
    }

    Rows valuesInto(MemorySegment to) {
        return new Rows(sortedValues, to, values.type().bytes());
    }
}
