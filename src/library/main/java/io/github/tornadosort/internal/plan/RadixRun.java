package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.DataRange;
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
     * @param size the size of all executions
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

    /** Executes a pass. */
    void executePass(PlanGraph graph) {
        passes++;
        execute(graph, size);
    }

    /** Repeats a pass for the keys of one tile. */
    void executeTile(PlanGraph graph) {
        execute(graph, new LaunchSize(1, size.blocks()));
    }

    /** Counts a pass that is part of another execution. */
    void countPass() {
        passes++;
    }

    private void execute(PlanGraph graph, LaunchSize executionSize) {
        graph.setGrids(grids, executionSize);
        execute(firstGraph + graph.index());
    }

    /** Copies the first ints of an array, which the last execution left on the device, to the host. */
    void fetch(IntArray array, int n) {
        DriverCalls.call(() -> last().transferToHost(new DataRange(array).withOffset(0).withSize(n)));
    }

    /** Returns the number of passes so far. */
    int passes() {
        return passes;
    }
}
