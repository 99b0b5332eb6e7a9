package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.WordOrder;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code merge}: sorts tiles in local memory, then merges pairs of runs until one run is left. Each work-group writes one tile
 * of the merged keys (Satish, Harris and Garland 2009, §V; Programming Massively Parallel Processors, §13.7; merge path: Green,
 * McColl and Bader 2012). Stable.
 */
public final class MergeSort extends AlgorithmPlan {
    private final IntArray splits;
    private final Stage tiles;
    /** From the second buffer, which holds the sorted tiles, to the first, and from the first to the second. */
    private final Stage[] passes;

    public MergeSort(PlanRequest request) {
        super(request);
        this.splits = arrays.ints(Math.ceilDiv(capacity, geometry.comparedTile()));
        this.tiles = tiles();
        this.passes = new Stage[] {pass("back", 1, 0), pass("forth", 0, 1)};
    }

    private Stage tiles() {
        IntArray noRanges = arrays.ints(1);
        return stage("tiles").use(noRanges)
                .kernel("sort", (graph, task) -> graph.task(
                        task, MergeKernels::sortTiles, context, keys[0], keys[1], values[0], values[1], noRanges, p, 0,
                        kind, wide, withValues, geometry.workItems(), geometry.comparedItems()))
                .build();
    }

    private Stage pass(String name, int from, int to) {
        return stage(name).use(splits)
                .kernel("partition", (graph, task) -> graph.task(
                        task, MergeKernels::partition, context, keys[from], splits, p, kind, wide,
                        geometry.comparedTile()))
                .kernel("merge", (graph, task) -> graph.task(
                        task, MergeKernels::mergeRuns, context, keys[from], keys[to], values[from], values[to], splits,
                        p, kind, wide, withValues, geometry.workItems(), geometry.comparedItems()))
                .build();
    }

    @Override
    protected Outcome sort(int n, WordOrder order) {
        int tile = geometry.comparedTile();
        int count = Math.ceilDiv(n, tile);
        p.set(AlgorithmParameters.TILES, count);
        tiles.run(count);
        int done = 0;
        for (long run = tile; run < n; run *= 2) {
            p.set(AlgorithmParameters.RUN, (int) run);
            passes[done % 2].run(groups(count), count);
            done++;
        }
        return outcome(1 - done % 2, done + 1);
    }
}
