package io.github.tornadosort.laboratory.internal.transposition;

import io.github.tornadosort.laboratory.internal.PlanRequest;
import io.github.tornadosort.laboratory.internal.network.NetworkPairs;
import io.github.tornadosort.laboratory.internal.network.NetworkPlan;

/**
 * {@code transposition}: odd-even transposition sort (Programming Massively Parallel Processors, §13.8). Its work grows with
 * the square of the number of keys. Stable, by indices that break ties.
 */
public final class TranspositionSort extends NetworkPlan {
    /** Creates the graphs and their buffers. */
    public TranspositionSort(PlanRequest request) {
        super(request, NetworkPairs.TRANSPOSITION);
    }

    /**
     * Sorts tiles of two neighbouring blocks, which are shifted by one block from launch to launch: the transposition sort of
     * blocks, whose keys each launch merges and splits.
     */
    @Override
    protected void launch(int n) {
        int tile = tileOf(n);
        int block = tile / 2;
        int launches = n <= tile ? 1 : Math.ceilDiv(n, block) + 1;
        for (int launch = 0; launch < launches; launch++) {
            sortTiles(n, launch % 2 == 0 ? 0 : block, 2, tile + 1);
        }
    }
}
