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
        WorkGroup group = new WorkGroup(kernel, grid.size(), grid.groups() * grid.size());
        Object[] now = arguments.now();
        for (int index = 0; index < grid.groups(); index++) {
            group.localMemory().clear();
            group.run(index, now, this::step);
        }
    }

    /** Items one by one, so that a fault has an owner. */
    private void step(WorkItem[] items, Object[] now) {
        WorkItem[] one = new WorkItem[1];
        for (WorkItem item : items) {
            one[0] = item;
            try {
                kernel.code().step(one, now);
            } catch (AccessFault fault) {
                throw arguments.fault(fault, item.toString());
            }
        }
    }
}
