package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.graph.Checkpoint;
import io.github.tornadosort.graph.PlanShape;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.SortPlan;
import io.github.tornadosort.internal.algorithm.catalog.AlgorithmCatalog;
import io.github.tornadosort.key.KeyCodec;
import java.util.Map;

/** One of the laboratory's algorithms on keys with nothing beside them, for what each of its kernels takes. */
final class LaboratorySort implements AutoCloseable {
    private final SortPlan plan;
    private final Order order;

    /** @param timed names the algorithm */
    LaboratorySort(SortDevice device, SortPolicy policy, KeyType type, SortOptions timed, int capacity) {
        this.plan = AlgorithmCatalog.plan(
                device, policy, PlanShape.of(type, Payload.NONE, timed), capacity, Checkpoint.INTERRUPTS);
        this.order = Order.of(type, timed);
    }

    /** Sorts keys; returns each kernel's time, all its launches together. */
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
