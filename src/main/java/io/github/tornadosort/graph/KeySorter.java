package io.github.tornadosort.graph;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.key.KeyCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/** Sorts columns in the host's memory on one device: to the device, sorted, and back. Not safe for several threads. */
public final class KeySorter implements AutoCloseable {
    private final SortPolicy policy;
    private final PlanCache plans;

    /** A sorter without any plan yet. */
    public KeySorter(SortDevice device, SortPolicy policy) {
        this.policy = policy;
        this.plans = new PlanCache(device, policy);
    }

    /** The most keys of this type that the device can hold, with or without a payload. */
    public long mostKeys(KeyType type, boolean withPayload) {
        return plans.mostKeys(PlanShape.of(type, withPayload ? Payload.VALUES : Payload.NONE));
    }

    /** Sorts the keys where they are. */
    public SortStats sort(Column keys, SortOptions options) {
        int n = Math.toIntExact(keys.size());
        Run run = new Run(keys, Payload.NONE, null, options);
        if (run.outcome.passes() > 0) {
            KeyCodec.store(run.plan.sortedKeys(run.outcome, n), keys);
        }
        return run.stats();
    }

    /** Sorts the keys where they are, and the values, of 32 bits each, along with them. */
    public SortStats sort(Column keys, MemorySegment values, SortOptions options) {
        int n = Math.toIntExact(keys.size());
        Run run = new Run(keys, Payload.VALUES, values, options);
        if (run.outcome.passes() > 0) {
            // Both are on the host before either of the caller's arrays is touched.
            var sortedKeys = run.plan.sortedKeys(run.outcome, n);
            var sortedValues = run.plan.sortedValues(run.outcome, n);
            KeyCodec.store(sortedKeys, keys);
            MemorySegment.copy(sortedValues.getSegment(), 0, values, 0, 4L * n);
        }
        return run.stats();
    }

    /** Where each key of the sorted order is now: the keys stay as they are. */
    public int[] argsort(Column keys, SortOptions options) {
        int n = Math.toIntExact(keys.size());
        Run run = new Run(keys, Payload.INDICES, null, options);
        if (run.outcome.passes() == 0) {
            return IntStream.range(0, n).toArray();
        }
        int[] places = new int[n];
        MemorySegment.copy(
                run.plan.sortedValues(run.outcome, n).getSegment(), ValueLayout.JAVA_INT, 0, places, 0, n);
        return places;
    }

    @Override
    public void close() {
        plans.close();
    }

    /** One sort up to the point where its result is on the device. */
    private final class Run {
        private final RadixPlan plan;
        private final Outcome outcome;
        private final int n;
        private final int passesOfAll;
        private final long loadNanos;
        private final long sortedAt;

        private Run(Column keys, Payload payload, MemorySegment values, SortOptions options) {
            long start = System.nanoTime();
            KeyType type = keys.type();
            n = Math.toIntExact(keys.size());
            plan = plans.plan(PlanShape.of(type, payload), n);
            KeyCodec.load(keys, plan.keys());
            if (values != null) {
                MemorySegment.copy(values, 0, plan.values().getSegment(), 0, 4L * n);
            }
            loadNanos = System.nanoTime() - start;
            long bits = options.bitMask(type);
            outcome = plan.run(n, new Order(KeyCodec.flip(type, options.descending()), bits));
            passesOfAll = DigitWindow.over(bits, policy.radixBits()).size();
            sortedAt = System.nanoTime();
        }

        private SortStats stats() {
            return new SortStats(
                    n,
                    outcome.passes(),
                    passesOfAll - outcome.passes(),
                    loadNanos + outcome.copyInNanos(),
                    outcome.kernelNanos(),
                    System.nanoTime() - sortedAt,
                    outcome.compileNanos());
        }
    }
}
