package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.Probe;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.selftest.KernelRun.WrongKernelException;
import java.util.List;
import java.util.Optional;

/**
 * Runs kernels of a radix sort on a device with a few keys, and compares the results with those of the JVM. Before that, runs a
 * {@link Probe} with operations that some backends compile incorrectly.
 */
public final class KernelCheck {
    private KernelCheck() {}

    /**
     * Tests every kernel. Returns a description of the first wrong kernel and its result, or an empty optional if all kernels
     * are right.
     *
     * @param policy determines the family of kernels
     * @param checkpoint called before each execution; tests inject errors here
     */
    public static Optional<String> firstWrong(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        return firstWrong(device, checkpoint, run -> {
            new ProbeCheck(run).all();
            for (PlanShape shape : shapes()) {
                new ShapeCheck(run, policy, shape).run();
            }
        });
    }

    /** Tests the kernels of one part. Returns a description of the first wrong kernel and its result, if there is one. */
    static Optional<String> firstWrong(SortDevice device, SortPolicy policy, TestedKernels kernels) {
        return firstWrong(device, Checkpoint.INTERRUPTS, run -> {
            if (kernels.equals(TestedKernels.PROBE)) {
                new ProbeCheck(run).narrow();
            } else if (kernels.equals(TestedKernels.WIDE_PROBE)) {
                new ProbeCheck(run).wide();
            } else {
                new ShapeCheck(run, policy, kernels.shape()).run();
                if (kernels.hasWholeFloats() && policy.kernels() == Kernels.WORK_GROUP) {
                    new ShapeCheck(run, policy, kernels.shape().comparedBy(-1)).run();
                }
            }
        });
    }

    private interface Check {
        /** @throws WrongKernelException for the first wrong kernel */
        void accept(KernelRun run);
    }

    private static Optional<String> firstWrong(SortDevice device, Checkpoint checkpoint, Check check) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            check.accept(new KernelRun(device, arrays, checkpoint));
            return Optional.empty();
        } catch (WrongKernelException e) {
            return Optional.of(e.getMessage());
        } finally {
            arrays.release();
        }
    }

    /** Returns keys of each width and kind, with each kind of payload. */
    private static List<PlanShape> shapes() {
        return List.of(
                PlanShape.of(KeyType.INT32, Payload.NONE),
                PlanShape.of(KeyType.INT32, Payload.INDICES),
                PlanShape.of(KeyType.FLOAT32, Payload.NONE),
                PlanShape.of(KeyType.FLOAT32, Payload.NONE).comparedBy(-1),
                PlanShape.of(KeyType.INT64, Payload.VALUES),
                PlanShape.of(KeyType.FLOAT64, Payload.NONE));
    }
}
