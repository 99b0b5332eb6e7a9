package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;

/**
 * The number of work-items and groups of a task.
 *
 * @param groups the number of complete groups; work-items that do not fill a group are not run, as on every device
 * @param size the number of work-items in a group
 * @param remainder the number of work-items that do not fill a group
 */
record Grid(int groups, int size, int remainder) {
    /** @throws TornadoRuntimeException if there is no grid, or if this backend does not support it */
    static Grid of(WorkerGrid grid, String task) {
        if (grid == null) {
            throw new TornadoRuntimeException(
                    "task " + task + " uses a KernelContext, but no grid scheduler has a WorkerGrid for it");
        }
        long[] global = grid.getGlobalWork();
        long[] local = grid.getLocalWork() == null ? new long[] {1, 1, 1} : grid.getLocalWork();
        boolean hasOffset = Arrays.stream(grid.getGlobalOffset()).anyMatch(value -> value != 0);
        if (global[1] * global[2] != 1 || local[1] * local[2] != 1 || hasOffset) {
            throw new TornadoRuntimeException(
                    "task " + task + ": the JVM backend runs only one-dimensional grids without an offset");
        }
        if (local[0] < 1 || local[0] > JvmDevice.MAX_GROUP_SIZE || global[0] < 0 || global[0] > Integer.MAX_VALUE) {
            throw new TornadoRuntimeException("task " + task + ": " + global[0] + " work-items in groups of " + local[0]
                    + "; a group has 1 to " + JvmDevice.MAX_GROUP_SIZE + " work-items");
        }
        long[] groups = grid.getNumberOfWorkgroups();
        if (groups != null && groups[0] != global[0] / local[0]) {
            throw new TornadoRuntimeException("task " + task + ": the grid declares " + groups[0] + " groups, but has "
                    + global[0] + " work-items in groups of " + local[0]
                    + "; call setGlobalWork before setLocalWork");
        }
        return new Grid((int) (global[0] / local[0]), (int) local[0], (int) (global[0] % local[0]));
    }
}
