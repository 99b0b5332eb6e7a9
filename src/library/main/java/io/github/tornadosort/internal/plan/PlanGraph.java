package io.github.tornadosort.internal.plan;

import java.util.List;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;

/** One task graph of a plan, with its index, its tasks and their grids. */
public final class PlanGraph {
    private final int index;
    private final TaskGraph graph;
    private final List<KernelTask> tasks;
    private final List<String> taskIds;
    private ImmutableTaskGraph snapshot;

    /**
     * Begins a graph. The caller declares the arrays to copy to the device, calls {@link #addTasks}, and then declares the
     * arrays to keep on the device or to copy to the host.
     *
     * @param index index among the graphs of one sort
     */
    public PlanGraph(int index, String name, List<KernelTask> tasks) {
        this.index = index;
        this.graph = new TaskGraph(name);
        this.tasks = tasks;
        this.taskIds = tasks.stream().map(task -> name + "." + task.name()).toList();
    }

    /** Returns the index among the graphs of one sort. */
    int index() {
        return index;
    }

    /** Returns the graph under construction. */
    public TaskGraph graph() {
        return graph;
    }

    /** Adds the tasks to the graph, and returns it. */
    public TaskGraph addTasks() {
        tasks.forEach(task -> task.adder().accept(graph));
        return graph;
    }

    /** Returns the finished graph. */
    public ImmutableTaskGraph snapshot() {
        if (snapshot == null) {
            snapshot = graph.snapshot();
        }
        return snapshot;
    }

    /** Sets the grids of the tasks for an execution of this size. */
    public void setGrids(GridScheduler grids, KernelTask.Size size) {
        for (int i = 0; i < taskIds.size(); i++) {
            KernelTask task = tasks.get(i);
            if (task.groups() != null) {
                setGrid(grids, taskIds.get(i), task.groups().applyAsInt(size), task.workItems());
            }
        }
    }

    /** Sets the grid of a task. Registers it if the scheduler does not have it yet. */
    public static void setGrid(GridScheduler grids, String task, int groups, int workItems) {
        WorkerGrid grid = grids.get(task);
        if (grid == null) {
            grid = new WorkerGrid1D(groups * workItems);
            grids.addWorkerGrid(task, grid);
        }
        grid.setGlobalWork((long) groups * workItems, 1, 1);
        grid.setLocalWork(workItems, 1, 1);
    }
}
