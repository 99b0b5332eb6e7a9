package io.github.tornadosort.internal.policy;

import io.github.tornadosort.KeyType;

/**
 * The numbers of keys from which a device is expected to sort faster than the host's cores, by kind of sort: keys of up to 32 bits, keys
 * of 64 bits, and both with indices, values or objects that move with them.
 */
public final class Crossovers {
    /** The host sorts any number of keys. */
    public static final Crossovers NONE = new Crossovers(new Cost[4], 1);

    private final Cost[] costs;
    private final int threads;

    /**
     * What sorts of one kind cost.
     *
     * @param hostNanosPerKey the time per key of one core of the host
     * @param fixedMicros the fixed time of the device
     * @param nanosPerKey the time per key of the device
     */
    public record Cost(double hostNanosPerKey, double fixedMicros, double nanosPerKey) {}

    /**
     * @param costs by kind; null where the device is never faster
     * @param threads the number of the host's cores
     */
    Crossovers(Cost[] costs, int threads) {
        this.costs = costs;
        this.threads = threads;
    }

    /**
     * Returns the costs of GPUs and hosts beside them. Host: 16 cores of an Intel Xeon, uniform keys: 2^22 ints 4.5 ms, longs 7.8 ms. GPU:
     * H200, int[] to int[], copies included: 2^16 keys 0.41 ms, 2^20 0.87, 2^22 2.2, 2^24 5.6, 2^28 61. Those of 64 bits and pairs on the
     * GPU are estimates.
     */
    static Cost[] costsOfGpus() {
        return new Cost[] {
            new Cost(17, 600, 0.30), new Cost(28, 1200, 0.75), new Cost(60, 1500, 1.0), new Cost(90, 1500, 1.6)
        };
    }

    /** Returns the smallest number of keys that the device is expected to sort faster than the host, or a very large number. */
    public long of(KeyType type, boolean payload) {
        Cost cost = costs[kind(type, payload)];
        double gainPerKey = cost == null ? 0 : cost.hostNanosPerKey / threads - cost.nanosPerKey;
        // Converting a number that is too large for a long yields the largest long.
        return gainPerKey <= 0 ? Long.MAX_VALUE : (long) (1e3 * cost.fixedMicros / gainPerKey);
    }

    /** Returns the expected time of a sort of n keys on the host. */
    public double hostNanos(KeyType type, boolean payload, long n) {
        Cost cost = costs[kind(type, payload)];
        return cost == null ? 0 : cost.hostNanosPerKey / threads * n;
    }

    private static int kind(KeyType type, boolean payload) {
        return (type.bytes() == Long.BYTES ? 1 : 0) + (payload ? 2 : 0);
    }
}
