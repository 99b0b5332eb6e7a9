package io.github.tornadosort.internal.device;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.Copy;
import io.github.tornadosort.internal.host.Gather;
import io.github.tornadosort.internal.host.Layouts;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.host.RunMerge;
import io.github.tornadosort.internal.host.RunMerge.Rows;
import io.github.tornadosort.internal.host.Scratch;
import io.github.tornadosort.internal.host.SortedKeys;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;

/**
 * Sorts columns of any length. A column that fits the device is sorted in one piece. A longer column is sorted in chunks,
 * which the host merges. Chunks are sorted in copies: only the merge overwrites the caller's memory, after everything that it
 * needs has been allocated.
 *
 * <p>Keys that are already sorted never leave the host. The check usually ends within the first keys if they are not sorted
 * (Ha, Krüger and Silva 2009, §4.4).
 *
 * <p>A device may have less free memory than it reports. So may the host, which holds a copy of each device buffer. If either
 * runs out of memory, all device memory is freed, and the chunk size is halved.
 */
public final class ColumnSorter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ColumnSorter.class);

    private final KeySorter sorter;
    private final Scratch scratch;
    private boolean warned;

    /**
     * Wraps a sorter of columns that fit the device.
     *
     * @param scratch the memory in which chunks are sorted
     */
    public ColumnSorter(KeySorter sorter, Scratch scratch) {
        this.sorter = sorter;
        this.scratch = scratch;
    }

    /** Returns the maximum number of keys that are sorted in one piece. */
    public long maxKeys(KeyType type, boolean withPayload, SortOptions options) {
        return sorter.maxKeys(type, withPayload, options);
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, SortOptions options) {
        return sortUnlessSorted(keys, false, options, () -> sorter.sort(keys, options), () -> {
            Chunks chunks = sortChunks(keys, null, options);
            chunks.merge(options, chunks.keysInto(keys)).run();
            return chunks.stats;
        });
    }

    /** Sorts the keys in place, and reorders the same number of values with them. */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, () -> sorter.sort(keys, values, options), () -> {
            Chunks chunks = sortChunks(keys, values, options);
            chunks.merge(options, chunks.keysInto(keys), chunks.valuesInto(values.segment())).run();
            return chunks.stats;
        });
    }

    /** Sorts the keys in place, and reorders the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, () -> sorter.sort(keys, values, options), () -> {
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), options);
            MemorySegment order = scratch.bytes(Integer.BYTES * keys.size());
            chunks.merge(options, chunks.valuesInto(order)).run();
            Object[] ordered = Gather.objects(values, order);
            RunMerge mergeKeys = chunks.merge(options, chunks.keysInto(keys));
            Gather.store(ordered, values);
            mergeKeys.run();
            return chunks.stats;
        });
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, SortOptions options) {
        if (isSorted(keys, options)) {
            return new SortedIndices(KeySorter.identity(keys), sorter.nothingDone(keys, options));
        }
        return inOnePieceOrInChunks(keys, true, options, () -> sorter.argsort(keys, options), () -> {
            int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
            Chunks chunks = sortChunks(keys, rowIndices(keys.size()), options);
            chunks.merge(options, chunks.valuesInto(MemorySegment.ofArray(indices))).run();
            return new SortedIndices(indices, chunks.stats);
        });
    }

    /** Returns the memory that {@link #sort(Column, Column, SortOptions)} of n keys needs. */
    public ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        long chunk = Math.min(n, maxKeys(type, valueBytes > 0, SortOptions.ascending()));
        ScratchBytes chunkBytes = sorter.scratchBytes(type, valueBytes, (int) chunk);
        long copies = n > chunk ? n * (type.bytes() + valueBytes) : 0;
        return new ScratchBytes(chunkBytes.device(), chunkBytes.host() + copies);
    }

    /** Returns the number of verified sorts that the device has got wrong so far. */
    public int mismatches() {
        return sorter.mismatches();
    }

    @Override
    public void close() {
        sorter.close();
    }

    private SortStats sortUnlessSorted(
            Column keys,
            boolean withPayload,
            SortOptions options,
            Supplier<SortStats> inOnePiece,
            Supplier<SortStats> inChunks) {
        return isSorted(keys, options)
                ? sorter.nothingDone(keys, options)
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
            T result = inOnePieceIfItFits(keys, withPayload, options, inOnePiece);
            if (result == null) {
                result = inChunks.get();
            }
            sorted = true;
            return result;
        } finally {
            sorter.endShrinking(sorted);
        }
    }

    /** Sorts in one piece; returns null if the keys do not fit the device. There is at least one key in that case. */
    private <T> T inOnePieceIfItFits(Column keys, boolean withPayload, SortOptions options, Supplier<T> inOnePiece) {
        while (keys.size() <= maxKeys(keys.type(), withPayload, options)) {
            try {
                return closingPlansOnFailure(inOnePiece);
            } catch (TornadoOutOfMemoryException | OutOfMemoryError e) {
                if (!shrink(keys, withPayload, options, e)) {
                    throw e;
                }
            }
        }
        return null;
    }

    /**
     * Sorts chunks of copies of the keys and, unless it is null, of the values. The lengths of the chunks differ by at most one
     * key, so that one plan sorts them all and no chunk wastes capacity.
     */
    private Chunks sortChunks(Column keys, Column values, SortOptions options) {
        Chunks chunks = new Chunks(copy(keys), values == null ? null : copy(values));
        long n = keys.size();
        for (long first = 0; first < n;) {
            long chunksLeft = Math.ceilDiv(n - first, maxKeys(keys.type(), values != null, options));
            long end = first + Math.ceilDiv(n - first, chunksLeft);
            try {
                chunks.sort(first, end, options);
                first = end;
            } catch (TornadoOutOfMemoryException | OutOfMemoryError e) {
                if (!shrink(keys.range(first, end), values != null, options, e)) {
                    throw e;
                }
            }
        }
        return chunks;
    }

    /** Does work on the device. A failure may leave plans in an undefined state, so all plans are closed then. */
    private <T> T closingPlansOnFailure(Supplier<T> work) {
        try {
            return work.get();
        } catch (CancellationException e) {
            // Thrown between two executions, when all plans are in a defined state.
            throw e;
        } catch (RuntimeException | Error e) {
            try {
                sorter.close();
            } catch (RuntimeException | Error closing) {
                // TornadoVM cannot always free a plan that failed; report the original failure.
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /** Halves the capacity of the plan for this chunk; returns false if it already has the smallest capacity. */
    private boolean shrink(Column chunk, boolean withPayload, SortOptions options, Throwable e) {
        boolean shrunk = sorter.shrink(chunk.type(), withPayload, options, chunk.size());
        if (shrunk && !warned) {
            warned = true;
            LOG.warn("Not enough memory to sort {} keys at a time; using smaller chunks: {}", chunk.size(), e.getMessage());
        }
        return shrunk;
    }

    private Column copy(Column column) {
        MemorySegment copy = scratch.bytes(column.segment().byteSize());
        Copy.bytes(column.segment(), copy);
        return new Column(copy, column.type());
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

    /** Copies of keys and values that are sorted chunk by chunk. */
    private final class Chunks {
        private final Column keys;
        private final Column values;
        private final List<Column> sortedKeys = new ArrayList<>();
        private final List<Column> sortedValues = new ArrayList<>();
        private SortStats stats = SortStats.idle(0);

        private Chunks(Column keys, Column values) {
            this.keys = keys;
            this.values = values;
        }

        private void sort(long first, long end, SortOptions options) {
            Column chunk = keys.range(first, end);
            if (values == null) {
                stats = stats.plus(closingPlansOnFailure(() -> sorter.sort(chunk, options)));
            } else {
                Column chunkValues = values.range(first, end);
                stats = stats.plus(closingPlansOnFailure(() -> sorter.sort(chunk, chunkValues, options)));
                sortedValues.add(chunkValues);
            }
            sortedKeys.add(chunk);
        }

        private RunMerge merge(SortOptions options, Rows... rows) {
            return new RunMerge(sortedKeys, options, rows);
        }

        private Rows keysInto(Column to) {
            return rows(sortedKeys, to.segment());
        }

        private Rows valuesInto(MemorySegment to) {
            return rows(sortedValues, to);
        }

        private static Rows rows(List<Column> from, MemorySegment to) {
            return new Rows(
                    from.stream().map(Column::segment).toList(), to, from.getFirst().type().bytes());
        }
    }
}
