package io.github.tornadosort.lab;

import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.kernel.lab.Merge;
import io.github.tornadosort.kernel.lab.StepParameters;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code merge}: tiles are sorted in local memory, then runs are merged two by two, each group writing a tile of the merged
 * keys (Satish, Harris and Garland 2009, §V; Programming Massively Parallel Processors, §13.7; split by merge path: Green,
 * McColl and Bader 2012). Stable.
 */
final class MergeSort extends LaboratoryPlan {
    private final IntArray splits;
    private final Stages.Stage tiles;
    private final Stages.Stage[] passes;

    MergeSort(Setting setting) {
        super(setting);
        this.splits = arrays.ints(Math.ceilDiv(capacity, geometry.comparedTile()));
        this.tiles = tiles();
        this.passes = new Stages.Stage[] {pass("back", 1, 0), pass("forth", 0, 1)};
    }

    private Stages.Stage tiles() {
        return stage("tiles")
                .kernel("sort", geometry.workItems(), (graph, task) -> graph.task(
                        task, Merge::sortTiles, context, keys[0], keys[1], values[0], values[1], data, p, kind, wide,
                        withValues, geometry.workItems(), geometry.comparedItems()))
                .done();
    }

    private Stages.Stage pass(String name, int from, int to) {
        return stage(name).use(splits)
                .kernel("partition", geometry.workItems(), (graph, task) -> graph.task(
                        task, Merge::partition, context, keys[from], splits, data, p, kind, wide,
                        geometry.comparedTile()))
                .kernel("merge", geometry.workItems(), (graph, task) -> graph.task(
                        task, Merge::mergeRuns, context, keys[from], keys[to], values[from], values[to], splits, data,
                        p, kind, wide, withValues, geometry.workItems(), geometry.comparedItems()))
                .done();
    }

    @Override
    Outcome sort(int n, Order order) {
        int tile = geometry.comparedTile();
        int count = Math.ceilDiv(n, tile);
        p.set(StepParameters.TILES, count);
        tiles.run(count);
        int done = 0;
        for (long run = tile; run < n; run *= 2) {
            p.set(StepParameters.RUN, (int) run);
            passes[done % 2].run(groups(count), count);
            done++;
        }
        return stages.outcome(1 - done % 2, done + 1);
    }
}
