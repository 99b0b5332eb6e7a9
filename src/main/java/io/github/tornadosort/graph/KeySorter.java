package io.github.tornadosort.graph;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.host.Copy;
import io.github.tornadosort.host.Gather;
import io.github.tornadosort.host.Scratch;
import io.github.tornadosort.key.KeyCodec;
import io.github.tornadosort.key.PackedCodec;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
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
        return plans.mostKeys(shape(type, withPayload ? Payload.VALUES : Payload.NONE));
    }

    /** Bytes that a sort of so many keys takes on the device, and as many for its side of the buffers on the host. */
    public long planBytes(KeyType type, boolean withPayload, int n) {
        return plans.bytes(shape(type, withPayload ? Payload.VALUES : Payload.NONE), n);
    }

    /** Sorts the keys where they are. */
    public SortStats sort(Column keys, SortOptions options) {
        return storing(keys, new Run(keys, Payload.NONE, null, options), () -> {});
    }

    /**
     * Sorts the keys where they are, and as many of the values along with them: those of 32 bits move on the device, in
     * each pass; others are put in order on the host, once.
     */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        MemorySegment moved = values.range(0, keys.size()).segment();
        int width = values.type().bytes();
        if (width == Integer.BYTES) {
            Run run = new Run(keys, Payload.VALUES, moved, options);
            return storing(keys, run, () -> run.storeValues(moved));
        }
        Run run = new Run(keys, Payload.INDICES, null, options);
        return storing(keys, run, () -> {
            MemorySegment ordered = scratch.bytes(moved.byteSize());
            Gather.rows(moved, order(run), ordered, width);
            Copy.bytes(ordered, moved);
        });
    }

    /** Sorts the keys where they are, and as many of the objects along with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        Run run = new Run(keys, Payload.INDICES, null, options);
        return storing(keys, run, () -> Gather.objects(values, order(run)));
    }

    /** Where each key of the sorted order is now: the keys stay as they are. */
    public int[] argsort(Column keys, SortOptions options) {
        Run run = new Run(keys, Payload.INDICES, null, options);
        if (!run.moved()) {
            return IntStream.range(0, run.n).toArray();
        }
        run.fetch();
        int[] places = new int[run.n];
        run.storeValues(MemorySegment.ofArray(places));
        return places;
    }

    /** Frees the device's memory; the next sort compiles its kernels again. */
    @Override
    public void close() {
        plans.close();
    }

    /** Puts a run's result where the keys are, all or nothing. */
    private static SortStats storing(Column keys, Run run, Runnable storeValues) {
        if (run.moved()) {
            // All is on the host before any of the caller's memory is touched.
            run.fetch();
            storeValues.run();
            run.storeKeys(keys);
        }
        return run.stats();
    }

    private MemorySegment order(Run run) {
        MemorySegment order = scratch.bytes((long) Integer.BYTES * run.n);
        run.storeValues(order);
        return order;
    }

    /** Whether key and payload move as one word: where threads walk blocks on their own, and both fit one. */
    private boolean isPacked(KeyType type, Payload payload) {
        return payload != Payload.NONE && policy.kernels() == Kernels.BLOCK && type.bytes() <= Integer.BYTES;
    }

    private PlanShape shape(KeyType type, Payload payload) {
        return isPacked(type, payload) ? PlanShape.packed(type) : PlanShape.of(type, payload);
    }

    /** One sort up to the point where its result is on the device. */
    private final class Run {
        private final KeyType type;
        private final Payload payload;
        private final boolean packed;
        private final RadixPlan plan;
        private final Outcome outcome;
        private final int n;
        private final int passesOfAll;
        private final long loadNanos;
        private final long sortedAt;
        private TornadoNativeArray sortedKeys;
        private IntArray sortedValues;

        private Run(Column keys, Payload payload, MemorySegment values, SortOptions options) {
            long start = System.nanoTime();
            this.type = keys.type();
            this.payload = payload;
            this.packed = isPacked(type, payload);
            this.n = Math.toIntExact(keys.size());
            int shift = packed ? Integer.SIZE : 0;
            long bits = options.bitMask(type) << shift;
            this.plan = plans.plan(shape(type, payload), n);
            load(keys, values);
            this.loadNanos = System.nanoTime() - start;
            this.outcome = plan.run(n, new Order(KeyCodec.flip(type, options.descending()) << shift, bits));
            this.passesOfAll = DigitWindow.over(bits, policy.radixBits()).size();
            this.sortedAt = System.nanoTime();
        }

        private void load(Column keys, MemorySegment values) {
            if (packed) {
                PackedCodec.load(keys, values, (LongArray) plan.keys());
            } else {
                KeyCodec.load(keys, plan.keys());
                if (values != null) {
                    Copy.bytes(values, plan.values().getSegment());
                }
            }
        }

        /** Whether anything is in another place than before. */
        private boolean moved() {
            return outcome.passes() > 0;
        }

        /** Brings the result to the host. */
        private void fetch() {
            sortedKeys = plan.sortedKeys(outcome, n);
            if (payload != Payload.NONE && !packed) {
                sortedValues = plan.sortedValues(outcome, n);
            }
        }

        private void storeKeys(Column to) {
            if (packed) {
                PackedCodec.storeKeys((LongArray) sortedKeys, to);
            } else {
                KeyCodec.store(sortedKeys, to);
            }
        }

        private void storeValues(MemorySegment to) {
            if (packed) {
                PackedCodec.storeValues((LongArray) sortedKeys, to);
            } else {
                Copy.bytes(sortedValues.getSegment().asSlice(0, to.byteSize()), to);
            }
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
