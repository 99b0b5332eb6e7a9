package uk.ac.manchester.tornado.api;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The grids of the tasks of a plan, by the full names of the tasks: {@code graph.task}. */
public class GridScheduler {
    private final Map<String, WorkerGrid> grids = new ConcurrentHashMap<>();

    public GridScheduler() {}

    public GridScheduler(String taskName, WorkerGrid workerGrid) {
        grids.put(taskName, workerGrid);
    }

    public void addWorkerGrid(String taskName, WorkerGrid workerGrid) {
        grids.put(taskName, workerGrid);
    }

    /** Returns the grid of a task, or null. */
    public WorkerGrid get(String taskName) {
        return grids.get(taskName);
    }

    public boolean contains(String taskScheduleName, String taskName) {
        return grids.containsKey(taskScheduleName + "." + taskName);
    }

    public Set<String> keySet() {
        return grids.keySet();
    }
}
