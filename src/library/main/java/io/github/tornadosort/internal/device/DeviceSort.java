package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.KeyCodec;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.PlanTest;
import io.github.tornadosort.internal.plan.PlanTest.WrongPlanException;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.ScratchBytes;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.Stats;
import io.github.tornadosort.internal.selftest.PlanCheck;
import io.github.tornadosort.internal.selftest.ResultCheck;
import io.github.tornadosort.internal.selftest.ResultCheck.MismatchException;
import io.github.tornadosort.internal.selftest.TestKeys;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.Loop.PartlyStoredException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/**
 * Sorts columns of any length on one device: chooses the plan, loads the keys, runs the plan, and stores the result. Not
 * thread-safe, except for the methods that say so.
 *
 * <p><b>Sorted keys</b> never leave the host. The check usually ends within the first keys if they are not sorted (Ha, Krüger
 * and Silva 2009, §4.4).
 *
 * <p><b>Chunks.</b> A column that does not fit the device is sorted in chunks of a copy, which the host merges. Only the merge
 * overwrites the caller's memory, after everything that it needs has been allocated. If the device or the host, which holds a
 * copy of each device buffer, has less free memory than it reports, all device memory is freed, and the chunk size is halved.
 *
 * <p><b>The host sorts instead</b> if the kernels failed their self-test, or if a result that is to be verified is wrong: the
 * caller's memory is still unchanged then.
 */
public final class DeviceSort implements AutoCloseable {
    /**
     * Time for which a prepared sort is repeated, so that the JVM compiles the code that starts kernels. (H200, sorts of 10^6
     * ints after the kernels are compiled: the first eight 8.6 ms, then 2.8 ms; 1.4 ms after a hundred.)
     */
    private static final long WARM_UP_NANOS = 200_000_000;

    private final SortDevice device;
    private final Execution execution;
    private final PlanCache plans;
    private final Scratch scratch;
    private final AtomicInteger mismatches = new AtomicInteger();
    /** The sorts whose kernels failed their self-test. */
    private final Set<PlanShape> failed = ConcurrentHashMap.newKeySet();
    /** Requests for whose preparation memory was short. Such sorts compile kernels when they run, in smaller chunks. */
    private final Set<SortRequest> tooLarge = ConcurrentHashMap.newKeySet();
    private boolean warned;

    /**
     * Makes a sort without plans.
     *
     * @param policy the policy of all plans; one that is not the device's own is used untested
     * @param execution how to sort
     * @param scratch memory in which values are reordered and chunks are sorted
     * @param checkpoint called before each execution on the device
     */
    public DeviceSort(SortDevice device, SortPolicy policy, Execution execution, Scratch scratch, Checkpoint checkpoint) {
        this(
                device, policy, execution, scratch, checkpoint,
                policy.equals(SortPolicies.forDevice(device)) ? new PlanCheck(device, policy) : PlanTest.NONE);
    }

    /** @param test tests plans */
    DeviceSort(
            SortDevice device, SortPolicy policy, Execution execution, Scratch scratch, Checkpoint checkpoint,
            PlanTest test) {
        this.device = device;
        this.execution = execution;
        this.plans = new PlanCache(device, policy, checkpoint, test);
        this.scratch = scratch;
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, Order order) {
        return sort(new Rows(keys, null, false, order)).stats();
    }

    /** Sorts the keys in place, and moves the same number of values with them. */
    public SortStats sort(Column keys, Column values, Order order) {
        return sort(new Rows(keys, values.range(0, keys.size()), false, order)).stats();
    }

    /** Sorts the keys in place, and moves the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, Order order) {
        int n = Math.toIntExact(keys.size());
        Column indices = rowIndices(n);
        Object[] sorted = HostMemory.objects(n);
        // Nothing is allocated once the keys are sorted.
        Loop[] moves = {Gather.loop(values, indices.segment(), sorted), Gather.copy(sorted, values, n)};
        SortStats stats = sort(new Rows(keys, indices, false, order)).stats();
        if (stats.reason() != SortStats.Reason.SORTED_ALREADY) {
            Loop.store(moves);
        }
        return stats;
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, Order order) {
        return sort(new Rows(keys, null, true, order));
    }

    /**
     * What a call sorts.
     *
     * @param values the values that move with the keys; null if there are none
     * @param argsort whether to return indices, and to leave the keys as they are
     */
    private record Rows(Column keys, Column values, boolean argsort, Order order) {
        /** Values of 32 bits move with the keys on the device. Others are gathered by the host once, after the sort. */
        private Payload payload() {
            if (values == null && !argsort) {
                return Payload.NONE;
            }
            return values != null && values.type().bytes() == Integer.BYTES ? Payload.VALUES : Payload.INDICES;
        }
    }

    /** Sorts rows in one piece or in chunks. */
    private SortedIndices sort(Rows rows) {
        WordOrder words = WordOrder.of(rows.keys.type(), rows.order, execution.timed());
        PlanShape shape = PlanShape.of(rows.keys.type(), rows.payload(), words, execution);
        // An algorithm that the caller names must run.
        if (execution.algorithm() == null && SortedKeys.areSorted(rows.keys, rows.order)) {
            int[] indices = rows.argsort ? HostMemory.ints((int) rows.keys.size()) : new int[0];
            Gather.number(MemorySegment.ofArray(indices));
            int all = plans.passes(shape, words.bits());
            return new SortedIndices(indices, Stats.of(rows.keys.size()).passes(0, all));
        }
        boolean sorted = false;
        try {
            SortedIndices result = null;
            while (result == null && rows.keys.size() <= plans.maxKeys(shape)) {
                try {
                    result = onDeviceOrHost(shape, words, rows);
                } catch (RuntimeException | Error e) {
                    if (!shrink(shape, rows.keys.size(), e)) {
                        throw e;
                    }
                }
            }
            // There is at least one key, since no keys fit any device.
            result = result == null ? inChunks(shape, words, rows) : result;
            sorted = true;
            return result;
        } finally {
            plans.endShrinking(sorted);
        }
    }

    /**
     * Frees all device memory after a failure, and halves the capacity of the plan for n keys.
     *
     * @return false if the failure is no lack of memory, or the capacity is the smallest
     */
    private boolean shrink(PlanShape shape, long n, Throwable failure) {
        closePlans(failure);
        boolean shrunk = !(failure instanceof PartlyStoredException)
                && DriverFailure.isLackOfMemory(failure)
                && plans.shrink(shape, n);
        if (shrunk && !warned) {
            warned = true;
            LoggerFactory.getLogger(DeviceSort.class)
                    .warn("Not enough memory to sort {} keys at a time; using smaller chunks: {}", n,
                            DriverFailure.reason(failure));
        }
        return shrunk;
    }

    /**
     * Closes all plans, which a failure may have left in an undefined state; a cancellation, between two executions, has not.
     * TornadoVM cannot always free a plan that failed: the failure itself is what matters.
     */
    private void closePlans(Throwable failure) {
        try {
            if (!(failure instanceof CancellationException)) {
                plans.close();
            }
        } catch (RuntimeException | Error closing) {
            failure.addSuppressed(closing);
        }
    }

    /** Sorts keys, and values or row indices with them, chunk by chunk, and merges the chunks. */
    private SortedIndices inChunks(PlanShape whole, WordOrder words, Rows rows) {
        long n = rows.keys.size();
        Column copy = copyOf(rows.keys);
        Column moved = rows.argsort ? rowIndices(n) : rows.values == null ? null : copyOf(rows.values);
        PlanShape shape = rows.argsort ? PlanShape.of(copy.type(), Payload.VALUES, words, execution) : whole;
        List<Column> sortedKeys = new ArrayList<>();
        List<MemorySegment> sortedValues = new ArrayList<>();
        Stats stats = Stats.of(0);
        for (long first = 0; first < n;) {
            // The lengths differ by at most one key, so that one plan sorts all chunks.
            long end = first + Math.ceilDiv(n - first, Math.ceilDiv(n - first, plans.maxKeys(shape)));
            Column chunk = copy.range(first, end);
            Column chunkValues = moved == null ? null : moved.range(first, end);
            try {
                stats = stats.plus(onDeviceOrHost(shape, words, new Rows(chunk, chunkValues, false, rows.order)).stats());
                sortedKeys.add(chunk);
                sortedValues.add(moved == null ? null : chunkValues.segment());
                first = end;
            } catch (RuntimeException | Error e) {
                if (!shrink(shape, end - first, e)) {
                    throw e;
                }
            }
        }
        int[] indices = rows.argsort ? HostMemory.ints((int) n) : null;
        List<RunMerge.Rows> merged = new ArrayList<>();
        if (moved != null) {
            MemorySegment to = rows.argsort ? MemorySegment.ofArray(indices) : rows.values.segment();
            merged.add(new RunMerge.Rows(sortedValues, to, moved.type().bytes()));
        }
        // Stable, because the chunks are in the order of their keys.
        new RunMerge(sortedKeys, rows.order, rows.argsort ? null : rows.keys, merged.toArray(RunMerge.Rows[]::new)).run();
        return new SortedIndices(indices, stats);
    }

    private Column copyOf(Column original) {
        Column copy = new Column(scratch.bytes(original.segment().byteSize()), original.type());
        Copy.bytes(original.segment(), copy.segment());
        return copy;
    }

    private Column rowIndices(long n) {
        Column indices = new Column(scratch.bytes(Integer.BYTES * n), KeyType.INT32);
        Gather.number(indices.segment());
        return indices;
    }

    /** Sorts on the device, or on the host if the kernels for these keys failed their self-test or the result is wrong. */
    private SortedIndices onDeviceOrHost(PlanShape shape, WordOrder words, Rows rows) {
        int wrong = 0;
        if (!failed.contains(shape)) {
            try {
                return onDevice(shape, words, rows);
            } catch (WrongPlanException e) {
                failed.add(shape);
            } catch (MismatchException e) {
                report(e);
                wrong = 1;
            }
        }
        int[] indices = null;
        if (rows.argsort) {
            indices = HostPairs.argsort(rows.keys, rows.order, new HostBuffers());
        } else if (rows.values == null) {
            HostPairs.sort(rows.keys, rows.order, new HostBuffers());
        } else {
            HostPairs.sort(rows.keys, rows.values, rows.order, new HostBuffers());
        }
        Stats stats = Stats.of(rows.keys.size()).verified(wrong, wrong);
        return new SortedIndices(indices, stats.ran(SortStats.Reason.DEVICE_WRONG, device.toString()));
    }

    /** Reports a wrong result, and closes all plans. A failure to do so must not prevent the host from sorting. */
    private void report(MismatchException e) {
        closePlans(e);
        if (mismatches.getAndIncrement() == 0 || e.getSuppressed().length > 0) {
            LoggerFactory.getLogger(DeviceSort.class).error(
                    "{} returned a wrong result, so the JVM sorts instead. SortStats count such cases; this is logged once. Check the"
                            + " device with 'tornado-sort doctor'",
                    device, e);
        }
    }

    /** One run of a plan. The result stays on the device until it is fetched. */
    private record Run(SortPlan plan, Outcome outcome, int n, long loadNanos, long endNanos) {
        private MemorySegment values() {
            return plan.sortedValues(outcome, n).getSegment().asSlice(0, (long) Integer.BYTES * n);
        }
    }

    /** @param values 32-bit values, one per key, or null */
    private Run run(PlanShape shape, Column keys, MemorySegment values, WordOrder words) {
        int n = Math.toIntExact(keys.size());
        if (!plans.isCompiled(shape, n) && Backend.of(device).compilesKernels()) {
            LoggerFactory.getLogger(DeviceSort.class)
                    .info("Device {} compiles the kernels of this sort; later sorts of such keys reuse them", device);
        }
        SortPlan plan = plans.plan(shape, n);
        long start = System.nanoTime();
        plan.load(keys);
        if (values != null) {
            Copy.bytes(values, plan.values().getSegment());
        }
        long loadNanos = System.nanoTime() - start;
        Outcome outcome = plan.run(n, words);
        plans.setCompiled(shape, n);
        return new Run(plan, outcome, n, loadNanos, System.nanoTime());
    }

    private SortedIndices onDevice(PlanShape shape, WordOrder words, Rows rows) {
        Column keys = rows.keys;
        Column values = rows.values;
        MemorySegment given = shape.payload() == Payload.VALUES ? values.segment() : null;
        boolean gathered = values != null && given == null;
        boolean verified = execution.verified();
        long sum = verified && !rows.argsort && !gathered ? ResultCheck.sum(keys, given) : 0;
        // The JVM clears the array of indices: that takes as long as the kernels and the copy to the device.
        int[][] indices = {null};
        Loop allocation =
                Loop.besideDevice(rows.argsort ? 1 : 0, (_, _) -> indices[0] = HostMemory.ints((int) keys.size()));
        allocation.start();
        Run run;
        try {
            run = run(shape, keys, given, words);
        } finally {
            allocation.finish();
        }
        if (rows.argsort) {
            MemorySegment to = MemorySegment.ofArray(indices[0]);
            if (run.outcome.moved()) {
                Copy.bytes(run.values(), to);
            } else {
                Gather.number(to);
            }
            if (verified) {
                ResultCheck.requireOrder(keys, to, null, rows.order);
            }
        } else if (!run.outcome.moved()) {
            if (verified) {
                ResultCheck.requireInOrder(keys, rows.order);
            }
        } else if (values == null && !verified) {
            run.plan.store(keys, run.outcome);
        } else {
            KeyCodec codec = new KeyCodec(keys, run.plan.sortedKeys(run.outcome, run.n));
            MemorySegment moved = values == null ? null : run.values();
            if (verified && gathered) {
                ResultCheck.requireOrder(keys, moved, codec.presented(scratch), rows.order);
            } else if (verified) {
                ResultCheck.requireSorted(codec.presented(scratch), moved, sum, rows.order);
            }
            List<Loop> stores = new ArrayList<>(List.of(codec.store()));
            if (gathered) {
                stores.add(Gather.inPlace(values.segment(), moved, values.type().bytes(), scratch));
            } else if (values != null) {
                stores.add(Copy.loop(moved, values.segment()));
            }
            Loop.store(stores.toArray(Loop[]::new));
        }
        return new SortedIndices(indices[0], stats(run, shape, words, verified));
    }

    /** Returns the stats of a sort. The time to copy the result out ends now. */
    private SortStats stats(Run run, PlanShape shape, WordOrder words, boolean verified) {
        Outcome outcome = run.outcome;
        return Stats.of(run.n)
                .passes(outcome.passes(), plans.passes(shape, words.bits()))
                .times(run.loadNanos + outcome.copyInNanos(), outcome.kernelNanos(), System.nanoTime() - run.endNanos,
                        outcome.compileNanos())
                .verified(verified ? 1 : 0, 0)
                .ran(SortStats.Reason.DEVICE, device.toString());
    }

    /** Returns whether a sort would find its kernels compiled, or known to be wrong. Thread-safe. */
    public boolean isPrepared(SortRequest sort) {
        PlanShape shape = sort.shape(execution);
        return tooLarge.contains(sort) || failed.contains(shape)
                || plans.isCompiled(shape, sort.chunk(plans.maxKeys(shape)));
    }

    /**
     * Tests and compiles the kernels of a sort, by sorts of pseudo-random keys. If they are wrong, the host will sort such
     * keys. Keys that differ in their lower bits only are sorted digit by digit, perhaps by other kernels than those that
     * differ in all bits.
     */
    public void prepare(SortRequest sort) {
        PlanShape shape = sort.shape(execution);
        WordOrder words = WordOrder.of(sort.type(), Order.ASCENDING, execution.timed());
        try {
            int n = sort.chunk(plans.maxKeys(shape));
            run(shape, new TestKeys(shape, (1L << sort.type().bits() / 2) - 1).column(n), null, words);
            Column keys = new TestKeys(shape, -1).column(n);
            run(shape, keys, null, words);
            for (long end = System.nanoTime() + WARM_UP_NANOS; System.nanoTime() < end;) {
                run(shape, keys, null, words);
            }
        } catch (WrongPlanException e) {
            failed.add(shape);
        } catch (RuntimeException | Error e) {
            closePlans(e);
            if (!DriverFailure.isLackOfMemory(e)) {
                throw e;
            }
            tooLarge.add(sort);
        }
    }

    /** Returns the maximum number of keys that are sorted in one piece. Thread-safe. */
    public long maxKeys(KeyType type, Payload payload) {
        return plans.maxKeys(new SortRequest(type, payload, 0).shape(execution));
    }

    /**
     * Returns the memory that a sort of n keys needs, including the host copies of the device buffers. Thread-safe.
     *
     * @param valueBytes bytes per value, or 0 if there are none
     */
    public ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        PlanShape shape = new SortRequest(type, valueBytes > 0 ? Payload.VALUES : Payload.NONE, n).shape(execution);
        int chunk = (int) Math.min(n, plans.maxKeys(shape));
        long onDevice = plans.bytes(shape, chunk);
        long gathered = valueBytes > 0 && valueBytes != Integer.BYTES ? (long) chunk * valueBytes : 0;
        return new ScratchBytes(onDevice, onDevice + gathered + (chunk == n ? 0 : n * (type.bytes() + valueBytes)));
    }

    /** Returns the number of verified sorts that the device has got wrong so far. Thread-safe. */
    public int mismatches() {
        return mismatches.get();
    }

    /** Frees the memory of all plans. The next sort compiles its kernels again. */
    @Override
    public void close() {
        plans.close();
    }
}
