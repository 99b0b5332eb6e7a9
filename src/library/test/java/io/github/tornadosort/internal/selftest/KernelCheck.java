package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.host.rows.ResultCheck.MismatchException;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.StageGraphs;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts few keys on a device in each way that a radix sort has: at once, in buckets, digit by digit, in chunks, and around arrays of the
 * caller.
 */
final class KernelCheck {
    private final SortDevice device;
    private final SortPolicy policy;

    /** @param policy determines the family of kernels */
    KernelCheck(SortDevice device, SortPolicy policy) {
        this.device = device;
        this.policy = policy;
    }

    /** @throws MismatchException if a result is wrong */
    void run(PlanShape shape) throws TornadoExecutionPlanException {
        int n = policy.tile() > 1 ? 5 * policy.tile() + 77 : 1234;
        List<SortCheck> checks = checks(shape, n);
        Stream.of(policy, forFewKeys(n)).distinct().forEach(each -> {
            try (PlanCache plans = new PlanCache(device, each, _ -> {}, PlanFactory::ofLaboratory)) {
                SortPlan plan = plans.plan(shape, n);
                checks.forEach(check -> check.run(plan));
            }
        });
        sortStage(policy.withKeysAtOnce(0), shape, checks);
        if (policy.kernels() == Kernels.WORK_GROUP && shape.bytes() == Integer.BYTES) {
            sortStage(policy.withKeysAtOnce(n), shape, checks);
        }
    }

    /** Returns sorts of keys of all bits, of two digits and of one: in buckets, and digit by digit with the result in either buffer. */
    private List<SortCheck> checks(PlanShape shape, int n) {
        boolean partly = shape.kind() == OrderedBits.FLOAT && shape.bytes() == Integer.BYTES;
        SortOptions options = SortOptions.builder().bits(partly ? 1 : 0, SortOptions.ALL_BITS).build();
        return LongStream.of(-1, (1L << 2 * policy.radixBits()) - 1, policy.radix() - 1)
                .mapToObj(mask -> new SortCheck(new TestKeys(shape, mask), n, options))
                .toList();
    }

    /** Returns a policy that sorts few keys as the device's sorts many: in buckets of several digits, and loaded in chunks. */
    private SortPolicy forFewKeys(int n) {
        return new SortPolicy(
                policy.kernels(), policy.radixBits(), policy.blocksPerUnit(), policy.workItems(), policy.laboratoryItems(),
                policy.keysAtOnce(), Math.min(policy.bucketedKeys(), n), Math.min(policy.chunkKeys(), n / 4));
    }

    /** Sorts around arrays of the caller, which are on the host. */
    private void sortStage(SortPolicy merging, PlanShape shape, List<SortCheck> checks)
            throws TornadoExecutionPlanException {
        int n = checks.getFirst().n();
        DeviceArrays arrays = DeviceArrays.on(device);
        TornadoNativeArray keys = arrays.words(shape.bytes(), n);
        IntArray values = shape.withValues() ? arrays.ints(n) : null;
        StageGraphs.Results results = new StageGraphs.Results(
                shape.withValues(), List.of(), shape.withValues() ? List.of(keys, values) : List.of(keys));
        KeyType type = SortCheck.type(shape);
        GridScheduler grids = new GridScheduler();
        try (StageGraphs graphs =
                StageGraphs.of("stage", null, device, merging, keys, type, values, results, false);
                TornadoExecutionPlan plan =
                        new TornadoExecutionPlan(graphs.graphs().toArray(ImmutableTaskGraph[]::new))) {
            plan.withDevice(device.tornado());
            graphs.registerGrids(grids);
            plan.withGridScheduler(grids);
            for (SortCheck check : checks) {
                check.keys().load(0, n, keys, 0);
                graphs.run(plan, 0, grids, n, check.options());
                check.check(keys, values);
            }
        }
    }
}
