package io.github.tornadosort.internal.plan;

import java.util.List;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;

/** The graphs of a stage, their memory, and how they run. */
public interface Graphs extends AutoCloseable {
    /** Returns the graphs in the order that the plan must use. */
    List<ImmutableTaskGraph> graphs();

    /** Returns the name of the graph from which other graphs can consume the results. */
    String lastGraph();

    /** Returns the bytes on the device beside the caller's arrays. */
    long scratchBytes();

    /** Adds the grids of the graphs' tasks, and prepares the plan. */
    void addTo(TornadoExecutionPlan plan, GridScheduler grids);

    /**
     * Runs the graphs.
     *
     * @param first index of the first graph in the plan
     * @param n the numbers of elements
     * @throws IllegalArgumentException if the arrays hold fewer elements, or the number of lengths is wrong
     */
    TornadoExecutionResult run(TornadoExecutionPlan plan, int first, int... n);

    @Override
    void close();
}
