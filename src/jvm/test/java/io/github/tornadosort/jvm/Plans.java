package io.github.tornadosort.jvm;

import java.util.List;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;

/** Runs a task graph once on a device. */
final class Plans {
    static final TornadoDevice FAST = TornadoExecutionPlan.getDevice(0, 0);
    static final TornadoDevice CHECKED = TornadoExecutionPlan.getDevice(0, 1);

    private Plans() {}

    /** Returns both devices, for parameterized tests. */
    static List<TornadoDevice> devices() {
        return List.of(FAST, CHECKED);
    }

    static void run(TornadoDevice device, TaskGraph graph) {
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(device).execute();
        } catch (TornadoExecutionPlanException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs a graph with a grid for task {@code t} of graph {@code g}. */
    static void run(TornadoDevice device, TaskGraph graph, int items, int groupSize) {
        ImmutableTaskGraph snapshot = graph.snapshot();
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(snapshot)) {
            plan.withDevice(device)
                    .withGridScheduler(new GridScheduler("g.t", grid(items, groupSize)))
                    .execute();
        } catch (TornadoExecutionPlanException e) {
            throw new AssertionError(e);
        }
    }

    static WorkerGrid grid(int items, int groupSize) {
        WorkerGrid grid = new WorkerGrid1D(items);
        grid.setLocalWork(groupSize, 1, 1);
        return grid;
    }
}
