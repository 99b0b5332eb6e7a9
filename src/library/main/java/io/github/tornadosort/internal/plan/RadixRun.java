package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** One run of the host loop. Executes graphs with the grids for the number of keys. */
final class RadixRun {
    private final GraphRunner runner;
    private final Checkpoint checkpoint;
    private final IntArray p;
    private final GridScheduler grids;
    private final int firstGraph;
    private final LaunchSize size;
    private int passes;

    /**
     * Begins a run.
     *
     * @param checkpoint called before each execution
     * @param p the parameters of the kernels
     * @param firstGraph index of the first graph within the plan
     * @param size the size of all executions, except passes by a narrower digit
     */
    RadixRun(GraphRunner runner, Checkpoint checkpoint, IntArray p, GridScheduler grids, int firstGraph, LaunchSize size) {
        this.runner = runner;
        this.checkpoint = checkpoint;
        this.p = p;
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
        DriverCalls.call(() -> {
            checkpoint.check(p);
            return runner.execute(firstGraph + graph.index());
        });
    }

    /** Returns the number of passes so far. */
    int passes() {
        return passes;
    }

    /** Returns the outcome of all executions so far. */
    Outcome outcome(int buffer, int passes) {
        return runner.outcome(buffer, passes);
    }
}
