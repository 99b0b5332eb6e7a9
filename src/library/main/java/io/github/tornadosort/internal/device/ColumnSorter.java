package io.github.tornadosort.internal.device;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.Loop.PartlyStoredException;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Sorts columns of any length on a device. A column that fits the device is sorted in one piece. A longer column is sorted in chunks, which
 * the host merges. Only the merge overwrites the caller's memory, after everything that it needs has been allocated. A device may have less
 * free memory than it reports. So may the host, which holds a copy of each device buffer. If either runs out of memory, all device memory is
 * freed, and the chunk size is halved.
 *
 * <p>Keys that are already sorted never leave the host. The check usually ends within the first keys if they are not sorted
 * (Ha, Krüger and Silva 2009, §4.4).
 */
public final class ColumnSorter implements AutoCloseable {
    private final KeySorter sorter;
    private final Scratch scratch;
    /** Requests for whose preparation memory was short. Such sorts compile kernels when they run, in smaller chunks. */
    private final Set<SortRequest> tooLarge = ConcurrentHashMap.newKeySet();

    private boolean warned;

    /** @param scratch the memory in which chunks are sorted; the sorter may use it too */
    public ColumnSorter(KeySorter sorter, Scratch scratch) {
        this.sorter = sorter;
        this.scratch = scratch;
    }

    /** Returns the maximum number of keys that are sorted in one piece. Any thread may call this method. */
    public long maxKeys(KeyType type, boolean withPayload, SortOptions options) {
        return sorter.maxKeys(type, withPayload, options);
    }

    /** Returns whether a sort would find its kernels compiled, or known to be wrong. Any thread may call this method. */
    public boolean isPrepared(SortRequest sort) {
        return tooLarge.contains(sort) || sorter.isPrepared(sort.type(), sort.payload(), chunk(sort));
    }

    /** Tests and compiles the kernels of a sort. If they are wrong, the host will sort such keys. */
    public void prepare(SortRequest sort) {
        try {
            closingOnFailure(() -> {
                sorter.prepare(sort.type(), sort.payload(), chunk(sort));
                return null;
            });
        } catch (RuntimeException | Error e) {
            if (!DriverFailure.isLackOfMemory(e)) {
                throw e;
            }
            tooLarge.add(sort);
        }
    }

    /** Returns the number of keys of the longest chunk of a sort. */
    private int chunk(SortRequest sort) {
        long most = maxKeys(sort.type(), sort.hasPayload(), SortOptions.ascending());
        return (int) Math.ceilDiv(sort.n(), Math.ceilDiv(sort.n(), most));
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, SortOptions options) {
        return sortUnlessSorted(keys, false, options, () -> sorter.sort(keys, options), () -> {
            Chunks chunks = sortChunks(keys, null, options);
            chunks.merge(options, keys).run();
            return chunks.stats();
        });
    }

    /** Sorts the keys in place, and reorders the same number of values with them. */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, () -> sorter.sort(keys, values, options), () -> {
            Chunks chunks = sortChunks(keys, values, options);
            chunks.merge(options, keys, chunks.valuesInto(values.segment())).run();
            return chunks.stats();
        });
    }

    /** Sorts the keys in place, and reorders the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, () -> sorter.sort(keys, values, options), () -> {
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), options);
            MemorySegment order = scratch.bytes(Integer.BYTES * keys.size());
            chunks.merge(options, null, chunks.valuesInto(order)).run();
            Object[] ordered = Gather.objects(values, order);
            RunMerge mergeKeys = chunks.merge(options, keys);
            Gather.store(ordered, values);
            mergeKeys.run();
            return chunks.stats();
        });
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, SortOptions options) {
        if (isSorted(keys, options)) {
            return new SortedIndices(KeySorter.identity(keys), nothingDone(keys, options));
        }
        return inOnePieceOrInChunks(keys, true, options, () -> sorter.argsort(keys, options), () -> {
            int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), options);
            chunks.merge(options, null, chunks.valuesInto(MemorySegment.ofArray(indices))).run();
            return new SortedIndices(indices, chunks.stats());
        });
    }

    /** Returns the memory that {@link #sort(Column, Column, SortOptions)} of n keys needs. */
    public ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        long chunk = Math.min(n, maxKeys(type, valueBytes > 0, SortOptions.ascending()));
        ScratchBytes ofChunk = sorter.scratchBytes(type, valueBytes, (int) chunk);
        return new ScratchBytes(ofChunk.device(), ofChunk.host() + (chunk == n ? 0 : n * (type.bytes() + valueBytes)));
    }

    /** Returns the number of verified sorts that the device has got wrong so far. */
    public int mismatches() {
        return sorter.mismatches();
    }

    @Override
    public void close() {
        sorter.close();
    }

    private SortStats nothingDone(Column keys, SortOptions options) {
        return sorter.nothingDone(keys, options);
    }

    private SortStats sortUnlessSorted(
            Column keys,
            boolean withPayload,
            SortOptions options,
            Supplier<SortStats> inOnePiece,
            Supplier<SortStats> inChunks) {
        return isSorted(keys, options)
                ? nothingDone(keys, options)
                : inOnePieceOrInChunks(keys, withPayload, options, inOnePiece, inChunks);
    }

    /**
     * Returns whether the keys are known to be sorted. They are not checked if the caller names an algorithm, which must run.
     */
    private static boolean isSorted(Column keys, SortOptions options) {
        return options.algorithm() == Algorithm.AUTO && SortedKeys.areSorted(keys, options);
    }

    private <T> T inOnePieceOrInChunks(
            Column keys, boolean withPayload, SortOptions options, Supplier<T> inOnePiece, Supplier<T> inChunks) {
        boolean sorted = false;
        try {
            T result = sortAll(keys, withPayload, options, inOnePiece);
            // There is at least one key, since no keys fit any device.
            result = result != null ? result : inChunks.get();
            sorted = true;
            return result;
        } finally {
            sorter.endShrinking(sorted);
        }
    }

    /** Sorts all keys in one piece. Returns null if they do not fit the device. */
    private <T> T sortAll(Column keys, boolean withPayload, SortOptions options, Supplier<T> sort) {
        while (keys.size() <= maxKeys(keys.type(), withPayload, options)) {
            try {
                return closingOnFailure(sort);
            } catch (RuntimeException | Error e) {
                if (!shrink(keys.type(), keys.size(), withPayload, options, e)) {
                    throw e;
                }
            }
        }
        return null;
    }

    private <T> T closingOnFailure(Supplier<T> work) {
        return DriverCalls.closingOnFailure(sorter::close, work);
    }

    /** Halves the capacity of the plan for n keys. Returns false if the failure is no lack of memory, or the capacity is the smallest. */
    private boolean shrink(KeyType type, long n, boolean withPayload, SortOptions options, Throwable failure) {
        boolean shrunk = !(failure instanceof PartlyStoredException)
                && DriverFailure.isLackOfMemory(failure)
                && sorter.shrink(type, withPayload, options, n);
        if (shrunk && !warned) {
            warned = true;
            LoggerFactory.getLogger(ColumnSorter.class)
                    .warn("Not enough memory to sort {} keys at a time; using smaller chunks: {}", n,
                            DriverFailure.reason(failure));
        }
        return shrunk;
    }

    /** Sorts chunks of the keys and, unless it is null, of the values. Their lengths differ by at most one key, so that one plan sorts them. */
    private Chunks sortChunks(Column keys, Column values, SortOptions options) {
        Chunks chunks = new Chunks(sorter, keys, values, scratch::bytes);
        long n = keys.size();
        for (long first = 0; first < n;) {
            long begin = first;
            long end =
                    first + Math.ceilDiv(n - first, Math.ceilDiv(n - first, maxKeys(keys.type(), values != null, options)));
            chunks.keep();
            try {
                closingOnFailure(() -> {
                    chunks.sort(begin, end, options);
                    return null;
                });
                first = end;
            } catch (RuntimeException | Error e) {
                if (!shrink(keys.type(), end - begin, values != null, options, e)) {
                    throw e;
                }
            }
        }
        return chunks;
    }

    private Column rowIndices(long n) {
        MemorySegment rowIndices = scratch.bytes(Integer.BYTES * n);
        ParallelRanges.ranges(n, (first, end) -> {
            for (long i = first; i < end; i++) {
                rowIndices.set(Layouts.INT, Integer.BYTES * i, (int) i);
            }
        });
        return new Column(rowIndices, KeyType.INT32);
    }
}
