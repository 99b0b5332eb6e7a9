package io.github.tornadosort.laboratory.internal.bitonic;

import io.github.tornadosort.laboratory.internal.PlanRequest;
import io.github.tornadosort.laboratory.internal.network.NetworkPairs;
import io.github.tornadosort.laboratory.internal.network.NetworkPlan;

/**
 * {@code bitonic}: Batcher's bitonic network (Batcher 1968; Programming Massively Parallel Processors, §13.8). Stable, by
 * indices that break ties.
 */
public final class BitonicSort extends NetworkPlan {
    /** Creates the graphs and their buffers. */
    public BitonicSort(PlanRequest request) {
        super(request, NetworkPairs.BITONIC);
    }

    /** Sorts tiles, then merges: steps at long distances over all keys, the other steps of a merge together in local memory. */
    @Override
    protected void launch(int n) {
        int tile = tileOf(n);
        sortTiles(n, 0, 2, tile);
        for (long size = 2L * tile; size <= networkSize(n); size *= 2) {
            for (int distance = (int) (size / 2); distance >= tile; distance /= 2) {
                exchange(n, (int) size, distance);
            }
            sortTiles(n, 0, (int) size, (int) size);
        }
    }
}
