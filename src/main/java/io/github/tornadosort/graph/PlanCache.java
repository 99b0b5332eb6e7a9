package io.github.tornadosort.graph;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import java.util.TreeMap;

/**
 * A device's compiled plans, by capacity. TornadoVM copies whole arrays to the device, so one plan for every length would
 * copy a large buffer for a few keys: capacities go up in quarters of a power of two, and a plan is made when a length
 * first needs it. A plan that would not fit beside the others takes their place.
 */
public final class PlanCache implements AutoCloseable {
    /** Smallest capacity: below it, copying a whole buffer costs less than an execution. */
    private static final int SMALLEST = 1 << 14;
    /** Plans kept at a time. */
    private static final int MOST_PLANS = 8;

    private final SortDevice device;
    private final SortPolicy policy;
    private final TreeMap<Integer, RadixPlan> plans = new TreeMap<>();

    /** An empty cache. */
    public PlanCache(SortDevice device, SortPolicy policy) {
        this.device = device;
        this.policy = policy;
    }

    /** The plan that sorts n keys. */
    public RadixPlan forKeys(int n) {
        int capacity = capacityFor(n);
        RadixPlan plan = plans.get(capacity);
        if (plan == null) {
            makeRoom(capacity);
            plan = new RadixPlan(device, policy, capacity);
            plans.put(capacity, plan);
        }
        return plan;
    }

    /** The most keys of this width, in bytes, that a plan can be made for. */
    public long mostKeys(int bytes) {
        int keysBuffers = 2;
        long byMemory = device.memoryBytes() / (keysBuffers * bytes);
        long byIndex = Integer.MAX_VALUE - 16L - policy.tile();
        return Math.max(0, Math.min(byMemory, byIndex));
    }

    @Override
    public void close() {
        plans.values().forEach(RadixPlan::close);
        plans.clear();
    }

    private int capacityFor(int n) {
        if (n <= SMALLEST) {
            return SMALLEST;
        }
        int quarter = Math.max(1, Integer.highestOneBit(n - 1) / 4);
        long rounded = Math.ceilDiv((long) n, quarter) * quarter;
        return (int) Math.min(rounded, mostKeys(Integer.BYTES));
    }

    private void makeRoom(int capacity) {
        long held = plans.keySet().stream().mapToLong(Integer::longValue).sum();
        if (plans.size() == MOST_PLANS || held + capacity > mostKeys(Integer.BYTES)) {
            close();
        }
    }
}
