package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** One run of the host loop. Executes graphs with the grids for the number of keys. */
final class RadixRun extends GraphRunner {
    private final GridScheduler grids;
    private final int firstGraph;
    private final LaunchSize size;
    private int passes;

    /**
     * Begins a run; see {@link GraphRunner}.
     *
     * @param firstGraph index of the first graph within the plan
     * @param size the size of all executions, except passes by a narrower digit
     */
    RadixRun(
            TornadoExecutionPlan plan,
            Checkpoint checkpoint,
            IntArray p,
            Order order,
            boolean recorded,
            Consumer<TornadoExecutionResult> watcher,
            GridScheduler grids,
            int firstGraph,
            LaunchSize size) {
        super(plan, checkpoint, p, order.timed(), recorded, watcher);
        this.grids = grids;
        this.firstGraph = firstGraph;
        this.size = size;
    }

    /** Returns the number of blocks. */
    int blocks() {
        return size.blocks();
    }

    /** Executes a graph. */
    void execute(PlanGraph graph) {
        execute(graph, size);
    }

    /** Executes a pass: a graph that sorts by a digit with {@code radix} values. */
    void executePass(PlanGraph graph, int radix) {
        passes++;
        execute(graph, new LaunchSize(size.n(), size.blocks(), radix));
    }

    /** Executes a graph that sorts by a digit with {@code radix} values, and then sorts the buckets, which counts as a pass. */
    void executePassAndBuckets(PlanGraph graph, int radix) {
        passes++;
        executePass(graph, radix);
    }

    private void execute(PlanGraph graph, LaunchSize executionSize) {
        graph.setGrids(grids, executionSize);
        execute(firstGraph + graph.index());
    }

    /** Returns the number of passes so far. */
    int passes() {
        return passes;
    }
}
