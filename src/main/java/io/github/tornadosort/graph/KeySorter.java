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
import io.github.tornadosort.host.Copy;
import io.github.tornadosort.host.Gather;
import io.github.tornadosort.host.Scratch;
import io.github.tornadosort.key.KeyCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Sorts columns in the host's memory on one device: to the device, sorted, and back. Not safe for several threads. */
public final class KeySorter implements AutoCloseable {
    private final SortPolicy policy;
    private final PlanCache plans;
    private final Scratch scratch;

    /**
     * A sorter without any plan yet.
     *
     * @param scratch where values are put in order
     * @param checkpoint called before each execution on the device
     */
    public KeySorter(SortDevice device, SortPolicy policy, Scratch scratch, Checkpoint checkpoint) {
        this.policy = policy;
        this.plans = new PlanCache(device, policy, checkpoint);
        this.scratch = scratch;
    }

    /** The most keys of this type that the device can hold, with or without a payload. */
    public long mostKeys(KeyType type, boolean withPayload) {
        return plans.mostKeys(PlanShape.of(type, withPayload ? Payload.VALUES : Payload.NONE));
    }

    /** Bytes that a sort of so many keys takes on the device, and as many for its side of the buffers on the host. */
    public long planBytes(KeyType type, boolean withPayload, int n) {
        return plans.bytes(PlanShape.of(type, withPayload ? Payload.VALUES : Payload.NONE), n);
    }

    /** Sorts the keys where they are. */
    public SortStats sort(Column keys, SortOptions options) {
        Run run = new Run(keys, Payload.NONE, null, options);
        if (run.moved()) {
            KeyCodec.store(run.sortedKeys(), keys);
        }
        return run.stats();
    }

    /**
     * Sorts the keys where they are, and as many of the values along with them: those of 32 bits move on the device, in
     * each pass; others are put in order on the host, once.
     */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        MemorySegment moved = values.range(0, keys.size()).segment();
        int width = values.type().bytes();
        if (width != Integer.BYTES) {
            return sort(keys, options, order -> {
                MemorySegment ordered = scratch.bytes(moved.byteSize());
                Gather.rows(moved, order, ordered, width);
                Copy.bytes(ordered, moved);
            });
        }
        Run run = new Run(keys, Payload.VALUES, moved, options);
        if (run.moved()) {
            // Both are on the host before either of the caller's arrays is touched.
            TornadoNativeArray sortedKeys = run.sortedKeys();
            Copy.bytes(run.sortedValues(), moved);
            KeyCodec.store(sortedKeys, keys);
        }
        return run.stats();
    }

    /** Sorts the keys where they are, and as many of the objects along with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        return sort(keys, options, order -> Gather.objects(values, order));
    }

    /** @param moveValues puts the values in the order that it is given, or fails and leaves them as they are */
    private SortStats sort(Column keys, SortOptions options, Consumer<MemorySegment> moveValues) {
        Run run = new Run(keys, Payload.INDICES, null, options);
        if (run.moved()) {
            TornadoNativeArray sortedKeys = run.sortedKeys();
            moveValues.accept(run.sortedValues());
            KeyCodec.store(sortedKeys, keys);
        }
        return run.stats();
    }

    /** Where each key of the sorted order is now: the keys stay as they are. */
    public int[] argsort(Column keys, SortOptions options) {
        Run run = new Run(keys, Payload.INDICES, null, options);
        return run.moved()
                ? run.sortedValues().toArray(ValueLayout.JAVA_INT)
                : IntStream.range(0, run.n).toArray();
    }

    /** Frees the device's memory; the next sort compiles its kernels again. */
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
            Order order = Order.of(type, options);
            n = Math.toIntExact(keys.size());
            plan = plans.plan(PlanShape.of(type, payload), n);
            KeyCodec.load(keys, plan.keys());
            if (values != null) {
                Copy.bytes(values, plan.values().getSegment());
            }
            loadNanos = System.nanoTime() - start;
            outcome = plan.run(n, order);
            passesOfAll = DigitWindow.over(order.bits(), policy.radixBits()).size();
            sortedAt = System.nanoTime();
        }

        /** Whether anything is in another place than before. */
        private boolean moved() {
            return outcome.passes() > 0;
        }

        private TornadoNativeArray sortedKeys() {
            return plan.sortedKeys(outcome, n);
        }

        private MemorySegment sortedValues() {
            return plan.sortedValues(outcome, n).getSegment().asSlice(0, (long) Integer.BYTES * n);
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
