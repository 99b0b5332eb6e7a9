package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.KernelTask;
import io.github.tornadosort.internal.plan.LaunchSize;
import io.github.tornadosort.internal.plan.PlanGraph;
import java.util.List;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Runs kernels by themselves on a device, and compares what they write.
 *
 * @param arrays where their arrays come from
 * @param checkpoint called before each execution
 */
record KernelRun(SortDevice device, DeviceArrays arrays, Checkpoint checkpoint) {
    /** A kernel that wrote what it should not have, or did not run. */
    static final class WrongKernelException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** @param what came out, of which kernel */
        WrongKernelException(String what) {
            super(what);
        }
    }

    /**
     * Runs some tasks in one graph.
     *
     * @param kernels their names, for messages
     * @param p the parameters of the kernels
     * @param size of the tasks' grids
     * @param in arrays that go to the device
     * @param out arrays that come back
     * @throws WrongKernelException if they cannot run
     */
    void execute(
            String kernels, IntArray p, List<KernelTask> tasks, LaunchSize size, Object[] in, Object[] out) {
        PlanGraph graph = new PlanGraph(0, "test", tasks);
        graph.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, in);
        graph.addTasks().transferToHost(DataTransferMode.EVERY_EXECUTION, out);
        GridScheduler grids = new GridScheduler();
        graph.setGrids(grids, size);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            checkpoint.check(p);
            plan.withDevice(device.tornado());
            plan.withGridScheduler(grids);
            plan.execute();
        } catch (TornadoExecutionPlanException | RuntimeException | LinkageError e) {
            throw new WrongKernelException(kernels + " cannot run: " + e);
        }
    }

    /**
     * Compares the first n elements.
     *
     * @param kernels who wrote them
     * @param what they are
     * @throws WrongKernelException that names the first that differs
     */
    static void compare(String kernels, String what, TornadoNativeArray found, TornadoNativeArray expected, int n) {
        for (int i = 0; i < n; i++) {
            long is = element(found, i);
            long shouldBe = element(expected, i);
            if (is != shouldBe) {
                throw new WrongKernelException(
                        "%s: %s %d of %d is 0x%x, expected 0x%x".formatted(kernels, what, i, n, is, shouldBe));
            }
        }
    }

    /** An element's bits. */
    static long element(TornadoNativeArray array, int index) {
        return switch (array) {
            case IntArray ints -> Integer.toUnsignedLong(ints.get(index));
            case LongArray longs -> longs.get(index);
            default -> throw new IllegalArgumentException("an array of " + array.getClass());
        };
    }
}
