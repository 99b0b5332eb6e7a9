package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.kernel.Defects;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task3;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Determines which of the {@link Defects} a device's compiler has. */
public final class DefectCheck {
    private static final int N = 64;

    private final SortDevice device;
    private final DeviceArrays arrays;
    private final Checkpoint checkpoint;
    private final List<String> found = new ArrayList<>();

    private DefectCheck(SortDevice device, DeviceArrays arrays, Checkpoint checkpoint) {
        this.device = device;
        this.arrays = arrays;
        this.checkpoint = checkpoint;
    }

    /** {@return the operations that the device computes incorrectly, or cannot compute} */
    public static List<String> of(SortDevice device) {
        return of(device, _ -> {});
    }

    /** @param checkpoint called before each execution; tests inject errors here */
    static List<String> of(SortDevice device, Checkpoint checkpoint) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            DefectCheck check = new DefectCheck(device, arrays, checkpoint);
            check.run("~x", Defects::complement);
            check.run("x >> n", Defects::signedShift);
            check.run("x >>> n", Defects::unsignedShift);
            check.run("(long) x >>> n", Defects::wideShift);
            check.run("(long) x << y", Defects::wideShiftByVariable);
            return check.found;
        } finally {
            arrays.release();
        }
    }

    private void run(String operation, Task3<IntArray, IntArray, Integer> kernel) {
        IntArray in = arrays.ints(N);
        IntArray expected = new IntArray(N);
        for (int i = 0; i < N; i++) {
            in.set(i, (i - N / 2) * 0x01234567);
        }
        kernel.apply(in, expected, N);
        try {
            IntArray out = onDevice(kernel, in);
            if (IntStream.range(0, N).anyMatch(i -> out.get(i) != expected.get(i))) {
                found.add(operation);
            }
        } catch (TornadoOutOfMemoryException | CancellationException | VirtualMachineError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // Drivers throw errors of many kinds if they cannot compile a kernel.
            found.add(operation);
        }
    }

    private IntArray onDevice(Task3<IntArray, IntArray, Integer> kernel, IntArray in) {
        IntArray out = arrays.ints(N);
        IntArray p = arrays.ints(PassParameters.WORDS);
        TaskGraph graph = new TaskGraph("test")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, in)
                .task("defect", kernel, in, out, N)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, out);
        TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot());
        try {
            DriverCalls.call(() -> {
                checkpoint.check(p);
                return plan.withDevice(device.tornado()).execute();
            });
        } finally {
            DriverCalls.close(plan);
        }
        return out;
    }
}
