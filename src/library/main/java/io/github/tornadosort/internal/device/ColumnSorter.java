package io.github.tornadosort.internal.device;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.Chunks.Range;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.policy.Crossovers;
import io.github.tornadosort.internal.policy.SortKind;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.threads.Loop.PartlyStoredException;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Sorts columns of any length on one or more devices. A column that fits a device is sorted in one piece by the fastest device. A
 * longer column is sorted in chunks, which the host merges. So is a column that fits, if several devices are to share it, or are
 * expected to sort it faster. Only the merge overwrites the caller's memory, after everything that it needs has been allocated.
 *
 * <p>Keys that are already sorted never leave the host. The check usually ends within the first keys if they are not sorted
 * (Ha, Krüger and Silva 2009, §4.4).
 */
public final class ColumnSorter implements AutoCloseable {
    /** Fewer keys are not divided: starting threads, and several executions, would take longer than the sort. */
    private static final long MIN_DIVIDED = 1 << 20;

    private final List<ChunkSorter> devices;
    private final boolean alwaysDivides;
    private final Scratch scratch;

    /**
     * Wraps sorters of columns that fit their devices.
     *
     * @param sorters at least one, each of another device
     * @param scratch the memory in which chunks are sorted; the first sorter may use it too, the others may not
     * @param alwaysDivides whether several devices share keys also if one of them is expected to be faster
     */
    public ColumnSorter(List<KeySorter> sorters, Scratch scratch, boolean alwaysDivides) {
        boolean several = sorters.size() > 1;
        this.devices = sorters.stream()
                .map(sorter -> new ChunkSorter(sorter, several ? costs(sorter) : Crossovers.NONE))
                .toList();
        this.scratch = scratch;
        this.alwaysDivides = alwaysDivides && several;
    }

    private static Crossovers costs(KeySorter sorter) {
        return SortPolicies.crossovers(sorter.device(), HostKeys.threads());
    }

    /** Returns the maximum number of keys that are sorted in one piece. */
    public long maxKeys(KeyType type, boolean withPayload, SortOptions options) {
        return fastest(SortKind.of(type, withPayload)).maxKeys(type, withPayload, options);
    }

    /** Returns the device that is expected to be the fastest. */
    private ChunkSorter fastest(SortKind kind) {
        ChunkSorter fastest = devices.getFirst();
        for (ChunkSorter device : devices) {
            fastest = device.expectedNanosPerKey(kind) < fastest.expectedNanosPerKey(kind) ? device : fastest;
        }
        return fastest;
    }

    /** Returns whether several devices share n keys that one of them could hold. */
    private boolean isDivided(long n, SortKind kind) {
        return n >= MIN_DIVIDED
                && (alwaysDivides || devices.stream().allMatch(device -> device.isFasterWithOthers(n, kind)));
    }

    /**
     * Returns whether the fastest device would find the kernels of a sort compiled, or known to be wrong. Any thread may call this
     * method.
     */
    public boolean isPrepared(SortRequest sort) {
        return fastest(SortKind.of(sort.type(), sort.hasPayload())).isPrepared(sort);
    }

    /** Tests and compiles the kernels of a sort on the fastest device. If they are wrong, the host will sort such keys. */
    public void prepare(SortRequest sort) {
        fastest(SortKind.of(sort.type(), sort.hasPayload())).prepare(sort);
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, SortOptions options) {
        return sortUnlessSorted(keys, false, options, sorter -> sorter.sort(keys, options), on -> {
            Chunks chunks = sortChunks(keys, null, options, on);
            chunks.merge(options, keys).run();
            return chunks.stats();
        });
    }

    /** Sorts the keys in place, and reorders the same number of values with them. */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, sorter -> sorter.sort(keys, values, options), on -> {
            Chunks chunks = sortChunks(keys, values, options, on);
            chunks.merge(options, keys, chunks.valuesInto(values.segment())).run();
            return chunks.stats();
        });
    }

    /** Sorts the keys in place, and reorders the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, sorter -> sorter.sort(keys, values, options), on -> {
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), options, on);
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
        return inOnePieceOrInChunks(keys, true, options, sorter -> sorter.argsort(keys, options), on -> {
            int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), options, on);
            chunks.merge(options, null, chunks.valuesInto(MemorySegment.ofArray(indices))).run();
            return new SortedIndices(indices, chunks.stats());
        });
    }

    /**
     * Returns the memory that {@link #sort(Column, Column, SortOptions)} of n keys needs. If several devices sort, their shares are
     * assumed to be equal.
     */
    public ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        SortKind kind = SortKind.of(type, valueBytes > 0);
        long most = maxKeys(type, valueBytes > 0, SortOptions.ascending());
        boolean inOnePiece = n <= most && !isDivided(n, kind);
        long onDevices = 0;
        long onHost = inOnePiece ? 0 : n * (type.bytes() + valueBytes);
        for (ChunkSorter device : inOnePiece ? List.of(fastest(kind)) : devices) {
            long share = inOnePiece ? n : Math.ceilDiv(n, devices.size());
            long chunk = Math.min(share, device.maxKeys(type, valueBytes > 0, SortOptions.ascending()));
            ScratchBytes chunkBytes = device.sorter().scratchBytes(type, valueBytes, (int) chunk);
            onDevices += chunkBytes.device();
            onHost += chunkBytes.host();
        }
        return new ScratchBytes(onDevices, onHost);
    }

    /** Returns the number of verified sorts that the devices have got wrong so far. */
    public int mismatches() {
        return devices.stream().mapToInt(device -> device.sorter().mismatches()).sum();
    }

    /** Closes all sorters, even if closing one of them fails. */
    @Override
    public void close() {
        close(devices.iterator());
    }

    private static void close(Iterator<ChunkSorter> devices) {
        if (devices.hasNext()) {
            try (KeySorter _ = devices.next().sorter()) {
                close(devices);
            }
        }
    }

    private SortStats nothingDone(Column keys, SortOptions options) {
        return devices.getFirst().sorter().nothingDone(keys, options);
    }

    private SortStats sortUnlessSorted(
            Column keys,
            boolean withPayload,
            SortOptions options,
            Function<KeySorter, SortStats> inOnePiece,
            Function<List<ChunkSorter>, SortStats> inChunks) {
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
            Column keys,
            boolean withPayload,
            SortOptions options,
            Function<KeySorter, T> inOnePiece,
            Function<List<ChunkSorter>, T> inChunks) {
        SortKind kind = SortKind.of(keys.type(), withPayload);
        boolean sorted = false;
        try {
            T result = null;
            List<ChunkSorter> others = devices;
            if (!isDivided(keys.size(), kind)) {
                ChunkSorter fastest = fastest(kind);
                try {
                    result = fastest.sortAll(keys, withPayload, options, () -> inOnePiece.apply(fastest.sorter()));
                } catch (RuntimeException | Error e) {
                    others = othersAfter(e, fastest, keys);
                }
            }
            // There is at least one key, since no keys fit any device.
            result = result != null ? result : inChunks.apply(others);
            sorted = true;
            return result;
        } finally {
            for (ChunkSorter device : devices) {
                device.sorter().endShrinking(sorted);
            }
        }
    }

    /**
     * Returns the devices that can sort keys after one of them has failed.
     *
     * @throws RuntimeException the failure, if there is no other device, or the keys cannot be sorted again
     */
    private List<ChunkSorter> othersAfter(Throwable failure, ChunkSorter device, Column keys) {
        List<ChunkSorter> others = new ArrayList<>(devices);
        others.remove(device);
        if (others.isEmpty() || keys.size() == 0 || failure instanceof CancellationException
                || failure instanceof PartlyStoredException) {
            ChunkDealer.rethrow(failure);
        }
        ChunkDealer.warn(device, failure);
        return others;
    }

    /** Sorts chunks of the keys and, unless it is null, of the values. */
    private Chunks sortChunks(Column keys, Column values, SortOptions options, List<ChunkSorter> on) {
        Chunks chunks = new Chunks(keys, values, scratch::bytes);
        if (on.size() == 1) {
            // The lengths of the chunks differ by at most one key, so that one plan sorts them all.
            on.getFirst().sort(chunks, new Range(0, keys.size()), options);
        } else {
            new ChunkDealer(chunks, options).sort(on);
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
