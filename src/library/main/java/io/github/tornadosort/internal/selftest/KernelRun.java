package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.plan.ArrayWords;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.KernelTask;
import io.github.tornadosort.internal.plan.LaunchSize;
import io.github.tornadosort.internal.plan.PlanGraph;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Runs single kernels on a device, and compares their results.
 *
 * @param device the device to run on
 * @param arrays allocates the arrays of the kernels
 * @param checkpoint called before each execution
 */
record KernelRun(SortDevice device, DeviceArrays arrays, Checkpoint checkpoint) {
    /** Thrown if a kernel writes wrong results or cannot run. */
    static final class WrongKernelException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** @param message the kernel and its result */
        WrongKernelException(String message) {
            super(message);
        }
    }

    /**
     * Returns a description of the first wrong result of a test, if there is one.
     *
     * @param what what the test does, for messages
     * @throws TornadoOutOfMemoryException if the device does not have enough free memory, which says nothing about the kernels
     */
    static Optional<String> firstWrong(String what, Runnable test) {
        try {
            test.run();
            return Optional.empty();
        } catch (TornadoOutOfMemoryException | CancellationException | VirtualMachineError e) {
            throw e;
        } catch (WrongKernelException e) {
            return Optional.of(e.getMessage());
        } catch (RuntimeException | Error e) {
            // Drivers throw errors of many kinds if they cannot compile a kernel.
            return Optional.of(cannotRun(what, e));
        }
    }

    private static String cannotRun(String what, Throwable e) {
        return what + " cannot run: " + e.getClass().getSimpleName() + ": " + DriverFailure.reason(e);
    }

    /**
     * Runs tasks in one graph.
     *
     * @param kernels the names of the kernels, for messages
     * @param p the parameters of the kernels
     * @param size the size of the tasks' grids
     * @param in the arrays to transfer to the device
     * @param out the arrays to transfer to the host
     * @throws WrongKernelException if the tasks cannot run
     * @throws CancellationException if the checkpoint cancels the test
     * @throws TornadoOutOfMemoryException if the device does not have enough free memory, which says nothing about the kernels
     */
    void execute(
            String kernels, IntArray p, List<KernelTask> tasks, LaunchSize size, Object[] in, Object[] out) {
        PlanGraph graph = new PlanGraph(0, "test", tasks);
        graph.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, in);
        graph.addTasks().transferToHost(DataTransferMode.EVERY_EXECUTION, out);
        GridScheduler grids = new GridScheduler();
        graph.setGrids(grids, size);
        TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot());
        try {
            DriverCalls.call(() -> {
                checkpoint.check(p);
                plan.withDevice(device.tornado());
                plan.withGridScheduler(grids);
                return plan.execute();
            });
        } catch (TornadoOutOfMemoryException | CancellationException | VirtualMachineError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // Drivers throw errors of many kinds if they cannot compile a kernel.
            throw new WrongKernelException(cannotRun(kernels, e));
        } finally {
            DriverCalls.close(plan);
        }
    }

    /**
     * Compares the first n elements.
     *
     * @param kernels the kernels that wrote the elements
     * @param what the name of an element, for messages
     * @throws WrongKernelException if elements differ; the message names the first difference
     */
    static void compare(String kernels, String what, TornadoNativeArray found, TornadoNativeArray expected, int n) {
        for (int i = 0; i < n; i++) {
            long is = ArrayWords.get(found, i);
            long shouldBe = ArrayWords.get(expected, i);
            if (is != shouldBe) {
                throw new WrongKernelException(
                        "%s: %s %d of %d is 0x%x, expected 0x%x".formatted(kernels, what, i, n, is, shouldBe));
            }
        }
    }
}
