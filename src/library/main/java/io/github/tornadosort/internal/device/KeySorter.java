package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.ResultCheck;
import io.github.tornadosort.internal.host.rows.ResultCheck.MismatchException;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.PlanTest;
import io.github.tornadosort.internal.plan.PlanTest.WrongPlanException;
import io.github.tornadosort.internal.plan.RadixGraphs;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.policy.StatsBuilder;
import io.github.tornadosort.internal.selftest.PlanCheck;
import io.github.tornadosort.internal.selftest.TestKeys;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts columns in host memory on one device: copies them to the device, sorts them there, and copies the result back. If a result that
 * is to be verified is wrong, the caller's memory is still unchanged, and the host sorts it instead. Not thread-safe.
 */
public final class KeySorter implements AutoCloseable {

    /**
     * Time for which a prepared sort is repeated, so that the JVM compiles the code that starts kernels. (H200, sorts of 10^6 ints
     * after the kernels are compiled: the first eight 8.6 ms, then 2.8 ms; 1.4 ms after a hundred.)
     */
    private static final long WARM_UP_NANOS = 200_000_000;

    private final SortDevice device;
    private final Execution execution;
    private final PlanCache plans;
    private final Scratch scratch;
    /** May be read by threads other than the one that sorts. */
    private final AtomicInteger mismatches = new AtomicInteger();
    /** The sorts whose kernels failed their self-test. */
    private final Set<PlanShape> failed = ConcurrentHashMap.newKeySet();

    /**
     * Makes a sorter without plans.
     *
     * @param execution how to sort
     * @param scratch memory in which values are reordered
     * @param checkpoint called before each execution on the device
     * @param otherPlans makes the plans of all algorithms other than radix
     */
    public KeySorter(
            SortDevice device, SortPolicy policy, Execution execution, Scratch scratch, Checkpoint checkpoint,
            PlanFactory otherPlans) {
        this(
                device, policy, execution, scratch, checkpoint, otherPlans,
                policy.equals(SortPolicies.forDevice(device)) ? selfTest(device, policy) : PlanTest.NONE);
    }

    /** @param test tests plans */
    KeySorter(
            SortDevice device,
            SortPolicy policy,
            Execution execution,
            Scratch scratch,
            Checkpoint checkpoint,
            PlanFactory otherPlans,
            PlanTest test) {
        this.device = device;
        this.execution = execution;
        this.plans = new PlanCache(device, policy, checkpoint, otherPlans, test);
        this.scratch = scratch;
    }

    /** The self-test of a device. A policy of the caller's is used untested. */
    private static PlanTest selfTest(SortDevice device, SortPolicy policy) {
        PlanCheck check = new PlanCheck(device, policy);
        return (shape, capacity, plan) -> {
            try (CompilationNotice _ = CompilationNotice.of(plan, device)) {
                return check.passes(shape, capacity, plan);
            }
        };
    }

    /** Returns how this sorter sorts. */
    Execution execution() {
        return execution;
    }

    /** Returns the maximum number of keys of a type that the device can hold. Any thread may call this method. */
    public long maxKeys(KeyType type, boolean withPayload, Order sortOrder) {
        return plans.maxKeys(shape(type, withPayload, sortOrder));
    }

    /**
     * Limits the memory of later plans to half of the memory of the plan for n keys, which did not fit.
     *
     * @return false if that plan already has the smallest capacity
     */
    boolean shrink(KeyType type, boolean withPayload, Order sortOrder, long n) {
        return plans.shrink(shape(type, withPayload, sortOrder), n);
    }

    /** Ends a call in which plans may have shrunk; see {@link PlanCache#endShrinking}. */
    void endShrinking(boolean sorted) {
        plans.endShrinking(sorted);
    }

    /**
     * Returns the memory that a sort of n keys needs, including the host copies of the device buffers.
     *
     * @param valueBytes bytes per value, or 0 if there are none
     */
    public ScratchBytes scratchBytes(KeyType type, int valueBytes, int n) {
        boolean withPayload = valueBytes > 0;
        Order sortOrder = Order.ASCENDING;
        long device = plans.bytes(shape(type, withPayload, sortOrder), n);
        long host = withPayload && valueBytes != Integer.BYTES ? (long) n * valueBytes : 0;
        return new ScratchBytes(device, device + host);
    }

    /** Stats for input that is already sorted. */
    SortStats nothingDone(Column keys, Order sortOrder) {
        return StatsBuilder.of(keys.size()).passes(0, plans.passes(sortOrder.bitMask(keys.type()))).build();
    }

    /** The indices of keys that are already sorted. */
    static int[] identity(Column keys) {
        return number(HostMemory.ints(Math.toIntExact(keys.size())));
    }

    private static int[] number(int[] indices) {
        Arrays.setAll(indices, i -> i);
        return indices;
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, Order sortOrder) {
        return onDeviceOrHost(keys.type(), false, sortOrder, () -> sortOnDevice(keys, sortOrder), wrong -> {
            HostPairs.sort(keys, sortOrder, new HostBuffers());
            return doneOnHost(keys, wrong);
        });
    }

    /**
     * Keys that were sorted in other memory than their own.
     *
     * @param isLent whether the memory belongs to the sorter, which overwrites it when it sorts again or is closed
     */
    record SortedCopy(Column keys, boolean isLent, SortStats stats) {}

    /**
     * Sorts a copy of the keys. Memory is only copied if the result cannot stay where the device has copied it.
     *
     * @param copy copies keys to new memory
     */
    SortedCopy sortCopy(Column keys, Order sortOrder, UnaryOperator<Column> copy) {
        return onDeviceOrHost(keys.type(), false, sortOrder, () -> sortCopyOnDevice(keys, sortOrder, copy), wrong -> {
            Column copied = copy.apply(keys);
            HostPairs.sort(copied, sortOrder, new HostBuffers());
            return new SortedCopy(copied, false, doneOnHost(copied, wrong));
        });
    }

    private SortedCopy sortCopyOnDevice(Column keys, Order sortOrder, UnaryOperator<Column> copy) {
        if (keys.type().bytes() < Integer.BYTES) {
            Column copied = copy.apply(keys);
            return new SortedCopy(copied, false, sortOnDevice(copied, sortOrder));
        }
        Fetched sorted = fetchKeys(keys, sortOrder);
        return sorted.keys == null
                ? new SortedCopy(copy.apply(keys), false, stats(sorted.sort))
                : new SortedCopy(column(keys, sorted.keys), true, stats(sorted.sort));
    }

    /** What the device has returned, which the plan overwrites when it runs again. Null if the keys were in order. */
    private record Fetched(DeviceSort sort, TornadoNativeArray keys, MemorySegment values) {}

    private Fetched fetchKeys(Column keys, Order sortOrder) {
        long sum = execution.verified() ? ResultCheck.sum(keys, null) : 0;
        DeviceSort sort = sort(keys, sortOrder, plan -> plan.load((int) keys.size(), new ColumnLoader(keys)));
        TornadoNativeArray sorted = sort.moved() ? sort.keys() : null;
        if (execution.verified()) {
            ResultCheck.requireSorted(sorted == null ? keys : column(keys, sorted), null, sum, sortOrder);
        }
        return new Fetched(sort, sorted, null);
    }

    private SortStats stats(DeviceSort sort) {
        SortStats stats = sort.stats();
        return execution.verified() ? StatsBuilder.from(stats).verified(1, 0).build() : stats;
    }

    /** Presents the first keys of a plan's array as a column. Narrow keys are copied to scratch memory. */
    private Column column(Column keys, TornadoNativeArray array) {
        long bytes = keys.segment().byteSize();
        if (keys.type().bytes() >= Integer.BYTES) {
            return new Column(array.getSegment().asSlice(0, bytes), keys.type());
        }
        Column narrow = new Column(scratch.bytes(bytes), keys.type());
        new KeyCodec(narrow, array).store().run();
        return narrow;
    }

    private SortStats sortOnDevice(Column keys, Order sortOrder) {
        if (execution.verified()) {
            Fetched sorted = fetchKeys(keys, sortOrder);
            if (sorted.keys != null) {
                Loop.store(new KeyCodec(keys, sorted.keys).store());
            }
            return stats(sorted.sort);
        }
        try (KeptKeys kept = new KeptKeys(keys)) {
            DeviceSort sort = sort(keys, sortOrder, kept::load);
            if (sort.moved()) {
                sort.store(keys, kept);
            }
            return sort.stats();
        }
    }

    private DeviceSort sort(Column keys, Order sortOrder, Consumer<SortPlan> load) {
        PlanShape shape = PlanShape.of(keys.type(), Payload.NONE, sortOrder, execution);
        return new DeviceSort(plans, shape, Math.toIntExact(keys.size()), RadixGraphs.Order.of(keys.type(), sortOrder, execution.timed()), load);
    }

    /**
     * Sorts the keys in place, and reorders the same number of values with them. Values of 32 bits move with the keys on the
     * device if the pairs allow that. Otherwise, the host gathers the values once, after the sort.
     */
    public SortStats sort(Column keys, Column values, Order sortOrder) {
        return onDeviceOrHost(keys.type(), true, sortOrder, () -> sortOnDevice(keys, values, sortOrder), wrong -> {
            HostPairs.sort(keys, values.range(0, keys.size()), sortOrder, new HostBuffers());
            return doneOnHost(keys, wrong);
        });
    }

    private SortStats sortOnDevice(Column keys, Column values, Order sortOrder) {
        MemorySegment rows = values.range(0, keys.size()).segment();
        int width = values.type().bytes();
        boolean isPayload = width == Integer.BYTES;
        Fetched sorted = fetchPairs(keys, isPayload ? rows : null, sortOrder);
        if (sorted.keys != null) {
            Loop storeKeys = new KeyCodec(keys, sorted.keys).store();
            Loop storeValues =
                    isPayload ? Copy.loop(sorted.values, rows) : Gather.inPlace(rows, sorted.values, width, scratch);
            Loop.store(storeValues, storeKeys);
        }
        return stats(sorted.sort);
    }

    /** @param payload 32-bit values, one per key, or null for the indices of the keys */
    private Fetched fetchPairs(Column keys, MemorySegment payload, Order sortOrder) {
        long sum = execution.verified() && payload != null ? ResultCheck.sum(keys, payload) : 0;
        DeviceSort sort = runPairs(keys, payload, sortOrder);
        TornadoNativeArray sorted = sort.moved() ? sort.keys() : null;
        MemorySegment values = sort.moved() ? sort.values() : null;
        if (execution.verified()) {
            if (sorted == null) {
                ResultCheck.requireInOrder(keys, sortOrder);
            } else if (payload == null) {
                ResultCheck.requireOrder(keys, values, column(keys, sorted), sortOrder);
            } else {
                ResultCheck.requireSorted(column(keys, sorted), values, sum, sortOrder);
            }
        }
        return new Fetched(sort, sorted, values);
    }

    /** @param payload 32-bit values, one per key, or null for the indices of the keys */
    private DeviceSort runPairs(Column keys, MemorySegment payload, Order sortOrder) {
        PlanShape shape = PlanShape.of(keys.type(), payload == null ? Payload.INDICES : Payload.VALUES, sortOrder, execution);
        return new DeviceSort(plans, shape, Math.toIntExact(keys.size()), RadixGraphs.Order.of(keys.type(), sortOrder, execution.timed()), plan -> {
            plan.load((int) keys.size(), new ColumnLoader(keys));
            if (payload != null) {
                Copy.bytes(payload, plan.values().getSegment());
            }
        });
    }

    /** Sorts the keys in place, and reorders the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, Order sortOrder) {
        return onDeviceOrHost(keys.type(), true, sortOrder, () -> sortOnDevice(keys, values, sortOrder), wrong -> {
            HostPairs.sort(keys, values, sortOrder, new HostBuffers());
            return doneOnHost(keys, wrong);
        });
    }

    private SortStats sortOnDevice(Column keys, Object[] values, Order sortOrder) {
        Fetched sorted = fetchPairs(keys, null, sortOrder);
        if (sorted.keys != null) {
            Loop storeKeys = new KeyCodec(keys, sorted.keys).store();
            Object[] ordered = Gather.objects(values, sorted.values);
            Gather.store(ordered, values, storeKeys);
        }
        return stats(sorted.sort);
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, Order sortOrder) {
        return onDeviceOrHost(
                keys.type(),
                true,
                sortOrder,
                () -> argsortOnDevice(keys, sortOrder),
                wrong -> new SortedIndices(HostPairs.argsort(keys, sortOrder, new HostBuffers()), doneOnHost(keys, wrong)));
    }

    private SortedIndices argsortOnDevice(Column keys, Order sortOrder) {
        // The JVM clears the array: that takes as long as the kernels and the copy to the device.
        int[][] indices = {null};
        DeviceSort[] sort = {null};
        Loop.besideDevice(1, (part, thread) -> indices[0] = HostMemory.ints((int) keys.size()))
                .runDuring(() -> sort[0] = runPairs(keys, null, sortOrder));
        if (sort[0].moved()) {
            Copy.bytes(sort[0].values(), MemorySegment.ofArray(indices[0]));
        } else {
            number(indices[0]);
        }
        if (execution.verified()) {
            ResultCheck.requireOrder(keys, MemorySegment.ofArray(indices[0]), null, sortOrder);
        }
        return new SortedIndices(indices[0], stats(sort[0]));
    }

    /**
     * Returns whether a sort would find its kernels compiled, or known to be wrong. Any thread may call this method.
     *
     * @param n number of keys, at most {@link #maxKeys}
     */
    boolean isPrepared(KeyType type, Payload payload, int n) {
        Order sortOrder = Order.ASCENDING;
        return failed.contains(shape(type, payload != Payload.NONE, sortOrder))
                || plans.isCompiled(shapeOfPlan(type, payload, sortOrder), n);
    }

    /**
     * Tests and compiles the kernels of sorts in ascending order, by sorts of pseudo-random keys. Keys that differ in their lower bits only
     * are sorted digit by digit, perhaps by other kernels than those that differ in all bits.
     *
     * @param n number of keys, at most {@link #maxKeys}
     */
    void prepare(KeyType type, Payload payload, int n) {
        Order sortOrder = Order.ASCENDING;
        if (passes(type, payload != Payload.NONE, sortOrder)) {
            try {
                PlanShape shape = shapeOfPlan(type, payload, sortOrder);
                RadixGraphs.Order order = RadixGraphs.Order.of(type, sortOrder, execution.timed());
                sortRandomKeys(shape, n, order, (1L << type.bits() / 2) - 1);
                sortRandomKeys(shape, n, order, -1);
                long compiled = System.nanoTime();
                do {
                    sortRandomKeys(shape, n, order, -1);
                } while (System.nanoTime() - compiled < WARM_UP_NANOS);
            } catch (WrongPlanException e) {
                failed.add(shape(type, payload != Payload.NONE, sortOrder));
            }
        }
    }

    private void sortRandomKeys(PlanShape shape, int n, RadixGraphs.Order order, long mask) {
        new DeviceSort(plans, shape, n, order, plan -> plan.load(n, new TestKeys(shape, mask)));
    }

    /** Returns the shape of the plan that sorts n keys by all bits. */
    private PlanShape shapeOfPlan(KeyType type, Payload payload, Order sortOrder) {
        PlanShape shape = shape(type, payload != Payload.NONE, sortOrder);
        return (shape.withValues() ? PlanShape.of(type, payload, sortOrder, execution) : shape)
                .comparedBy(sortOrder.bitMask(type));
    }

    /** Returns the number of verified sorts that the device has got wrong so far. */
    int mismatches() {
        return mismatches.get();
    }

    /** Frees the memory of all plans. The next sort compiles its kernels again. */
    @Override
    public void close() {
        plans.close();
    }

    /**
     * Sorts on the device. If its kernels for these keys failed their self-test, or the result is wrong, sorts on the host.
     *
     * @param onHost sorts; receives the number of wrong results of the device
     */
    private <T> T onDeviceOrHost(
            KeyType type, boolean withPayload, Order sortOrder, Supplier<T> onDevice, IntFunction<T> onHost) {
        if (!passes(type, withPayload, sortOrder)) {
            return onHost.apply(0);
        }
        try {
            return onDevice.get();
        } catch (WrongPlanException e) {
            failed.add(shape(type, withPayload, sortOrder));
            return onHost.apply(0);
        } catch (MismatchException e) {
            report(e);
            closePlans();
            return onHost.apply(1);
        }
    }

    /** Returns whether the kernels of a sort are not known to be wrong. */
    private boolean passes(KeyType type, boolean withPayload, Order sortOrder) {
        return !failed.contains(shape(type, withPayload, sortOrder));
    }

    /** Closes all plans. A failure to do so must not prevent the host from sorting. */
    private void closePlans() {
        try {
            plans.close();
        } catch (RuntimeException | Error e) {
            LoggerFactory.getLogger(KeySorter.class)
                    .warn("Could not free the memory of device {}, which returned a wrong result", device.id(), e);
        }
    }

    private void report(MismatchException e) {
        if (mismatches.getAndIncrement() == 0) {
            LoggerFactory.getLogger(KeySorter.class).error(
                    "Device {} {} ({}) returned a wrong result, so the JVM sorts instead: {}. This sorter logs this only once;"
                            + " SortStats count each case. Run 'tornado-sort doctor' to check the device",
                    device.id(),
                    device.backend(),
                    device.name().strip(),
                    e.getMessage());
        }
    }

    private SortStats doneOnHost(Column keys, int wrong) {
        return StatsBuilder.of(keys.size())
                .verified(wrong, wrong)
                .ran(SortStats.Reason.DEVICE_WRONG, device.toString())
                .chunks(1)
                .build();
    }

    /** Returns the shape of the plans for keys of a type, with or without a payload. */
    private PlanShape shape(KeyType type, boolean withPayload, Order sortOrder) {
        return PlanShape.of(type, withPayload ? Payload.VALUES : Payload.NONE, sortOrder, execution);
    }
}
