package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.kernel.Probe;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.StageGraphs;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts few keys on a device in each way that a radix sort has: at once, in buckets, digit by digit, in chunks, and around arrays of the
 * caller. Before that, runs a {@link Probe} with operations that some backends compile incorrectly.
 */
public final class KernelCheck {
    private KernelCheck() {}

    /**
     * Tests every kernel. Returns a description of the first wrong result, or an empty optional if all are right.
     *
     * @param policy determines the family of kernels
     * @param checkpoint called before each execution; tests inject errors here
     */
    public static Optional<String> firstWrong(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        return firstWrong(device, checkpoint, "a sort", run -> {
            new ProbeCheck(run).all();
            shapes().forEach(shape -> sort(run, policy, shape));
        });
    }

    /** Tests the kernels of one part. Returns a description of the first wrong result, if there is one. */
    static Optional<String> firstWrong(
            SortDevice device, SortPolicy policy, TestedKernels kernels, Checkpoint checkpoint) {
        return firstWrong(device, checkpoint, "a sort of " + kernels.label(), run -> {
            if (kernels.equals(TestedKernels.PROBE)) {
                new ProbeCheck(run).narrow();
            } else if (kernels.equals(TestedKernels.WIDE_PROBE)) {
                new ProbeCheck(run).wide();
            } else {
                sort(run, policy, kernels.shape());
                if (kernels.hasWholeFloats() && policy.kernels() == Kernels.WORK_GROUP) {
                    sort(run, policy, kernels.shape().comparedBy(-1));
                }
            }
        });
    }

    private interface Check {
        /** @throws KernelRun.WrongKernelException for the first wrong result */
        void accept(KernelRun run);
    }

    private static Optional<String> firstWrong(SortDevice device, Checkpoint checkpoint, String what, Check check) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            return KernelRun.firstWrong(what, () -> check.accept(new KernelRun(device, arrays, checkpoint)));
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

    private static void sort(KernelRun run, SortPolicy policy, PlanShape shape) {
        int n = policy.tile() > 1 ? 8 * policy.tile() + 77 : 1234;
        List<SortCheck> checks = checks(policy, shape, n);
        Stream.of(policy, forFewKeys(policy, n)).distinct().forEach(each -> {
            try (PlanCache plans = new PlanCache(run.device(), each, run.checkpoint(), PlanFactory::ofLaboratory)) {
                SortPlan plan = plans.plan(shape, n);
                checks.forEach(check -> check.run(plan));
                checks.forEach(check -> check.verified().run(plan));
            }
        });
        sortStage(run, policy.withMergedKeys(0), shape, checks);
        if (policy.kernels() == Kernels.WORK_GROUP && shape.bytes() == Integer.BYTES) {
            sortStage(run, policy.withMergedKeys(n), shape, checks);
        }
    }

    /** Returns sorts of keys of all bits, of two digits and of one: in buckets, and digit by digit with the result in either buffer. */
    private static List<SortCheck> checks(SortPolicy policy, PlanShape shape, int n) {
        boolean partly = shape.kind() == OrderedBits.FLOAT && shape.bytes() == Integer.BYTES;
        SortOptions options = SortOptions.builder().bits(partly ? 1 : 0, SortOptions.ALL_BITS).build();
        return LongStream.of(-1, (1L << 2 * policy.radixBits()) - 1, policy.radix() - 1)
                .mapToObj(mask -> new SortCheck(new TestKeys(shape, mask), n, options))
                .toList();
    }

    /** Returns a policy that sorts few keys as the given one sorts many: in buckets of several digits, and loaded in chunks. */
    private static SortPolicy forFewKeys(SortPolicy policy, int n) {
        return new SortPolicy(
                policy.kernels(), policy.radixBits(), policy.blocksPerUnit(), policy.workItems(), policy.itemsPerWorkItem(),
                policy.mergedKeys(), Math.min(policy.bucketedKeys(), n), Math.min(policy.chunkKeys(), n / 4));
    }

    /** Sorts around arrays of the caller, which are on the host. */
    private static void sortStage(KernelRun run, SortPolicy policy, PlanShape shape, List<SortCheck> checks) {
        int n = checks.getFirst().n();
        TornadoNativeArray keys = run.arrays().words(shape.bytes(), n);
        IntArray values = shape.withValues() ? run.arrays().ints(n) : null;
        StageGraphs.Results results = new StageGraphs.Results(
                shape.withValues(), List.of(), shape.withValues() ? List.of(keys, values) : List.of(keys));
        KeyType type = SortCheck.type(shape);
        GridScheduler grids = new GridScheduler();
        try (StageGraphs graphs =
                StageGraphs.of("stage", null, run.device(), policy, keys, type, values, results, false)) {
            TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs.graphs().toArray(ImmutableTaskGraph[]::new));
            try {
                plan.withDevice(run.device().tornado());
                graphs.registerGrids(grids);
                plan.withGridScheduler(grids);
                for (SortCheck check : checks) {
                    check.keys().load(0, n, keys, 0);
                    DriverCalls.call(() -> graphs.run(plan, 0, grids, n, check.options()));
                    check.check(keys, values);
                }
            } finally {
                DriverCalls.close(plan);
            }
        }
    }
}
