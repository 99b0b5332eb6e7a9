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

    private static final String COLUMNS = "family payload bits fixedMicros nanosPerKey";
    private static final List<String> FAMILIES = List.of("host", "gpu", "cpu", "jvm");
    private static final List<String> PAYLOADS = List.of("none", "any");
    private static final List<String> BITS = List.of("32", "64");
    private static final int KINDS = PAYLOADS.size() * BITS.size();

    /** Without a device, the host sorts any number of keys. */
    public static final Crossovers NONE = new Crossovers(new long[KINDS]);

    static {
        Arrays.fill(NONE.keys, Long.MAX_VALUE);
    }

    private final long[] keys;

    /** One line of the file. */
    private record Cost(String family, int kind, double fixedNanos, double nanosPerKey) {
        private static Cost parse(String[] columns) {
            int kind = index("payload", columns[1], PAYLOADS) * BITS.size() + index("bits", columns[2], BITS);
            return new Cost(
                    FAMILIES.get(index("family", columns[0], FAMILIES)),
                    kind,
                    1e3 * number("fixedMicros", columns[3]),
                    number("nanosPerKey", columns[4]));
        }

        private static int index(String column, String text, List<String> allowed) {
            if (!allowed.contains(text)) {
                throw new IllegalArgumentException(column + " is '" + text + "', must be one of " + allowed);
            }
            return allowed.indexOf(text);
        }

        private static double number(String column, String text) {
            if (!text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
                throw new IllegalArgumentException(column + " is '" + text + "', must be a number");
            }
            return Double.parseDouble(text);
        }
    }

    private Crossovers(long[] keys) {
        this.keys = keys;
    }

    /** Returns the smallest number of keys that the device is expected to sort faster than the host, or a very large number. */
    public long of(KeyType type, boolean payload) {
        return keys[(payload ? BITS.size() : 0) + (type.bytes() == Long.BYTES ? 1 : 0)];
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
        Cost[] host = new Cost[KINDS];
        List<Cost> devices = new ArrayList<>();
        for (DataFile.Line line : DataFile.read(file, in)) {
            String[] columns = line.text().split("\\s+");
            try {
                if (columns.length != 5) {
                    throw new IllegalArgumentException("expected the columns " + COLUMNS + ", found '" + line.text() + "'");
                }
                Cost cost = Cost.parse(columns);
                if (cost.family.equals("host")) {
                    host[cost.kind] = cost;
                } else if (family.equals(ANY) || family.equals(cost.family)) {
                    devices.add(cost);
                }
            } catch (IllegalArgumentException e) {
                throw new PolicyFileException(file, "line " + line.number() + ": " + e.getMessage(), e);
            }
        }
        if (Arrays.asList(host).contains(null)) {
            throw new PolicyFileException(file, "the host needs four lines: payload none and any, each with 32 and 64 bits",
                    null);
        }
        long[] keys = NONE.keys.clone();
        for (Cost device : devices) {
            keys[device.kind] = Math.min(keys[device.kind], crossover(host[device.kind], device, threads));
        }
        return new Crossovers(keys);
    }

    private static long crossover(Cost host, Cost device, int threads) {
        double gainPerKey = host.nanosPerKey / threads - device.nanosPerKey;
        double fixed = Math.max(0, device.fixedNanos - host.fixedNanos);
        // Converting a number that is too large for a long yields the largest long.
        return gainPerKey <= 0 ? Long.MAX_VALUE : (long) (fixed / gainPerKey);
    }
}
