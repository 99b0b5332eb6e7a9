package io.github.tornadosort.internal.plan;

import java.util.List;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;

/** One task graph of a plan: its index, its tasks with their grids, and the graph that TornadoVM runs. */
public final class PlanGraph {
    private final int index;
    private final TaskGraph graph;
    private final List<KernelTask> tasks;
    private final List<String> taskIds;
    private ImmutableTaskGraph snapshot;

    /**
     * Begins a graph. The caller declares what goes to the device, then calls {@link #addTasks}, then declares what is left
     * there or goes to the host.
     *
     * @param index among the graphs of one sort
     */
    public PlanGraph(int index, String name, List<KernelTask> tasks) {
        this.index = index;
        this.graph = new TaskGraph(name);
        this.tasks = tasks;
        this.taskIds = tasks.stream().map(task -> name + "." + task.name()).toList();
    }

    /** Index among the graphs of one sort. */
    int index() {
        return index;
    }

    /** The graph under construction. */
    public TaskGraph graph() {
        return graph;
    }

    /** Adds the tasks to the graph. */
    public TaskGraph addTasks() {
        tasks.forEach(task -> task.adder().accept(graph));
        return graph;
    }

    /** The finished graph. */
    public ImmutableTaskGraph snapshot() {
        if (snapshot == null) {
            snapshot = graph.snapshot();
        }
        return snapshot;
    }

    /** Sets the grids of the tasks for an execution of this size, and registers those that the scheduler lacks. */
    public void setGrids(GridScheduler grids, LaunchSize size) {
        for (int i = 0; i < taskIds.size(); i++) {
            KernelTask task = tasks.get(i);
            if (task.groups() != null) {
                setGrid(grids, taskIds.get(i), task.groups().applyAsInt(size), task.workItems());
            }
        }
    }

    private static void setGrid(GridScheduler grids, String task, int groups, int workItems) {
        WorkerGrid grid = grids.get(task);
        if (grid == null) {
            grid = new WorkerGrid1D(groups * workItems);
            grids.addWorkerGrid(task, grid);
        }
        grid.setGlobalWork((long) groups * workItems, 1, 1);
        grid.setLocalWork(workItems, 1, 1);
    }
}
