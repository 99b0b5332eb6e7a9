package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.device.Chunks.Range;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.policy.Crossovers;
import io.github.tornadosort.internal.policy.SortKind;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;

/**
 * Sorts chunks on one device, and measures how fast it does. A device may have less free memory than it reports. So may the host,
 * which holds a copy of each device buffer. If either runs out of memory, all device memory is freed, and the chunk size is halved.
 */
final class ChunkSorter {

    private final KeySorter sorter;
    private final Crossovers costs;
    /** For each kind of sort, the measured time per key; 0 if there is none. */
    private final double[] nanosPerKey = new double[SortKind.values().length];

    /** Requests for whose preparation memory was short. Such sorts compile kernels when they run, in smaller chunks. */
    private final Set<SortRequest> tooLarge = ConcurrentHashMap.newKeySet();

    private boolean warned;

    /** @param costs the expected costs of sorts on the device */
    ChunkSorter(KeySorter sorter, Crossovers costs) {
        this.sorter = sorter;
        this.costs = costs;
    }

    KeySorter sorter() {
        return sorter;
    }

    /** Returns the time per key that sorts on this device are expected to take. */
    double expectedNanosPerKey(SortKind kind) {
        return costs.nanosPerKey(kind);
    }

    /** Returns whether several such devices are expected to sort n keys faster than one. */
    boolean isFasterWithOthers(long n, SortKind kind) {
        return n >= costs.ofSeveral(kind);
    }

    /** Returns the time per key that recent chunks took on this device. Before the first one, returns the expected time. */
    double nanosPerKey(SortKind kind) {
        double measured = nanosPerKey[kind.ordinal()];
        return measured == 0 ? expectedNanosPerKey(kind) : measured;
    }

    /** Sorts a range, in one or more chunks. */
    void sort(Chunks chunks, Range range, SortOptions options) {
        long n = range.end();
        for (long first = range.first(); first < n;) {
            long chunksLeft = Math.ceilDiv(n - first, maxKeys(chunks.keys().type(), chunks.haveValues(), options));
            Range next = new Range(first, first + Math.ceilDiv(n - first, chunksLeft));
            chunks.keep(sorter);
            try {
                DriverCalls.closingOnFailure(sorter::close, () -> {
                    sortMeasured(chunks, next, options);
                    return null;
                });
                first = next.end();
            } catch (TornadoOutOfMemoryException | OutOfMemoryError e) {
                if (!shrink(chunks.keys().type(), next.size(), chunks.haveValues(), options, e)) {
                    throw e;
                }
            }
        }
    }

    private void sortMeasured(Chunks chunks, Range range, SortOptions options) {
        int plans = sorter.plansMade();
        long start = System.nanoTime();
        chunks.sort(range, sorter, options);
        // A new plan has compiled its kernels.
        if (sorter.plansMade() == plans) {
            int kind = SortKind.of(chunks.keys().type(), chunks.haveValues()).ordinal();
            double nanos = (double) (System.nanoTime() - start) / range.size();
            nanosPerKey[kind] = nanosPerKey[kind] == 0 ? nanos : (nanosPerKey[kind] + nanos) / 2;
        }
    }

    /** Sorts all keys in one piece. Returns null if they do not fit the device. */
    <T> T sortAll(Column keys, boolean withPayload, SortOptions options, Supplier<T> sort) {
        while (keys.size() <= maxKeys(keys.type(), withPayload, options)) {
            try {
                return DriverCalls.closingOnFailure(sorter::close, sort);
            } catch (TornadoOutOfMemoryException | OutOfMemoryError e) {
                if (!shrink(keys.type(), keys.size(), withPayload, options, e)) {
                    throw e;
                }
            }
        }
        return null;
    }

    /** Returns whether a sort would find its kernels compiled, or known to be wrong. Any thread may call this method. */
    boolean isPrepared(SortRequest sort) {
        return tooLarge.contains(sort) || sorter.isPrepared(sort.type(), sort.payload(), chunk(sort));
    }

    /** Tests and compiles the kernels of a sort. */
    void prepare(SortRequest sort) {
        try {
            DriverCalls.closingOnFailure(sorter::close, () -> {
                sorter.prepare(sort.type(), sort.payload(), chunk(sort));
                return null;
            });
        } catch (TornadoOutOfMemoryException | OutOfMemoryError e) {
            tooLarge.add(sort);
        }
    }

    /** Returns the number of keys of the longest chunk of a sort. */
    private int chunk(SortRequest sort) {
        long most = maxKeys(sort.type(), sort.hasPayload(), SortOptions.ascending());
        return (int) Math.ceilDiv(sort.n(), Math.ceilDiv(sort.n(), most));
    }

    /** Returns the maximum number of keys that are sorted in one piece. */
    long maxKeys(KeyType type, boolean withPayload, SortOptions options) {
        return sorter.maxKeys(type, withPayload, options);
    }

    /** Halves the capacity of the plan for n keys; returns false if it already has the smallest capacity. */
    private boolean shrink(KeyType type, long n, boolean withPayload, SortOptions options, Throwable e) {
        boolean shrunk = sorter.shrink(type, withPayload, options, n);
        if (shrunk && !warned) {
            warned = true;
            LoggerFactory.getLogger(ChunkSorter.class)
                    .warn("Not enough memory to sort {} keys at a time; using smaller chunks: {}", n, e.getMessage());
        }
        return shrunk;
    }
}
