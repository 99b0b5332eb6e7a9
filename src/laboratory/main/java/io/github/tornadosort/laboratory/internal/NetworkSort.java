package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.GroupGather;
import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.WordOrder;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code bitonic} and {@code odd-even-merge}: Batcher's networks (Batcher 1968; Knuth, volume 3, algorithm 5.2.2M; Programming
 * Massively Parallel Processors, §13.8). A launch runs as many of the network's steps in local memory as reach no key outside a tile
 * ({@link #sortTiles}), or one step over all keys ({@link #exchange}). Any number of keys is sorted in place.
 */
public final class NetworkSort extends AlgorithmPlan {
    private final int network;
    /** The indices before the sort, in the order of the keys: a separate array if there are values, otherwise their buffer. */
    private final IntArray indices;
    private final Stage number;
    private final Stage tiles;
    private final Stage step;
    private final Stage gather;
    private int launches;

    /** @param network one of {@link NetworkPairs} */
    public NetworkSort(PlanRequest request, int network) {
        super(request);
        this.network = network;
        boolean gathers = shape.payload() == Payload.VALUES;
        this.indices = gathers ? arrays.ints(capacity) : values[0];
        this.number = gathers ? number() : null;
        this.tiles = tiles();
        this.step = step();
        this.gather = gathers ? gather() : null;
    }

    private Stage number() {
        return touchingStage("number").use(indices)
                .kernel("indices",
                        (graph, task) -> graph.task(task, GroupValues::number, context, indices, p, geometry.workItems()))
                .build();
    }

    private Stage tiles() {
        IntArray noSegments = arrays.ints(1);
        return stageWithIndices("windows").use(noSegments)
                .kernel("sort", (graph, task) -> graph.task(
                        task, NetworkKernels::sortTiles, context, keys[0], indices, noSegments, p, 0, network, kind,
                        wide, withValues, geometry.comparedTile(), geometry.workItems()))
                .build();
    }

    private Stage step() {
        return stageWithIndices("step")
                .kernel("pairs", (graph, task) -> graph.task(
                        task, NetworkKernels::exchange, context, keys[0], indices, p, network, kind, wide, withValues))
                .build();
    }

    private Stage gather() {
        return stageWithIndices("gather")
                .kernel("values", (graph, task) -> graph.task(
                        task, GroupGather::gatherInts, context, values[0], indices, values[1], p, PassParameters.N, capacity,
                        geometry.workItems(), 1, groups(capacity)))
                .build();
    }

    /** Begins a stage that uses keys and indices, and passes on all other buffers if values are gathered at the end. */
    private Stage stageWithIndices(String name) {
        return indices == values[0]
                ? new Stage(name).use(keys[0], indices)
                : touchingStage(name).use(indices);
    }

    /**
     * Sorts tiles, then merges. In a bitonic merge, the steps at short distances reach no key outside a tile, and run together in local
     * memory. In an odd-even merge, they compare keys of neighbouring tiles.
     */
    @Override
    protected Outcome sort(int n, WordOrder order) {
        launches = 0;
        if (number != null) {
            number.run(Math.ceilDiv(n, geometry.tile()));
        }
        int tile = tileOf(n);
        p.set(AlgorithmParameters.NETWORK_SIZE, tile);
        boolean endsInTiles = network == NetworkPairs.BITONIC;
        sortTiles(n, 2, tile);
        for (long size = 2L * tile; size <= networkSize(n); size *= 2) {
            for (int distance = (int) (size / 2); distance >= (endsInTiles ? tile : 1); distance /= 2) {
                exchange(n, (int) size, distance);
            }
            if (endsInTiles) {
                sortTiles(n, (int) size, (int) size);
            }
        }
        if (gather != null) {
            gather.run(groups(n));
        }
        return outcome(0, launches);
    }

    /** Returns the number of keys in a tile, when n keys are sorted. */
    private int tileOf(int n) {
        return Math.min(networkSize(n), geometry.comparedTile());
    }

    /** Returns the size of a network for n keys: the next power of two. */
    private static int networkSize(int n) {
        return Integer.highestOneBit(n - 1) * 2;
    }

    /**
     * Runs a network's merges of sizes {@code firstSize} to {@code lastSize} on each tile, as far as their steps reach no key outside it.
     */
    private void sortTiles(int n, int firstSize, int lastSize) {
        p.set(AlgorithmParameters.FIRST_SIZE, firstSize);
        p.set(AlgorithmParameters.LAST_SIZE, lastSize);
        tiles.run(Math.ceilDiv(n, tileOf(n)));
        launches++;
    }

    /** Runs one step of a merge of the given size over all n keys. */
    private void exchange(int n, int size, int distance) {
        p.set(AlgorithmParameters.FIRST_SIZE, size);
        p.set(AlgorithmParameters.DISTANCE, distance);
        step.run(groups(networkSize(n) / 2));
        launches++;
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        IntArray sorted = gather != null ? values[1] : indices;
        fetch(sorted, n);
        return sorted;
    }
}
