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
 * gpus    none     32    900          0.40
 * </pre>
 *
 * The plural of a family means several devices of it, which sort parts of the keys at the same time; the merge of the parts is included.
 * The host's time per key is that of one core. Keys of fewer than 32 bits cost what keys of 32 bits cost.
 */
public final class Crossovers {
    /** All families of devices: the smallest numbers of keys from which any device may be faster. */
    static final String ANY = "any";

    /** Without a device, the host sorts any number of keys. */
    public static final Crossovers NONE = new Crossovers(
            never(), never(), new double[SortKind.values().length], new double[SortKind.values().length]);

    private final long[] keys;
    private final long[] keysOfSeveral;
    private final double[] nanosPerKey;
    private final double[] hostNanosPerKey;

    private Crossovers(long[] keys, long[] keysOfSeveral, double[] nanosPerKey, double[] hostNanosPerKey) {
        this.keys = keys;
        this.keysOfSeveral = keysOfSeveral;
        this.nanosPerKey = nanosPerKey;
        this.hostNanosPerKey = hostNanosPerKey;
    }

    /** Returns the smallest number of keys that the device is expected to sort faster than the host, or a very large number. */
    public long of(KeyType type, boolean payload) {
        return keys[SortKind.of(type, payload).ordinal()];
    }

    private static long[] never() {
        long[] keys = new long[SortKind.values().length];
        Arrays.fill(keys, Long.MAX_VALUE);
        return keys;
    }

    /**
     * Returns the smallest number of keys that several devices of the family are expected to sort faster than one of them. If the
     * table has no line for several, the result is a very large number.
     */
    public long ofSeveral(SortKind kind) {
        return keysOfSeveral[kind.ordinal()];
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
        Cost[] host = byKind(costs, Cost.HOST);
        if (Arrays.asList(host).contains(null)) {
            throw new PolicyFileException(file, "the host needs four lines: payload none and any, each with 32 and 64 bits",
                    null);
        }
        long[] keys = never();
        long[] keysOfSeveral = never();
        double[] hostNanosPerKey = Arrays.stream(host).mapToDouble(cost -> cost.nanosPerKey() / threads).toArray();
        double[] nanosPerKey = hostNanosPerKey.clone();
        for (Cost cost : costs) {
            int kind = cost.kind().ordinal();
            if (cost.isOfOneDevice() && (family.equals(ANY) || family.equals(cost.family()))) {
                keys[kind] = Math.min(keys[kind], crossover(host[kind], threads, cost));
                nanosPerKey[kind] = cost.nanosPerKey();
            }
        }
        Cost[] one = byKind(costs, family);
        Cost[] several = byKind(costs, Cost.several(family));
        for (int kind = 0; kind < several.length; kind++) {
            if (one[kind] != null && several[kind] != null) {
                keysOfSeveral[kind] = crossover(one[kind], 1, several[kind]);
            }
        }
        return new Crossovers(keys, keysOfSeveral, nanosPerKey, hostNanosPerKey);
    }

    /** Returns the costs of a family; null where the table has no line. */
    private static Cost[] byKind(List<Cost> costs, String family) {
        Cost[] byKind = new Cost[SortKind.values().length];
        for (Cost cost : costs) {
            if (cost.family().equals(family)) {
                byKind[cost.kind().ordinal()] = cost;
            }
        }
        return byKind;
    }

    /** Returns the number of keys from which {@code other} takes less time than {@code one} on a number of cores. */
    private static long crossover(Cost one, int threads, Cost other) {
        double gainPerKey = one.nanosPerKey() / threads - other.nanosPerKey();
        double fixed = 1e3 * Math.max(0, other.fixedMicros() - one.fixedMicros());
        // Converting a number that is too large for a long yields the largest long.
        return gainPerKey <= 0 ? Long.MAX_VALUE : (long) (fixed / gainPerKey);
    }
}
