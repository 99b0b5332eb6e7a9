package uk.ac.manchester.tornado.jvm;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import uk.ac.manchester.tornado.api.WorkerGrid;

/**
 * Runs a kernel's work-groups on all cores. The work-items of a group run on one core and take turns at barriers. Groups start in the order
 * of their indices, so that a group may wait for those before it: they run or have ended.
 */
final class GroupLaunch implements Launch {
    /** How often a waiting group asks before it lets other threads use its core. */
    private static final int SPINS = 100;

    private static final long PAUSE_NANOS = 10_000;

    private final String task;
    private final CompiledGroupKernel kernel;
    private final Object[] arguments;
    private final Deque<WorkGroup> idle = new ConcurrentLinkedDeque<>();
    private Grid grid;
    private long lastNanos = Long.MAX_VALUE;
    private int launches;
    /** The number of the launch in which each group has ended last. */
    private AtomicIntegerArray ended;
    /** All groups before this one have ended. */
    private volatile int firstRunning;

    private volatile boolean failed;

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
            ended = new AtomicIntegerArray(launchGrid.groups());
        }
        launches++;
        firstRunning = 0;
        failed = false;
        long start = System.nanoTime();
        if (launchGrid.groups() > 0) {
            Workers.run(launchGrid.groups(), lastNanos, index -> runGroup(launchGrid, index));
        }
        lastNanos = System.nanoTime() - start;
    }

    private void runGroup(Grid launchGrid, int index) {
        WorkGroup group = idle.poll();
        if (group == null) {
            group = new WorkGroup(kernel, launchGrid.size(), launchGrid.groups() * launchGrid.size(), this::await);
        }
        try {
            group.run(index, arguments, kernel.code());
        } catch (Throwable e) {
            failed = true;
            throw e;
        }
        ended.set(index, launches);
        idle.push(group);
    }

    /** Returns when the condition holds, or all groups before the one with an index have ended, or one has failed. */
    private void await(BooleanSupplier condition, int index) {
        int spins = 0;
        int running = firstRunning;
        while (running < index && !failed && !condition.getAsBoolean()) {
            if (ended.get(running) == launches) {
                running++;
            } else if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        firstRunning = Math.max(firstRunning, running);
    }
}
