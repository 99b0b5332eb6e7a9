package io.github.tornadosort.lab;

import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.kernel.GroupValues;
import io.github.tornadosort.kernel.lab.Gather;
import io.github.tornadosort.kernel.lab.Network;
import io.github.tornadosort.kernel.lab.Pairing;
import io.github.tornadosort.kernel.lab.StepParameters;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code bitonic}, {@code odd-even-merge} and {@code transposition}: sorting networks (Batcher 1968; Programming Massively
 * Parallel Processors, §13.8) for any number of keys, in place. What fits a work-group is sorted in local memory in one
 * launch. Ties are broken by the keys' places, which move along; values are put in order at the end.
 */
final class NetworkSort extends LaboratoryPlan {
    private final int network;
    private final int ties;
    private final IntArray places;
    private final Stages.Stage number;
    private final Stages.Stage windows;
    private final Stages.Stage step;
    private final Stages.Stage gather;

    /** @param network one of {@link Pairing} */
    NetworkSort(Setting setting, int network) {
        super(setting);
        this.network = network;
        this.ties = shape.withValues() ? Network.BY_PLACES : Network.NO_TIES;
        boolean moveValues = shape.payload() == Payload.VALUES;
        this.places = moveValues ? arrays.ints(capacity) : values[0];
        this.number = moveValues ? number() : null;
        this.windows = windows();
        this.step = network == Pairing.TRANSPOSITION ? null : step();
        this.gather = moveValues ? gather() : null;
    }

    private Stages.Stage number() {
        return holding("number").use(places)
                .kernel("places", geometry.workItems(),
                        (graph, task) -> graph.task(task, GroupValues::number, context, places, p, geometry.workItems()))
                .done();
    }

    private Stages.Stage windows() {
        IntArray noTable = arrays.ints(1);
        return withPlaces("windows").use(noTable)
                .kernel("sort", geometry.workItems(), (graph, task) -> graph.task(
                        task, Network::sortWindows, context, keys[0], keys[0], places, places, noTable, data, p, 0,
                        network, kind, wide, ties, geometry.comparedTile(), geometry.workItems()))
                .done();
    }

    private Stages.Stage step() {
        return withPlaces("step")
                .kernel("pairs", geometry.workItems(), (graph, task) -> graph.task(
                        task, Network::exchange, context, keys[0], places, data, p, network, kind, wide, ties))
                .done();
    }

    private Stages.Stage gather() {
        return withPlaces("gather")
                .kernel("values", geometry.workItems(),
                        (graph, task) -> graph.task(task, Gather::values, context, values[0], values[1], places, p))
                .done();
    }

    /** A stage that has the places, which are an array of their own only where there are values besides. */
    private Stages.Stage withPlaces(String name) {
        return places == values[0] ? stages.stage(name).use(keys[0], places, data) : holding(name).use(places);
    }

    @Override
    Outcome sort(int n, Order order) {
        if (number != null) {
            number.run(Math.ceilDiv(n, geometry.tile()));
        }
        int all = Integer.highestOneBit(n - 1) * 2;
        int window = Math.min(all, geometry.comparedTile());
        p.set(StepParameters.WINDOW, window);
        p.set(StepParameters.OFFSET, 0);
        int launches = network == Pairing.TRANSPOSITION ? transpose(n, window) : merge(n, window, all);
        if (gather != null) {
            gather.run(groups(n));
        }
        return stages.outcome(0, launches);
    }

    /** Windows, then merges of growing size: their far steps over all keys, their near ones in windows again. */
    private int merge(int n, int window, int all) {
        int groups = Math.ceilDiv(n, window);
        int launches = 1;
        p.set(StepParameters.FIRST_SIZE, 2);
        p.set(StepParameters.LAST_SIZE, window);
        windows.run(groups);
        // The near steps of an odd-even merge compare keys of two windows.
        int near = network == Pairing.BITONIC ? window : 1;
        for (long size = 2L * window; size <= all; size *= 2) {
            p.set(StepParameters.FIRST_SIZE, (int) size);
            p.set(StepParameters.LAST_SIZE, (int) size);
            int distance = (int) (size / 2);
            for (; distance >= near; distance /= 2) {
                p.set(StepParameters.DISTANCE, distance);
                step.run(groups(all / 2));
                launches++;
            }
            if (distance > 0) {
                windows.run(groups);
                launches++;
            }
        }
        return launches;
    }

    /** Windows sort two neighbouring blocks each, and shift by a block from launch to launch: odd-even merge-split. */
    private int transpose(int n, int window) {
        int block = window / 2;
        int launches = n <= window ? 1 : Math.ceilDiv(n, block) + 1;
        p.set(StepParameters.FIRST_SIZE, 2);
        p.set(StepParameters.LAST_SIZE, window + 1);
        for (int launch = 0; launch < launches; launch++) {
            int offset = launch % 2 == 0 ? 0 : block;
            p.set(StepParameters.OFFSET, offset);
            windows.run(Math.ceilDiv(n + offset, window));
        }
        return launches;
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        IntArray sorted = gather != null ? values[1] : places;
        stages.fetch(sorted, n);
        return sorted;
    }
}
