package io.github.tornadosort.internal.policy;

import io.github.tornadosort.KeyType;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The numbers of keys from which a family of devices is expected to sort faster than the host's cores, computed once from the
 * costs of both. Costs are read from a {@linkplain DataFile data file}, a table with these columns:
 *
 * <pre>
 * family  payload  bits  fixedMicros  nanosPerKey
 * host    none     32    0            22
 * gpu     none     32    900          0.33
 * </pre>
 *
 * The host's time per key is that of one core. Keys of fewer than 32 bits cost what keys of 32 bits cost.
 */
public final class Crossovers {
    /** All families of devices: the smallest numbers of keys from which any device may be faster. */
    static final String ANY = "any";

    /** Without a device, the host sorts any number of keys. */
    public static final Crossovers NONE = new Crossovers(
            new long[SortKind.values().length],
            new double[SortKind.values().length],
            new double[SortKind.values().length]);

    static {
        Arrays.fill(NONE.keys, Long.MAX_VALUE);
    }

    private final long[] keys;
    private final double[] nanosPerKey;
    private final double[] hostNanosPerKey;

    private Crossovers(long[] keys, double[] nanosPerKey, double[] hostNanosPerKey) {
        this.keys = keys;
        this.nanosPerKey = nanosPerKey;
        this.hostNanosPerKey = hostNanosPerKey;
    }

    /** Returns the smallest number of keys that the device is expected to sort faster than the host, or a very large number. */
    public long of(KeyType type, boolean payload) {
        return keys[SortKind.of(type, payload).ordinal()];
    }

    /**
     * Returns the expected time per key of a sort on the device. A device of a family without costs is expected to sort as fast as
     * the host's cores, since it most probably consists of them.
     */
    public double nanosPerKey(SortKind kind) {
        return nanosPerKey[kind.ordinal()];
    }

    /** Returns the expected time of a sort of n keys on the host, without its fixed part. */
    public double hostNanos(KeyType type, boolean payload, long n) {
        return hostNanosPerKey[SortKind.of(type, payload).ordinal()] * n;
    }

    /**
     * Reads costs.
     *
     * @param file the file name for error messages
     * @param family the device's family, or {@link #ANY}
     * @param threads the number of the host's cores
     * @throws PolicyFileException if a line is not valid, or a kind of sort has no cost on the host
     */
    static Crossovers read(String file, InputStream in, String family, int threads) {
        List<Cost> costs = new ArrayList<>();
        for (DataFile.Line line : DataFile.read(file, in)) {
            try {
                costs.add(Cost.parse(line.text()));
            } catch (IllegalArgumentException e) {
                throw new PolicyFileException(file, "line " + line.number() + ": " + e.getMessage(), e);
            }
        }
        Cost[] host = new Cost[SortKind.values().length];
        for (Cost cost : costs) {
            if (cost.family().equals(Cost.HOST)) {
                host[cost.kind().ordinal()] = cost;
            }
        }
        if (Arrays.asList(host).contains(null)) {
            throw new PolicyFileException(file, "the host needs four lines: payload none and any, each with 32 and 64 bits",
                    null);
        }
        long[] keys = NONE.keys.clone();
        double[] hostNanosPerKey = Arrays.stream(host).mapToDouble(cost -> cost.nanosPerKey() / threads).toArray();
        double[] nanosPerKey = hostNanosPerKey.clone();
        for (Cost cost : costs) {
            if (!cost.family().equals(Cost.HOST) && (family.equals(ANY) || family.equals(cost.family()))) {
                int kind = cost.kind().ordinal();
                keys[kind] = Math.min(keys[kind], crossover(host[kind], cost, threads));
                nanosPerKey[kind] = cost.nanosPerKey();
            }
        }
        return new Crossovers(keys, nanosPerKey, hostNanosPerKey);
    }

    private static long crossover(Cost host, Cost device, int threads) {
        double gainPerKey = host.nanosPerKey() / threads - device.nanosPerKey();
        double fixed = 1e3 * Math.max(0, device.fixedMicros() - host.fixedMicros());
        // Converting a number that is too large for a long yields the largest long.
        return gainPerKey <= 0 ? Long.MAX_VALUE : (long) (fixed / gainPerKey);
    }
}
