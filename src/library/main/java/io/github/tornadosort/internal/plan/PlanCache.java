package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A device's compiled plans, by shape and capacity. TornadoVM copies whole arrays to the device, so one plan for every
 * length would copy a large buffer for a few keys: capacities go up in quarters of a power of two, and a plan is made when
 * a length first needs it. Where it would not fit beside the others, those go that have not been used for the longest time.
 *
 * <p>A device may have less memory left than it says it has; {@link #shrink} makes later plans smaller. Not safe for several
 * threads, but for {@link #mostKeys} and {@link #bytes}.
 */
public final class PlanCache implements AutoCloseable {
    /** Smallest capacity where memory allows it: below it, copying a whole buffer costs less than an execution. */
    public static final int SMALLEST = 1 << 14;
    /** Smallest capacity of all: a device without memory for it is of no use. */
    static final int LEAST = 1 << 8;
    /** Most keys of the laboratory's algorithms: twice as many can be counted by ints. */
    private static final int LABORATORY_KEYS = 1 << 29;
    /** Bits of the laboratory's most significant digits. */
    private static final int MSD_BITS = 8;
    /** Plans kept at a time. */
    private static final int MOST_PLANS = 16;

    private final SortDevice device;
    private final SortPolicy policy;
    private final Checkpoint checkpoint;
    private final PlanFactory others;
    /** The least recently used plan first. */
    private final Map<Key, SortPlan> plans = new LinkedHashMap<>(MOST_PLANS, 0.75f, true);
    /** Bytes that plans may take: the device's memory, or less where there was not so much. */
    private volatile long memory;
    /** The same for later calls, if this one succeeds. */
    private long memoryLater;
    /** The same before this call. */
    private long memoryBefore;

    private record Key(PlanShape shape, int capacity) {}

    /** @param others makes the plans of all algorithms but radix */
    public PlanCache(SortDevice device, SortPolicy policy, Checkpoint checkpoint, PlanFactory others) {
        this.device = device;
        this.policy = policy;
        this.checkpoint = checkpoint;
        this.others = others;
        this.memory = device.memoryBytes();
        this.memoryLater = memory;
        this.memoryBefore = memory;
    }

    /** Returns the device that the plans are compiled for. */
    public SortDevice device() {
        return device;
    }

    /** The plan that sorts n keys. */
    public SortPlan plan(PlanShape shape, int n) {
        Key key = new Key(shape, capacity(shape, n));
        SortPlan plan = plans.get(key);
        if (plan == null) {
            makeRoom(key);
            plan = make(shape, key.capacity());
            plans.put(key, plan);
        }
        return plan;
    }

    private SortPlan make(PlanShape shape, int capacity) {
        if (hasRadixGraphs(shape)) {
            return new RadixPlan(device, policy(shape), shape, capacity, checkpoint);
        }
        return others.plan(device, policy, shape, capacity, checkpoint);
    }

    /** Where one thread walks one block, the most significant digit first is a way of the radix graphs. */
    private boolean hasRadixGraphs(PlanShape shape) {
        return shape.algorithm() == Algorithm.RADIX
                || (shape.algorithm() == Algorithm.RADIX_MSD && policy.kernels() == Kernels.BLOCK);
    }

    private SortPolicy policy(PlanShape shape) {
        return shape.digitBits() == SortOptions.BY_POLICY ? policy : policy.withRadixBits(shape.digitBits());
    }

    /** Passes of the shape's algorithm over these bits, if all of them vary; 0 if it has no digits. */
    public int passes(PlanShape shape, long bits) {
        return switch (shape.algorithm()) {
            case RADIX -> DigitWindow.over(bits, policy(shape).radixBits()).size();
            case RADIX_SPLIT -> Long.bitCount(bits);
            case RADIX_FOUR_WAY -> Math.ceilDiv(Long.bitCount(bits), 2);
            case RADIX_MSD -> DigitWindow.over(bits, hasRadixGraphs(shape) ? policy.radixBits() : MSD_BITS).size();
            default -> 0;
        };
    }

    /** Passes over these bits, if all of them vary. */
    public int passes(long bits) {
        return DigitWindow.over(bits, policy.radixBits()).size();
    }

    /** Bytes of the buffers of the plan that sorts n keys. */
    public long bytes(PlanShape shape, int n) {
        return bytes(new Key(shape, capacity(shape, n)));
    }

    private long bytes(Key key) {
        return (long) key.shape().bytesPerKey() * key.capacity() + fixedBytes(key.shape());
    }

    /** Bytes of what does not grow with the keys; what the laboratory's plans have of it is among the bytes per key. */
    private long fixedBytes(PlanShape shape) {
        return hasRadixGraphs(shape) ? RadixBuffers.fixedBytes(policy(shape), RadixGraphs.mostBlocks(device, policy)) : 0;
    }

    /** The most keys that a plan of this shape can be made for. */
    public long mostKeys(PlanShape shape) {
        long byMemory = (memory - fixedBytes(shape)) / shape.bytesPerKey();
        long byIndex = hasRadixGraphs(shape)
                ? RadixBuffers.mostKeys(policy, RadixGraphs.mostBlocks(device, policy))
                : LABORATORY_KEYS;
        return Math.clamp(byMemory, LEAST, byIndex);
    }

    /**
     * Halves the capacity of the plan that sorts n keys, for which there is no memory, and lets no plan take more memory
     * than that one.
     *
     * @return false if that plan is the smallest
     */
    public boolean shrink(PlanShape shape, long n) {
        int capacity = capacity(shape, (int) Math.min(n, mostKeys(shape)));
        if (capacity <= LEAST) {
            return false;
        }
        memory = bytes(new Key(shape, Math.max(LEAST, capacity / 2)));
        if (capacity > SMALLEST) {
            memoryLater = memory;
        }
        return true;
    }

    /**
     * Ends a call. Later calls are told how large plans may be if that helped this one; but that a small plan did not fit
     * says nothing of the next one.
     *
     * @param sorted whether the call succeeded
     */
    public void endShrinking(boolean sorted) {
        memoryLater = sorted ? memoryLater : memoryBefore;
        memoryBefore = memoryLater;
        memory = memoryLater;
    }

    /** Closes all plans, even if some cannot be closed; one failure is thrown in the end, with the others suppressed. */
    @Override
    public void close() {
        try (SortPlan plan = leastRecentlyUsed()) {
            if (plan != null) {
                close();
            }
        }
    }

    /** Takes the least recently used plan out of the cache; null if there is none. */
    private SortPlan leastRecentlyUsed() {
        Iterator<SortPlan> all = plans.values().iterator();
        SortPlan first = all.hasNext() ? all.next() : null;
        if (first != null) {
            all.remove();
        }
        return first;
    }

    private int capacity(PlanShape shape, int n) {
        int least = Math.max(n, SMALLEST);
        int quarter = Integer.highestOneBit(least) / 4;
        long rounded = Math.ceilDiv(least, quarter) * (long) quarter;
        return Math.max(n, (int) Math.min(rounded, mostKeys(shape)));
    }

    private void makeRoom(Key key) {
        long most = memory - bytes(key);
        while (!plans.isEmpty() && (plans.size() == MOST_PLANS || held() > most)) {
            leastRecentlyUsed().close();
        }
    }

    private long held() {
        return plans.keySet().stream().mapToLong(this::bytes).sum();
    }
}
