package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.jvm.Graph;

/** An immutable task graph that a {@link TornadoExecutionPlan} can run. */
public class ImmutableTaskGraph {
    private final Graph graph;

    ImmutableTaskGraph(Graph graph) {
        this.graph = graph;
    }

    Graph graph() {
        return graph;
    }
}
