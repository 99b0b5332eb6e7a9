package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** One run of the host loop: executes graphs with the grids that this many keys need. */
final class RadixRun {
    private final GraphRunner tally;
    private final Checkpoint checkpoint;
    private final IntArray p;
    private final GridScheduler grids;
    private final int firstGraph;
    private final LaunchSize size;

    /**
     * A run that has executed nothing yet.
     *
     * @param checkpoint called before each execution
     * @param p the parameters of the kernels
     * @param firstGraph index in the plan of the first graph
     * @param size the grids of all executions, but for the radix of narrow digits
     */
    RadixRun(GraphRunner tally, Checkpoint checkpoint, IntArray p, GridScheduler grids, int firstGraph, LaunchSize size) {
        this.tally = tally;
        this.checkpoint = checkpoint;
        this.p = p;
        this.grids = grids;
        this.firstGraph = firstGraph;
        this.size = size;
    }

    /** Blocks that the keys are cut into. */
    int blocks() {
        return size.blocks();
    }

    /** Executes a graph. */
    void execute(PlanGraph graph) {
        execute(graph, size);
    }

    /** Executes a graph that sorts by a digit of this many values. */
    void execute(PlanGraph graph, int radix) {
        execute(graph, new LaunchSize(size.n(), size.blocks(), radix));
    }

    private void execute(PlanGraph graph, LaunchSize extent) {
        graph.setGrids(grids, extent);
        checkpoint.check(p);
        tally.execute(firstGraph + graph.index());
    }

    /** What was done so far. */
    Outcome outcome(int buffer, int passes) {
        return tally.outcome(buffer, passes);
    }
}
