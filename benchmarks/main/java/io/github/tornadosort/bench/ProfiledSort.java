package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.device.ColumnLoader;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.SortPlan;
import java.util.Map;

/** Sorts keys with the library's plans, to measure the time of each kernel. */
final class ProfiledSort implements AutoCloseable {
    private final PlanCache plans;

    ProfiledSort(SortDevice device, SortPolicy policy) {
        this.plans = new PlanCache(device, policy, Checkpoint.INTERRUPTS, PlanFactory::ofLaboratory);
    }

    /**
     * Sorts a copy of the keys and returns the total time of each kernel in nanoseconds.
     *
     * @param values values that move with the keys; empty if there are none
     * @param timed timed options; {@link io.github.tornadosort.Algorithm#AUTO} is a radix sort
     */
    Map<String, Long> kernelNanos(Column keys, int[] values, SortOptions timed) {
        int n = Math.toIntExact(keys.size());
        Order order = Order.of(keys.type(), timed);
        PlanShape shape = PlanShape.of(keys.type(), values.length == 0 ? Payload.NONE : Payload.VALUES, timed);
        SortPlan plan = plans.plan(shape.comparedBy(order.bits()), n);
        plan.load((int) keys.size(), new ColumnLoader(keys));
        for (int i = 0; i < values.length; i++) {
            plan.values().set(i, values[i]);
        }
        KernelTimes times = new KernelTimes();
        plan.run(n, order, times::add);
        return times.nanos();
    }

    @Override
    public void close() {
        plans.close();
    }
}
