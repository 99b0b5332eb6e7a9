package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.jvm.Graph;

/** A task graph that can no longer change, to be run by a {@link TornadoExecutionPlan}. */
public class ImmutableTaskGraph {

    private final Graph graph;

    ImmutableTaskGraph(Graph graph) {
        this.graph = graph;
    }

    Graph graph() {
        return graph;
    }
}
