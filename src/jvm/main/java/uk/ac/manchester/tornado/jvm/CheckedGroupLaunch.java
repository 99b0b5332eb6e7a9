package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import uk.ac.manchester.tornado.api.WorkerGrid;

/** Runs a kernel's work-groups on the checked device, one after the other. */
final class CheckedGroupLaunch implements Launch {
    private final String task;
    private final CompiledGroupKernel kernel;
    private final CheckedArguments arguments;

    CheckedGroupLaunch(String task, CompiledGroupKernel kernel, CheckedArguments arguments) {
        this.task = task;
        this.kernel = kernel;
        this.arguments = arguments;
    }

    @Override
    public void run(WorkerGrid workers) {
        Grid grid = Grid.of(workers, task);
        if (grid.remainder() > 0) {
            throw new KernelFault("task " + task + " of kernel " + arguments.kernel() + ": its grid of "
                    + (grid.groups() * grid.size() + grid.remainder()) + " work-items is not a multiple of the group size, "
                    + grid.size() + "; devices do not run the last " + grid.remainder());
        }
        new Run(grid).run();
    }

    /** One run of a grid. */
    private final class Run implements FaultContext {
        private final EpochClock globalClock = new EpochClock();
        private final EpochClock localClock = new EpochClock();
        private final Schedule schedule = Schedule.fromProperty(task);
        private final Object[] deviceArguments = arguments.begin(globalClock, kernel.looksBack() ? schedule : null);
        private final List<CheckedArray> arrays = kernel.looksBack()
                ? Arrays.stream(deviceArguments).filter(CheckedArray.class::isInstance).map(CheckedArray.class::cast)
                        .toList()
                : List.of();
        /** Races with other groups, unless the array is found to have words of a look-back. */
        private final Map<CheckedArray, KernelFault> suspected = new LinkedHashMap<>();
        private final int[] order;
        private final WorkGroup group;
        private final WorkItem[] currentItem = new WorkItem[1];

        Run(Grid grid) {
            order = schedule.groups(grid.groups(), kernel.looksBack());
            group = new WorkGroup(kernel, grid.size(), grid.groups() * grid.size(), (index, condition) -> {});
        }

        void run() {
            globalClock.beginLaunch(order.length);
            localClock.beginLaunch(order.length);
            for (int index : order) {
                globalClock.beginGroup();
                localClock.beginGroup();
                group.localMemory().beginGroup(localClock);
                group.run(index, deviceArguments, this::step);
            }
            suspected.forEach((array, race) -> {
                if (array.suspectedRace() != null) {
                    throw race;
                }
            });
        }

        /** Runs the items one by one, so that each access belongs to a known item. */
        private void step(WorkItem[] items, Object[] values) {
            if (items[0].resumePoint() != WorkItem.START) {
                Barrier passed = kernel.barriers().get(items[0].resumePoint() - 1);
                (passed.isGlobal() ? globalClock : localClock).passBarrier();
            }
            EpochFaults faults = new EpochFaults(arguments, this, schedule);
            for (int i : schedule.order(items.length)) {
                currentItem[0] = items[i];
                globalClock.run(i);
                localClock.run(i);
                try {
                    kernel.code().step(currentItem, values);
                } catch (AccessFault fault) {
                    faults.add(fault);
                }
                for (CheckedArray array : arrays) {
                    if (array.suspectedRace() != null) {
                        suspected.computeIfAbsent(array, a -> arguments.fault(a.suspectedRace(), this, schedule));
                    }
                }
            }
            faults.end();
        }

        @Override
        public String currentActor() {
            return currentItem[0].toString();
        }

        @Override
        public String actorOf(CheckedArray array, long stamp) {
            return group.name(EpochClock.item(stamp), groupOf(array, stamp));
        }

        @Override
        public String whyUnordered(CheckedArray array, long stamp) {
            if (groupOf(array, stamp) != group.index()) {
                return "and groups are not ordered";
            }
            return "with no " + (array.isGlobal() ? "globalBarrier" : "localBarrier") + " in between";
        }

        private int groupOf(CheckedArray array, long stamp) {
            return order[(array.isGlobal() ? globalClock : localClock).group(stamp)];
        }
    }
}
