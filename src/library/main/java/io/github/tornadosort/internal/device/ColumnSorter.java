package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.ScratchBytes;
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
    public long maxKeys(KeyType type, boolean withPayload, Order sortOrder) {
        return sorter.maxKeys(type, withPayload, sortOrder);
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
        long most = maxKeys(sort.type(), sort.hasPayload(), Order.ASCENDING);
        return (int) Math.ceilDiv(sort.n(), Math.ceilDiv(sort.n(), most));
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, Order sortOrder) {
        return sortUnlessSorted(keys, false, sortOrder, () -> sorter.sort(keys, sortOrder), () -> {
            Chunks chunks = sortChunks(keys, null, sortOrder);
            chunks.merge(sortOrder, keys).run();
            return chunks.stats();
        });
    }

    /** Sorts the keys in place, and reorders the same number of values with them. */
    public SortStats sort(Column keys, Column values, Order sortOrder) {
        return sortUnlessSorted(keys, true, sortOrder, () -> sorter.sort(keys, values, sortOrder), () -> {
            Chunks chunks = sortChunks(keys, values, sortOrder);
            chunks.merge(sortOrder, keys, chunks.valuesInto(values.segment())).run();
            return chunks.stats();
        });
    }

    /** Sorts the keys in place, and reorders the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, Order sortOrder) {
        return sortUnlessSorted(keys, true, sortOrder, () -> sorter.sort(keys, values, sortOrder), () -> {
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), sortOrder);
            MemorySegment order = scratch.bytes(Integer.BYTES * keys.size());
            chunks.merge(sortOrder, null, chunks.valuesInto(order)).run();
            Object[] ordered = Gather.objects(values, order);
            RunMerge mergeKeys = chunks.merge(sortOrder, keys);
            Gather.store(ordered, values);
            mergeKeys.run();
            return chunks.stats();
        });
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, Order sortOrder) {
        if (isSorted(keys, sortOrder)) {
            return new SortedIndices(KeySorter.identity(keys), nothingDone(keys, sortOrder));
        }
        return inOnePieceOrInChunks(keys, true, sortOrder, () -> sorter.argsort(keys, sortOrder), () -> {
            int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), sortOrder);
            chunks.merge(sortOrder, null, chunks.valuesInto(MemorySegment.ofArray(indices))).run();
            return new SortedIndices(indices, chunks.stats());
        });
    }

    /** Returns the memory that {@link #sort(Column, Column, Order)} of n keys needs. */
    public ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        long chunk = Math.min(n, maxKeys(type, valueBytes > 0, Order.ASCENDING));
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

    private SortStats nothingDone(Column keys, Order sortOrder) {
        return sorter.nothingDone(keys, sortOrder);
    }

    private SortStats sortUnlessSorted(
            Column keys,
            boolean withPayload,
            Order sortOrder,
            Supplier<SortStats> inOnePiece,
            Supplier<SortStats> inChunks) {
        return isSorted(keys, sortOrder)
                ? nothingDone(keys, sortOrder)
                : inOnePieceOrInChunks(keys, withPayload, sortOrder, inOnePiece, inChunks);
    }

    /**
     * Returns whether the keys are known to be sorted. They are not checked if the caller names an algorithm, which must run.
     */
    private boolean isSorted(Column keys, Order sortOrder) {
        return sorter.execution().algorithm() == null && SortedKeys.areSorted(keys, sortOrder);
    }

    private <T> T inOnePieceOrInChunks(
            Column keys, boolean withPayload, Order sortOrder, Supplier<T> inOnePiece, Supplier<T> inChunks) {
        boolean sorted = false;
        try {
            T result = sortAll(keys, withPayload, sortOrder, inOnePiece);
            // There is at least one key, since no keys fit any device.
            result = result != null ? result : inChunks.get();
            sorted = true;
            return result;
        } finally {
            sorter.endShrinking(sorted);
        }
    }

    /** Sorts all keys in one piece. Returns null if they do not fit the device. */
    private <T> T sortAll(Column keys, boolean withPayload, Order sortOrder, Supplier<T> sort) {
        while (keys.size() <= maxKeys(keys.type(), withPayload, sortOrder)) {
            try {
                return closingOnFailure(sort);
            } catch (RuntimeException | Error e) {
                if (!shrink(keys.type(), keys.size(), withPayload, sortOrder, e)) {
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
    private boolean shrink(KeyType type, long n, boolean withPayload, Order sortOrder, Throwable failure) {
        boolean shrunk = !(failure instanceof PartlyStoredException)
                && DriverFailure.isLackOfMemory(failure)
                && sorter.shrink(type, withPayload, sortOrder, n);
        if (shrunk && !warned) {
            warned = true;
            LoggerFactory.getLogger(ColumnSorter.class)
                    .warn("Not enough memory to sort {} keys at a time; using smaller chunks: {}", n,
                            DriverFailure.reason(failure));
        }
        return shrunk;
    }

    /** Sorts chunks of the keys and, unless it is null, of the values. Their lengths differ by at most one key, so that one plan sorts them. */
    private Chunks sortChunks(Column keys, Column values, Order sortOrder) {
        Chunks chunks = new Chunks(sorter, keys, values, scratch::bytes);
        long n = keys.size();
        for (long first = 0; first < n;) {
            long begin = first;
            long end =
                    first + Math.ceilDiv(n - first, Math.ceilDiv(n - first, maxKeys(keys.type(), values != null, sortOrder)));
            chunks.keep();
            try {
                closingOnFailure(() -> {
                    chunks.sort(begin, end, sortOrder);
                    return null;
                });
                first = end;
            } catch (RuntimeException | Error e) {
                if (!shrink(keys.type(), end - begin, values != null, sortOrder, e)) {
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
