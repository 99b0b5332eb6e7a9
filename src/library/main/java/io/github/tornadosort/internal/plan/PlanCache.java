package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.laboratory.Laboratory;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of the compiled plans of one device, by shape and capacity. TornadoVM always copies whole arrays to the device, so a
 * single plan for all lengths would copy a large buffer for a few keys. Capacities therefore increase in quarters of a power
 * of two, and a plan is made when a length first needs it. If a new plan does not fit, the least recently used plans are
 * evicted.
 *
 * <p>A device may have less free memory than it reports; {@link #shrink} makes later plans smaller. Only {@link #maxKeys},
 * {@link #bytes} and {@link #isCompiled} are thread-safe.
 */
public final class PlanCache implements AutoCloseable {
    /** Minimum capacity if memory suffices. Copying a whole buffer of this size costs less than one execution. */
    public static final int MIN_CAPACITY = 1 << 14;
    /** Minimum capacity if memory is short. A device without memory for it cannot be used. */
    static final int MIN_SHRUNK_CAPACITY = 1 << 8;
    /** Maximum number of keys for laboratory algorithms, which may count up to twice as many in an int. */
    private static final int MAX_LABORATORY_KEYS = 1 << 29;
    /** Width of a digit of the laboratory algorithm {@link Algorithm#RADIX_MSD}. */
    private static final int MSD_DIGIT_BITS = 8;

    private final SortDevice device;
    private final SortPolicy policy;
    private final Checkpoint checkpoint;
    private final PlanTest test;
    /** All plans, the least recently used first. */
    private final Map<Key, SortPlan> plans = new LinkedHashMap<>(16, 0.75f, true);
    /** The sorts that have run, so that their kernels are compiled. */
    private final Set<Key> compiled = ConcurrentHashMap.newKeySet();
    /** Maximum number of bytes for all plans: the device's memory, or less if an allocation failed. */
    private volatile long memory;
    /** Value of {@code memory} for later calls, if this call succeeds. */
    private long memoryLater;
    /** Value of {@code memory} before this call. */
    private long memoryBefore;

    /** The policy of all plans. A device on which look-back got stuck has another one afterwards. */
    private SortPolicy ofPlans;

    private record Key(PlanShape shape, int capacity) {}

    /**
     * Makes an empty cache.
     *
     * @param checkpoint called before each execution on the device
     * @param test tests each plan before its first use
     */
    public PlanCache(SortDevice device, SortPolicy policy, Checkpoint checkpoint, PlanTest test) {
        this.test = test;
        this.device = device;
        this.policy = policy;
        this.ofPlans = policy;
        this.checkpoint = checkpoint;
        this.memory = device.memoryBytes();
        this.memoryLater = memory;
        this.memoryBefore = memory;
    }

    /** Returns the device that the plans are compiled for. */
    public SortDevice device() {
        return device;
    }

    /**
     * Returns the plan for n keys; makes and tests it if the cache has none.
     *
     * @throws PlanTest.WrongPlanException if the plan does not pass its test
     */
    public SortPlan plan(PlanShape shape, int n) {
        SortPolicy usable = RadixGraphs.usable(policy, device);
        if (!usable.equals(ofPlans)) {
            close();
            ofPlans = usable;
        }
        Key key = key(shape, n);
        SortPlan plan = plans.get(key);
        if (plan == null) {
            makeRoom(key);
            plan = make(shape, key.capacity());
            test(key, plan);
            plans.put(key, plan);
        }
        return plan;
    }

    /** Tests a plan. Closes it if it is wrong. */
    private void test(Key key, SortPlan plan) {
        boolean passes = false;
        try {
            passes = test.passes(key.shape(), key.capacity(), plan);
        } finally {
            if (!passes) {
                plan.close();
            }
        }
        if (!passes) {
            throw new PlanTest.WrongPlanException(key.shape());
        }
    }

    private Key key(PlanShape shape, int n) {
        return new Key(shape, capacity(shape, n));
    }

    /** Returns whether there is a plan for n keys that has run before. */
    public boolean isCompiled(PlanShape shape, int n) {
        return compiled.contains(key(shape, n));
    }

    /** Remembers that the plan for n keys has run. */
    public void setCompiled(PlanShape shape, int n) {
        compiled.add(key(shape, n));
    }

    private SortPlan make(PlanShape shape, int capacity) {
        if (shape.isRadix()) {
            return RadixPlan.of(device, policy(shape), shape, capacity, checkpoint);
        }
        PlanFactory laboratory = (PlanFactory) Laboratory.require(shape.algorithm().label());
        return laboratory.plan(device, policy, shape, capacity, checkpoint);
    }

    private SortPolicy policy(PlanShape shape) {
        SortPolicy usable = RadixGraphs.usable(policy, device);
        return shape.digitBits() == Execution.BY_POLICY ? usable : usable.withRadixBits(shape.digitBits());
    }

    /** Returns the number of passes of the shape's algorithm if all of these bits vary; 0 if it has no digits. */
    public int passes(PlanShape shape, long bits) {
        return switch (shape.algorithm()) {
            case RADIX -> DigitWindow.over(bits, policy(shape).radixBits()).size();
            case RADIX_SPLIT -> Long.bitCount(bits);
            case RADIX_FOUR_WAY -> Math.ceilDiv(Long.bitCount(bits), 2);
            case RADIX_MSD -> DigitWindow.over(bits, MSD_DIGIT_BITS).size();
            default -> 0;
        };
    }

    /** Returns the bytes of the buffers of the plan for n keys. */
    public long bytes(PlanShape shape, int n) {
        return bytes(key(shape, n));
    }

    private long bytes(Key key) {
        PlanShape shape = key.shape();
        return bytesPerKey(shape) * key.capacity() + fixedBytes(shape, key.capacity()) + chunkBytes(shape, key.capacity());
    }

    private long bytesPerKey(PlanShape shape) {
        return (long) shape.bytesPerKey() + (shape.isRadix() ? RadixBuffers.stateBytesPerKey(policy(shape)) : 0);
    }

    /** Returns the bytes of the staging buffers of a plan for {@code capacity} keys. */
    private long chunkBytes(PlanShape shape, long capacity) {
        SortPolicy policy = policy(shape);
        return shape.isRadix() && Chunks.applies(policy, capacity) ? Chunks.bytes(policy, shape) : 0;
    }

    /** Returns the bytes of buffers that do not grow with each key. Laboratory plans include them in the bytes per key. */
    private long fixedBytes(PlanShape shape, int capacity) {
        SortPolicy policy = policy(shape);
        return shape.isRadix() ? RadixBuffers.fixedBytes(policy, RadixGraphs.maxBlocks(device, policy, capacity)) : 0;
    }

    /** Returns the maximum number of keys of a plan of this shape. */
    public long maxKeys(PlanShape shape) {
        SortPolicy policy = policy(shape);
        long available = memory - fixedBytes(shape, Integer.MAX_VALUE);
        long byMemory = (available - chunkBytes(shape, available / bytesPerKey(shape))) / bytesPerKey(shape);
        long byIndex = shape.isRadix()
                ? RadixBuffers.maxKeys(policy, RadixGraphs.maxBlocks(device, policy))
                : MAX_LABORATORY_KEYS;
        return Math.clamp(byMemory, MIN_SHRUNK_CAPACITY, byIndex);
    }

    /**
     * Halves the capacity of the plan for n keys, which did not fit, and limits the memory of all plans accordingly.
     *
     * @return false if that plan already has the smallest capacity
     */
    public boolean shrink(PlanShape shape, long n) {
        int capacity = capacity(shape, (int) Math.min(n, maxKeys(shape)));
        if (capacity <= MIN_SHRUNK_CAPACITY) {
            return false;
        }
        memory = bytes(new Key(shape, Math.max(MIN_SHRUNK_CAPACITY, capacity / 2)));
        if (capacity > MIN_CAPACITY) {
            memoryLater = memory;
        }
        return true;
    }

    /**
     * Ends a call. If the call succeeded, its limit stays in force for later calls. A limit from a plan of
     * {@link #MIN_CAPACITY} keys or fewer always ends with the call, because it says little about the memory that is free
     * later.
     *
     * @param sorted whether the call succeeded
     */
    public void endShrinking(boolean sorted) {
        memoryLater = sorted ? memoryLater : memoryBefore;
        memoryBefore = memoryLater;
        memory = memoryLater;
    }

    /** Closes all plans, even if closing some of them fails. Throws one failure at the end, with the others suppressed. */
    @Override
    public void close() {
        try (SortPlan plan = leastRecentlyUsed()) {
            if (plan != null) {
                close();
                DriverCalls.free(Backend.of(device)::beforeFreeing);
            }
        }
    }

    /**
     * Removes the least recently used plan from the cache and returns it, to be closed by the calling thread; returns null if
     * the cache is empty.
     */
    private SortPlan leastRecentlyUsed() {
        Iterator<Map.Entry<Key, SortPlan>> all = plans.entrySet().iterator();
        if (!all.hasNext()) {
            return null;
        }
        Map.Entry<Key, SortPlan> first = all.next();
        all.remove();
        compiled.remove(first.getKey());
        return first.getValue();
    }

    private int capacity(PlanShape shape, int n) {
        return Math.max(n, (int) Math.min(capacity(n), maxKeys(shape)));
    }

    /** Returns the capacity of the plan for n keys if memory suffices. */
    public static long capacity(long n) {
        long min = Math.max(n, MIN_CAPACITY);
        long quarter = Long.highestOneBit(min) / 4;
        return Math.ceilDiv(min, quarter) * quarter;
    }

    private void makeRoom(Key key) {
        long available = memory - bytes(key);
        while (!plans.isEmpty() && bytesOfAll() > available) {
            try (SortPlan _ = leastRecentlyUsed()) {
                DriverCalls.free(Backend.of(device)::beforeFreeing);
            }
        }
    }

    private long bytesOfAll() {
        return plans.keySet().stream().mapToLong(this::bytes).sum();
    }
}
