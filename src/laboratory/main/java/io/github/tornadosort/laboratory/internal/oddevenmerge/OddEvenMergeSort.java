package io.github.tornadosort.laboratory.internal.oddevenmerge;

import io.github.tornadosort.laboratory.internal.PlanRequest;
import io.github.tornadosort.laboratory.internal.network.NetworkPairs;
import io.github.tornadosort.laboratory.internal.network.NetworkPlan;

/**
 * {@code odd-even-merge}: Batcher's odd-even merge network (Batcher 1968; Knuth, volume 3, algorithm 5.2.2M). Stable, by
 * indices that break ties.
 */
public final class OddEvenMergeSort extends NetworkPlan {
    /** Creates the graphs and their buffers. */
    public OddEvenMergeSort(PlanRequest request) {
        super(request, NetworkPairs.ODD_EVEN_MERGE);
    }

    /** Sorts tiles, then merges over all keys. Even steps at short distances compare keys of neighbouring tiles. */
    @Override
    protected void launch(int n) {
        int tile = tileOf(n);
        sortTiles(n, 0, 2, tile);
        for (long size = 2L * tile; size <= networkSize(n); size *= 2) {
            for (int distance = (int) (size / 2); distance > 0; distance /= 2) {
                exchange(n, (int) size, distance);
            }
        }
    }
}
