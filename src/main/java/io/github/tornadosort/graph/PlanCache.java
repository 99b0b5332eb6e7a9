package io.github.tornadosort.graph;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A device's compiled plans, by shape and capacity. TornadoVM copies whole arrays to the device, so one plan for every
 * length would copy a large buffer for a few keys: capacities go up in quarters of a power of two, and a plan is made when
 * a length first needs it. Where it would not fit beside the others, they go.
 */
final class PlanCache implements AutoCloseable {
    /** Smallest capacity: below it, copying a whole buffer costs less than an execution. */
    static final int SMALLEST = 1 << 14;
    /** Most keys of the laboratory's algorithms: twice as many can be counted by ints. */
    private static final int LABORATORY_KEYS = 1 << 29;
    /** Bits of the laboratory's most significant digits. */
    private static final int MSD_BITS = 8;
    /** Plans kept at a time. */
    private static final int MOST_PLANS = 16;

    private final SortDevice device;
    private final SortPolicy policy;
    private final Checkpoint checkpoint;
    private final PlanMaker others;
    private final Map<Key, SortPlan> plans = new LinkedHashMap<>();

    private record Key(PlanShape shape, int capacity) {
        long bytes() {
            return (long) shape.bytesPerKey() * capacity;
        }
    }

    /** @param others makes the plans of all algorithms but radix */
    PlanCache(SortDevice device, SortPolicy policy, Checkpoint checkpoint, PlanMaker others) {
        this.device = device;
        this.policy = policy;
        this.checkpoint = checkpoint;
        this.others = others;
    }

    /** The plan that sorts n keys. */
    SortPlan plan(PlanShape shape, int n) {
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
    int passes(PlanShape shape, long bits) {
        return switch (shape.algorithm()) {
            case RADIX -> DigitWindow.over(bits, policy(shape).radixBits()).size();
            case RADIX_SPLIT -> Long.bitCount(bits);
            case RADIX_FOUR_WAY -> Math.ceilDiv(Long.bitCount(bits), 2);
            case RADIX_MSD -> DigitWindow.over(bits, hasRadixGraphs(shape) ? policy.radixBits() : MSD_BITS).size();
            default -> 0;
        };
    }

    /** Passes over these bits, if all of them vary. */
    int passes(long bits) {
        return DigitWindow.over(bits, policy.radixBits()).size();
    }

    /** Bytes of the buffers of the plan that sorts n keys. */
    long bytes(PlanShape shape, int n) {
        return new Key(shape, capacity(shape, n)).bytes()
                + RadixBuffers.fixedBytes(policy, RadixGraphs.mostBlocks(device, policy));
    }

    /** The most keys that a plan of this shape can be made for. */
    long mostKeys(PlanShape shape) {
        long byMemory = device.memoryBytes() / shape.bytesPerKey();
        long byIndex = hasRadixGraphs(shape)
                ? RadixBuffers.mostKeys(policy, RadixGraphs.mostBlocks(device, policy))
                : LABORATORY_KEYS;
        return Math.clamp(byMemory, 0, byIndex);
    }

    @Override
    public void close() {
        List<SortPlan> all = List.copyOf(plans.values());
        plans.clear();
        all.forEach(SortPlan::close);
    }

    private int capacity(PlanShape shape, int n) {
        if (n <= SMALLEST) {
            return SMALLEST;
        }
        int quarter = Integer.highestOneBit(n) / 4;
        long rounded = Math.ceilDiv(n, quarter) * (long) quarter;
        return (int) Math.min(rounded, mostKeys(shape));
    }

    private void makeRoom(Key key) {
        long held = plans.keySet().stream().mapToLong(Key::bytes).sum();
        if (plans.size() == MOST_PLANS || held + key.bytes() > device.memoryBytes()) {
            close();
        }
    }
}
