package uk.ac.manchester.tornado.jvm;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import uk.ac.manchester.tornado.api.WorkerGrid;

/** Runs a kernel's work-groups on all cores. The work-items of a group run on one core and take turns at barriers. */
final class GroupLaunch implements Launch {

    /** The number of parts per core. Small parts keep all cores busy to the end. */
    private static final int PARTS_PER_WORKER = 16;

    private final String task;
    private final CompiledGroupKernel kernel;
    private final Object[] arguments;
    private final Deque<WorkGroup> idle = new ConcurrentLinkedDeque<>();
    private Grid grid;
    private long lastNanos = Long.MAX_VALUE;

    GroupLaunch(String task, CompiledGroupKernel kernel, Object[] arguments) {
        this.task = task;
        this.kernel = kernel;
        this.arguments = arguments;
    }

    @Override
    public void run(WorkerGrid workers) {
        Grid launchGrid = Grid.of(workers, task);
        if (!launchGrid.equals(grid)) {
            grid = launchGrid;
            idle.clear();
        }
        long start = System.nanoTime();
        int parts = Math.min(launchGrid.groups(), PARTS_PER_WORKER * Workers.count());
        if (parts > 0) {
            Workers.run(parts, lastNanos, part -> runGroups(launchGrid, part, parts));
        }
        lastNanos = System.nanoTime() - start;
    }

    private void runGroups(Grid launchGrid, int part, int parts) {
        WorkGroup group = idle.poll();
        if (group == null) {
            group = new WorkGroup(kernel, launchGrid.size(), launchGrid.groups() * launchGrid.size());
        }
        int end = Iterations.begin(0, launchGrid.groups(), 1, part + 1, parts);
        for (int index = Iterations.begin(0, launchGrid.groups(), 1, part, parts); index < end; index++) {
            group.run(index, arguments, kernel.code());
        }
        idle.push(group);
    }
}
