package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.WorkerGrid;

/** Runs a kernel's work-groups on the checked device, one after the other. */
final class CheckedGroupLaunch implements Launch {

    private final String task;
    private final CompiledGroups kernel;
    private final CheckedArguments arguments;

    CheckedGroupLaunch(String task, CompiledGroups kernel, CheckedArguments arguments) {
        this.task = task;
        this.kernel = kernel;
        this.arguments = arguments;
    }

    @Override
    public void run(WorkerGrid workers) {
        Grid grid = Grid.of(workers, task);
        if (grid.rest() > 0) {
            throw new KernelFault("task " + task + " of kernel " + arguments.kernel() + ": its grid of "
                    + (grid.groups() * grid.size() + grid.rest()) + " work-items is no multiple of the group size, "
                    + grid.size() + ", so devices leave out the last " + grid.rest());
        }
        new Run(grid).run();
    }

    /** One run of a grid. */
    private final class Run implements Actors {

        private final Clock globalClock = new Clock();
        private final Clock localClock = new Clock();
        private final Schedule schedule = Schedule.chosen(task);
        private final Object[] now = arguments.begin(globalClock);
        private final int[] order;
        private final WorkGroup group;
        private final WorkItem[] one = new WorkItem[1];

        Run(Grid grid) {
            order = schedule.order(grid.groups());
            group = new WorkGroup(kernel, grid.size(), grid.groups() * grid.size());
        }

        void run() {
            globalClock.beginLaunch(order.length);
            localClock.beginLaunch(order.length);
            for (int index : order) {
                globalClock.beginGroup();
                localClock.beginGroup();
                group.localMemory().beginGroup(localClock);
                group.run(index, now, this::step);
            }
        }

        /** Items one by one, so that each access has an owner. */
        private void step(WorkItem[] items, Object[] values) {
            if (items[0].resumePoint() != WorkItem.START) {
                Barrier passed = kernel.barriers().get(items[0].resumePoint() - 1);
                (passed.isGlobal() ? globalClock : localClock).passBarrier();
            }
            EpochFaults faults = new EpochFaults(arguments, this, schedule);
            for (int i : schedule.order(items.length)) {
                one[0] = items[i];
                globalClock.run(i);
                localClock.run(i);
                try {
                    kernel.code().step(one, values);
                } catch (AccessFault fault) {
                    faults.add(fault);
                }
            }
            faults.end();
        }

        @Override
        public String current() {
            return one[0].toString();
        }

        @Override
        public String name(CheckedArray cells, long stamp) {
            return group.name(Clock.item(stamp), groupOf(cells, stamp));
        }

        @Override
        public String disorder(CheckedArray cells, long stamp) {
            if (groupOf(cells, stamp) != group.index()) {
                return "groups are in no order";
            }
            return "there is no " + (cells.isGlobal() ? "globalBarrier" : "localBarrier") + " between";
        }

        private int groupOf(CheckedArray cells, long stamp) {
            return order[(cells.isGlobal() ? globalClock : localClock).group(stamp)];
        }
    }
}
