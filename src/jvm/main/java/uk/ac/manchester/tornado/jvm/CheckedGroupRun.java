package uk.ac.manchester.tornado.jvm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.jvm.CompiledGroupKernel.Barrier;

/** Runs a kernel's work-groups on the checked device, one after the other. */
final class CheckedGroupRun extends CheckedRun {
    private final CompiledGroupKernel kernel;
    private final EpochClock globalClock = new EpochClock();
    private final EpochClock localClock = new EpochClock();
    /** The arrays in which the kernel may look back. */
    private final List<CheckedArray> lookBacks;
    /** Races with other groups, unless the array is found to have words of a look-back. */
    private final Map<CheckedArray, KernelFault> suspected = new LinkedHashMap<>();
    private final int[] order;
    private final WorkGroup group;
    private final WorkItem[] currentItem = new WorkItem[1];

    CheckedGroupRun(Task task, CompiledGroupKernel kernel, WorkerGrid workers) {
        super(task);
        this.kernel = kernel;
        Grid grid = Grid.of(workers, task.name());
        if (grid.remainder() > 0) {
            throw new KernelFault("task " + task.name() + " of kernel " + task.kernel() + ": its grid of "
                    + (grid.groups() * grid.size() + grid.remainder()) + " work-items is not a multiple of the group size, "
                    + grid.size() + "; devices do not run the last " + grid.remainder());
        }
        arrays().forEach(array -> array.beginLaunch(globalClock, kernel.looksBack() ? schedule : null));
        lookBacks = kernel.looksBack() ? arrays() : List.of();
        // Groups that wait for earlier ones start in the order of their indices.
        order = kernel.looksBack() ? IntStream.range(0, grid.groups()).toArray() : schedule.order(grid.groups());
        group = new WorkGroup(kernel, grid.size(), grid.groups() * grid.size(), (condition, index) -> {});
    }

    void run() {
        globalClock.beginLaunch(order.length);
        localClock.beginLaunch(order.length);
        for (int index : order) {
            globalClock.beginGroup();
            localClock.beginGroup();
            group.localMemory().beginGroup(localClock);
            group.run(index, arguments, this::step);
        }
        suspected.forEach((array, race) -> {
            if (array.suspectedRace() != null) {
                throw race;
            }
        });
    }

    /** Runs the items one by one, so that each access belongs to a known item. */
    private void step(WorkItem[] items, Object[] values) {
        int point = WorkItem.resumePoint(items[0]);
        if (point != WorkItem.START) {
            Barrier passed = kernel.barriers().get(point - 1);
            (passed.isGlobal() ? globalClock : localClock).passBarrier();
        }
        for (int i : schedule.order(items.length)) {
            currentItem[0] = items[i];
            globalClock.run(i);
            localClock.run(i);
            try {
                kernel.code().step(currentItem, values);
            } catch (AccessFault fault) {
                report(fault);
            }
            for (CheckedArray array : lookBacks) {
                if (array.suspectedRace() != null) {
                    suspected.computeIfAbsent(array, a -> kernelFault(a.suspectedRace()));
                }
            }
        }
        endEpoch();
    }

    @Override
    String currentActor() {
        return currentItem[0].toString();
    }

    @Override
    String actorOf(CheckedArray array, long stamp) {
        return group.name(EpochClock.item(stamp), groupOf(array, stamp));
    }

    @Override
    String whyUnordered(CheckedArray array, long stamp) {
        if (groupOf(array, stamp) != group.index()) {
            return "and groups are not ordered";
        }
        return "with no " + (array.isGlobal() ? "globalBarrier" : "localBarrier") + " in between";
    }

    private int groupOf(CheckedArray array, long stamp) {
        return order[(array.isGlobal() ? globalClock : localClock).group(stamp)];
    }
}
