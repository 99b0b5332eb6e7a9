package io.github.tornadosort.internal.device;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** One sort on the device: loaded and sorted when it is made, its result still there. */
final class DeviceSort {
    private final SortPlan plan;
    private final Outcome outcome;
    private final int n;
    private final PlanCache plans;
    private final PlanShape shape;
    private final long bits;
    private final boolean verified;
    private final long loadNanos;
    private final long sortedAt;

    /** @param load puts n keys, and values if the shape has them, into the plan's buffers */
    DeviceSort(PlanCache plans, PlanShape shape, int n, Order order, Consumer<SortPlan> load) {
        this(plans, shape, n, n, order, load);
    }

    /** @param capacity keys that there shall be room for */
    DeviceSort(PlanCache plans, PlanShape shape, int capacity, int n, Order order, Consumer<SortPlan> load) {
        long start = System.nanoTime();
        this.n = n;
        this.plan = plans.plan(shape.comparedBy(order.bits()), capacity);
        load.accept(plan);
        this.loadNanos = System.nanoTime() - start;
        this.outcome = plan.run(n, order);
        this.plans = plans;
        this.shape = shape;
        this.bits = order.bits();
        this.verified = order.verified();
        this.sortedAt = System.nanoTime();
    }

    /** Whether anything is in another place than before. */
    boolean moved() {
        return outcome.passes() > 0;
    }

    /** The sorted keys, brought to the host; the array belongs to the plan. */
    TornadoNativeArray keys() {
        return plan.sortedKeys(outcome, n);
    }

    /** The values in the keys' order, brought to the host; the array belongs to the plan. */
    IntArray values() {
        return plan.sortedValues(outcome, n);
    }

    /** What was done so far. */
    SortStats stats() {
        return stats(bits);
    }

    /** @param all bits that the keys are in order by */
    SortStats stats(long all) {
        return SortStats.builder(n)
                .passes(outcome.passes(), plans.passes(shape, all))
                .copies(loadNanos + outcome.copyInNanos(), System.nanoTime() - sortedAt)
                .kernels(outcome.kernelNanos(), outcome.compileNanos())
                .verified(verified ? 1 : 0, 0)
                .ran(SortStats.Reason.DEVICE, plans.device().toString())
                .chunks(1)
                .build();
    }
}
