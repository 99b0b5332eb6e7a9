package io.github.tornadosort.internal.host.select;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.rows.IndexedRows;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * Finds the first k keys of the sorted order on the host. A small random sample yields a key that slightly more than k keys do
 * not exceed. One read of all keys collects these candidates, and only the candidates are sorted.
 */
public final class HostTopK {
    private final MemorySegment memory;
    private final OrderedKeys keys;
    private final IndexedRows packed;
    private final int k;
    private final HostBuffers buffers;

    private HostTopK(Column column, int k, SortOptions options, HostBuffers buffers) {
        this.memory = column.segment();
        this.keys = new OrderedKeys(column, options);
        this.packed = new IndexedRows(keys);
        this.k = k;
        this.buffers = buffers;
    }

    /**
     * Returns the indices of the first k keys of the sorted order. Of equal keys, those with lower indices come first.
     *
     * @param keys fewer than 2<sup>31</sup> keys
     * @param k number of keys, from 0 to {@code keys.size()}
     */
    public static int[] indices(Column keys, int k, SortOptions options, HostBuffers buffers) {
        return k == 0 ? HostMemory.ints(0) : new HostTopK(keys, k, options, buffers).indices();
    }

    /**
     * Returns the indices, in ascending order, of slightly more than k keys that include the first k of the sorted order.
     *
     * @param keys fewer than 2<sup>31</sup> keys
     * @param k number of keys, from 0 to {@code keys.size()}
     */
    public static int[] candidates(Column keys, int k, SortOptions options, HostBuffers buffers) {
        if (k == 0) {
            return HostMemory.ints(0);
        }
        TopKCandidates found = new HostTopK(keys, k, options, buffers).candidates();
        int[] indices = HostMemory.ints(found.count());
        for (int i = 0; i < indices.length; i++) {
            indices[i] = IndexedRows.index(found.rows()[i]);
        }
        HostKeys.sort(Column.of(indices), false, buffers);
        return indices;
    }

    private TopKCandidates candidates() {
        TopKCandidates found = collect(threshold());
        // If the sample was misleading, there are too few.
        return found.count() < k ? collect(TopKCandidates.NO_THRESHOLD) : found;
    }

    private int[] indices() {
        TopKCandidates found = candidates();
        long[] rows = found.rows();
        packed.sort(rows, 0, found.count(), buffers);
        int[] indices = HostMemory.ints(k);
        for (int i = 0; i < k; i++) {
            indices[i] = IndexedRows.index(rows[i]);
        }
        return indices;
    }

    /** {@return the index of a key that most probably at least k keys, and not many more, do not exceed} */
    private int threshold() {
        int n = (int) keys.size();
        // The cost of the sample is then about that of the candidates in excess of k.
        int size = (int) ((k <= HostPolicy.FEW_TOP ? 0.25 : 2) * Math.sqrt(n));
        double expected = (double) k / n * size;
        // Three standard deviations above the expected rank, and two more for deviations of less than one key.
        int rank = (int) (expected + 3 * Math.sqrt(expected) + 2);
        if (n < HostPolicy.FEW || rank >= size) {
            return TopKCandidates.NO_THRESHOLD;
        }
        // A fixed seed, so that calls are reproducible.
        SplittableRandom random = new SplittableRandom(k);
        long[] sample = HostMemory.longs(size);
        for (int i = 0; i < size; i++) {
            int index = random.nextInt(n);
            sample[i] = packed.of(keys.at(index), index);
        }
        packed.sort(sample, 0, size, buffers);
        return IndexedRows.index(sample[rank]);
    }

    private TopKCandidates collect(int threshold) {
        int n = (int) keys.size();
        int parts = n < HostPolicy.FEW_TO_READ ? 1 : ParallelRanges.parts(n);
        TopKCandidates[] found = new TopKCandidates[parts];
        ParallelRanges.each(parts, part -> {
            found[part] = new TopKCandidates(keys, packed, k, threshold, buffers);
            found[part].collect((int) ParallelRanges.start(n, parts, part), (int) ParallelRanges.start(n, parts, part + 1));
        }, memory);
        for (int part = 1; part < parts; part++) {
            found[0].addAll(found[part]);
        }
        return found[0];
    }
}
