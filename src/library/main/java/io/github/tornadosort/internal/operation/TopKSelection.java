package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.host.select.HostTopK;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;

/** Finds the first k keys of the sorted order: the host collects slightly more than k candidates, and a device sorts them. */
public final class TopKSelection implements AutoCloseable {
    /** For fewer keys, sorting all of them is as fast. */
    private static final int FEW = 1 << 15;

    private final ColumnSorter sorter;
    private final HostBuffers buffers = new HostBuffers();

    public TopKSelection(ColumnSorter sorter) {
        this.sorter = sorter;
    }

    /** Returns the indices of the first k keys of the sorted order. */
    public int[] indices(Column keys, int k, SortOptions options) {
        check(keys, k);
        if (keys.size() < FEW || k > keys.size() / 8) {
            return HostMemory.copyOf(sorter.argsort(keys, options).indices(), k);
        }
        int[] indices = HostTopK.candidates(keys, k, options, buffers);
        long[] candidates = HostMemory.longs(indices.length);
        OrderedKeys ordered = new OrderedKeys(keys, options);
        for (int i = 0; i < candidates.length; i++) {
            candidates[i] = ordered.at(indices[i]);
        }
        SortOptions ascending = SortOptions.ascending().withVerification(options.verified());
        sorter.sort(Column.of(candidates), Column.of(indices), ascending);
        return HostMemory.copyOf(indices, k);
    }

    /** Checks that there are k keys. */
    public static void check(Column keys, int k) {
        if (k < 0 || k > keys.size()) {
            throw new IllegalArgumentException("the first " + k + " of " + keys.size() + " keys");
        }
    }

    /** Frees the memory that is kept between calls. */
    @Override
    public void close() {
        buffers.close();
    }
}
