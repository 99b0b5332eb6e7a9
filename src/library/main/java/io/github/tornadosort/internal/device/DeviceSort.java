package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.policy.StatsBuilder;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** One sort on the device. The constructor loads and sorts the keys; the result stays on the device until it is fetched. */
final class DeviceSort {
    private final SortPlan plan;
    private final Outcome outcome;
    private final int n;
    private final PlanCache plans;
    private final PlanShape shape;
    private final long bits;
    private final long loadNanos;
    private final long sortedAt;

    /**
     * Sorts n keys with the smallest plan that holds them.
     *
     * @param load writes the keys, and the payload if the shape has one, into the plan's buffers
     */
    DeviceSort(PlanCache plans, PlanShape shape, int n, Order order, Consumer<SortPlan> load) {
        this.n = n;
        PlanShape compared = shape.comparedBy(order.bits());
        this.plan = plans.plan(compared, n);
        long start = System.nanoTime();
        load.accept(plan);
        this.loadNanos = System.nanoTime() - start;
        try (CompilationNotice _ = CompilationNotice.of(plan, plans.device())) {
            this.outcome = plan.run(n, order);
        }
        plans.setCompiled(compared, n);
        this.plans = plans;
        this.shape = shape;
        this.bits = order.bits();
        this.sortedAt = System.nanoTime();
    }

    /** Returns whether the sort may have moved any key. */
    boolean moved() {
        return outcome.passes() > 0;
    }

    /** Copies the sorted keys to the host, and returns them. The array belongs to the plan. */
    TornadoNativeArray keys() {
        return plan.sortedKeys(outcome, n);
    }

    /**
     * Copies the sorted keys, which have no payload, to the host, and overwrites the unsorted keys with them. If the device fails, the
     * unsorted keys are as they were.
     */
    void store(Column keys, KeptKeys kept) {
        if (plan.fetchesChunks(outcome)) {
            new ChunkedStore(plan, outcome, keys, kept).run();
        } else {
            // The result may overwrite the copy of the unsorted keys.
            kept.close();
            new ChunkedStore(plan, outcome, keys, null).run();
        }
    }

    /** Copies the reordered payload to the host, and returns it, as ints. The memory belongs to the plan. */
    MemorySegment values() {
        return plan.sortedValues(outcome, n).getSegment().asSlice(0, (long) Integer.BYTES * n);
    }

    /** Returns the stats of the sort. The time to copy the result out ends now. */
    SortStats stats() {
        return StatsBuilder.of(n)
                .passes(outcome.passes(), plans.passes(shape, bits))
                .copies(loadNanos + outcome.copyInNanos(), System.nanoTime() - sortedAt)
                .kernels(outcome.kernelNanos(), outcome.compileNanos())
                .ran(SortStats.Reason.DEVICE, plans.device().toString())
                .chunks(1)
                .build();
    }
}
