package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.algorithm.catalog.AlgorithmCatalog;
import io.github.tornadosort.internal.device.KeyCodec;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.SortPlan;
import java.util.Map;

/** Sorts keys without values with a laboratory algorithm, to measure the time of each kernel. */
final class LaboratorySort implements AutoCloseable {
    private final SortPlan plan;
    private final Order order;

    /** @param timed the options with the algorithm */
    LaboratorySort(SortDevice device, SortPolicy policy, KeyType type, SortOptions timed, int capacity) {
        this.plan = AlgorithmCatalog.plan(
                device, policy, PlanShape.of(type, Payload.NONE, timed), capacity, Checkpoint.INTERRUPTS);
        this.order = Order.of(type, timed);
    }

    /** Sorts keys and returns the total time of each kernel in nanoseconds. */
    Map<String, Long> kernelNanos(Column keys) {
        KeyCodec.load(keys, plan.keys());
        KernelTimes times = new KernelTimes();
        plan.run(Math.toIntExact(keys.size()), order, times::add);
        return times.nanos();
    }

    @Override
    public void close() {
        plan.close();
    }
}
