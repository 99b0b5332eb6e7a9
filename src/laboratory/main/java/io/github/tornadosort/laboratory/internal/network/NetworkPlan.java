package io.github.tornadosort.laboratory.internal.network;

import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.laboratory.internal.AlgorithmGraphs;
import io.github.tornadosort.laboratory.internal.AlgorithmParameters;
import io.github.tornadosort.laboratory.internal.AlgorithmPlan;
import io.github.tornadosort.laboratory.internal.PlanRequest;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A sorting network for any number of keys, in place. A subclass launches {@link #sortTiles}, which runs as many of the
 * network's steps in local memory as reach no key outside a tile, and {@link #exchange}, which runs one step over all keys.
 *
 * <p>Networks are not stable by themselves. Where equal keys can be told apart, each key's index before the sort moves with it
 * and breaks ties. Values do not move with the keys; they are gathered at the end, by these indices.
 */
public abstract class NetworkPlan extends AlgorithmPlan {
    private final int network;
    private final int ties;
    /** The indices before the sort, in the order of the keys: a separate array if there are values, otherwise their buffer. */
    private final IntArray indices;
    private final AlgorithmGraphs.Stage number;
    private final AlgorithmGraphs.Stage tiles;
    private final AlgorithmGraphs.Stage step;
    private final AlgorithmGraphs.Stage gather;
    private int launches;

    /**
     * Creates the graphs and their buffers.
     *
     * @param network one of {@link NetworkPairs}
     */
    protected NetworkPlan(PlanRequest request, int network) {
        super(request);
        this.network = network;
        this.ties = shape.withValues() ? NetworkKernels.BY_INDEX : NetworkKernels.NO_TIES;
        boolean gathers = shape.payload() == Payload.VALUES;
        this.indices = gathers ? arrays.ints(capacity) : values[0];
        this.number = gathers ? number() : null;
        this.tiles = tiles();
        this.step = network == NetworkPairs.TRANSPOSITION ? null : step();
        this.gather = gathers ? gather() : null;
    }

    private AlgorithmGraphs.Stage number() {
        return graphs.touchingStage("number").use(indices)
                .kernel("indices", geometry.workItems(),
                        (graph, task) -> graph.task(task, GroupValues::number, context, indices, p, geometry.workItems()))
                .build();
    }

    private AlgorithmGraphs.Stage tiles() {
        IntArray noRanges = arrays.ints(1);
        return stageWithIndices("windows").use(noRanges)
                .kernel("sort", geometry.workItems(), (graph, task) -> graph.task(
                        task, NetworkKernels::sortTiles, context, keys[0], keys[0], indices, indices, noRanges, data, p, 0,
                        network, kind, wide, ties, geometry.comparedTile(), geometry.workItems()))
                .build();
    }

    private AlgorithmGraphs.Stage step() {
        return stageWithIndices("step")
                .kernel("pairs", geometry.workItems(), (graph, task) -> graph.task(
                        task, NetworkKernels::exchange, context, keys[0], indices, data, p, network, kind, wide, ties))
                .build();
    }

    private AlgorithmGraphs.Stage gather() {
        return stageWithIndices("gather")
                .kernel("values", geometry.workItems(), (graph, task) -> graph.task(
                        task, NetworkKernels::gatherValues, context, values[0], values[1], indices, p))
                .build();
    }

    /** Begins a stage that uses keys and indices, and passes on all other buffers if values are gathered at the end. */
    private AlgorithmGraphs.Stage stageWithIndices(String name) {
        return indices == values[0]
                ? graphs.emptyStage(name).use(keys[0], indices, data)
                : graphs.touchingStage(name).use(indices);
    }

    /** Launches the network for n keys, by {@link #sortTiles} and {@link #exchange}. */
    protected abstract void launch(int n);

    @Override
    protected final Outcome sort(int n, Order order) {
        launches = 0;
        if (number != null) {
            number.run(Math.ceilDiv(n, geometry.tile()));
        }
        p.set(AlgorithmParameters.NETWORK_SIZE, tileOf(n));
        launch(n);
        if (gather != null) {
            gather.run(groups(n));
        }
        return graphs.outcome(0, launches);
    }

    /** {@return the number of keys in a tile, when n keys are sorted} */
    protected final int tileOf(int n) {
        return Math.min(networkSize(n), geometry.comparedTile());
    }

    /** {@return the size of a network for n keys: the next power of two} */
    protected static int networkSize(int n) {
        return Integer.highestOneBit(n - 1) * 2;
    }

    /**
     * Runs a network's merges on each tile, as far as their steps reach no key outside it.
     *
     * @param n number of keys
     * @param offset number of keys by which all tiles are shifted to the left
     * @param firstSize size of the first merge
     * @param lastSize size of the last merge
     */
    protected final void sortTiles(int n, int offset, int firstSize, int lastSize) {
        p.set(AlgorithmParameters.TILE_OFFSET, offset);
        p.set(AlgorithmParameters.FIRST_SIZE, firstSize);
        p.set(AlgorithmParameters.LAST_SIZE, lastSize);
        tiles.run(Math.ceilDiv(n + offset, tileOf(n)));
        launches++;
    }

    /** Runs one step of a merge of the given size over all n keys. */
    protected final void exchange(int n, int size, int distance) {
        p.set(AlgorithmParameters.FIRST_SIZE, size);
        p.set(AlgorithmParameters.DISTANCE, distance);
        step.run(groups(networkSize(n) / 2));
        launches++;
    }

    @Override
    public final IntArray sortedValues(Outcome outcome, int n) {
        IntArray sorted = gather != null ? values[1] : indices;
        graphs.fetch(sorted, n);
        return sorted;
    }
}
