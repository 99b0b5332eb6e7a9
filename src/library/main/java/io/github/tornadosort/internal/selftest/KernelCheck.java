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
 * Runs every kernel of a radix sort on a device, on few keys, and compares what it writes with what the JVM makes of the
 * same keys; and before them, a {@link Probe} of what backends are known to compile wrongly.
 */
public final class KernelCheck {
    private KernelCheck() {}

    /**
     * The first kernel that does not write what it should, and what came out; empty if all do.
     *
     * @param policy says which family of kernels runs
     * @param checkpoint called before each execution: the place for tests to make one go wrong
     */
    public static Optional<String> firstWrong(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            KernelRun run = new KernelRun(device, arrays, checkpoint);
            ProbeCheck probe = new ProbeCheck(run);
            probe.arithmetic();
            probe.exchange();
            for (PlanShape shape : shapes(policy)) {
                new ShapeCheck(run, policy, shape).run();
            }
            return Optional.empty();
        } catch (WrongKernelException e) {
            return Optional.of(e.getMessage());
        } finally {
            arrays.release();
        }
    }

    /**
     * Keys of each width and kind, and each kind of payload. Floats that are compared by all of their bits are other code on
     * work-groups alone, and two in a word are on blocks alone.
     */
    private static List<PlanShape> shapes(SortPolicy policy) {
        PlanShape ofOneFamily = policy.kernels() == Kernels.WORK_GROUP
                ? PlanShape.of(KeyType.FLOAT32, Payload.NONE).comparedBy(-1)
                : PlanShape.packed(KeyType.FLOAT32);
        return List.of(
                PlanShape.of(KeyType.INT32, Payload.NONE),
                PlanShape.of(KeyType.INT32, Payload.INDICES),
                PlanShape.of(KeyType.FLOAT32, Payload.NONE),
                ofOneFamily,
                PlanShape.of(KeyType.INT64, Payload.VALUES),
                PlanShape.of(KeyType.FLOAT64, Payload.NONE));
    }
}
