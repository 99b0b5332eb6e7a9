package io.github.tornadosort.internal.device;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.Copy;
import io.github.tornadosort.internal.host.Gather;
import io.github.tornadosort.internal.host.HostMemory;
import io.github.tornadosort.internal.host.Layouts;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.host.RunMerge;
import io.github.tornadosort.internal.host.RunMerge.Rows;
import io.github.tornadosort.internal.host.Scratch;
import io.github.tornadosort.internal.host.SortedKeys;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;

/**
 * Sorts columns of any length: what fits the device in one piece, and what does not in chunks, which are sorted on the
 * device and merged on the host. Chunks are sorted in copies, and only the merge writes the caller's memory, when all that
 * it needs has been allocated.
 * Keys that are sorted already never leave the host: a look at their beginning tells most others at once (Ha, Krüger and
 * Silva 2009, §4.4).
 *
 * <p>A device may have less memory left than it says it has, and so may the host, in whose memory the device's buffers have
 * their other side. Where either runs out, everything on the device is freed, and chunks become half as long.
 */
public final class ColumnSorter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ColumnSorter.class);

    private final KeySorter sorter;
    private final Scratch scratch;
    private boolean warned;

    /** @param scratch where chunks are sorted */
    public ColumnSorter(KeySorter sorter, Scratch scratch) {
        this.sorter = sorter;
        this.scratch = scratch;
    }

    /** The most keys that are sorted in one piece. */
    public long mostKeys(KeyType type, boolean withPayload, SortOptions options) {
        return sorter.mostKeys(type, withPayload, options);
    }

    /** Sorts the keys where they are. */
    public SortStats sort(Column keys, SortOptions options) {
        return sortUnlessSorted(keys, false, options, () -> sorter.sort(keys, options), () -> {
            Chunks chunks = sortChunks(keys, null, options);
            chunks.merge(options, chunks.keysInto(keys)).run();
            return chunks.stats;
        });
    }

    /** Sorts the keys where they are, and as many values along with them. */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, () -> sorter.sort(keys, values, options), () -> {
            Chunks chunks = sortChunks(keys, values, options);
            chunks.merge(options, chunks.keysInto(keys), chunks.valuesInto(values.segment())).run();
            return chunks.stats;
        });
    }

    /** Sorts the keys where they are, and as many objects along with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        return sortUnlessSorted(keys, true, options, () -> sorter.sort(keys, values, options), () -> {
            Chunks chunks = sortChunks(keys, numbers(keys.size()), options);
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
            return new SortedIndices(KeySorter.unmoved(keys), sorter.nothingDone(keys, options));
        }
        return wholeOrInChunks(keys, true, options, () -> sorter.argsort(keys, options), () -> {
            int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
            Chunks chunks = sortChunks(keys, numbers(keys.size()), options);
            chunks.merge(options, chunks.valuesInto(MemorySegment.ofArray(indices))).run();
            return new SortedIndices(indices, chunks.stats);
        });
    }

    /** What {@link #sort(Column, Column, SortOptions)} of so many keys works in. */
    public ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        long chunk = Math.min(n, mostKeys(type, valueBytes > 0, SortOptions.ascending()));
        ScratchBytes ofChunk = sorter.scratchBytes(type, valueBytes, (int) chunk);
        long copies = n > chunk ? n * (type.bytes() + valueBytes) : 0;
        return new ScratchBytes(ofChunk.device(), ofChunk.host() + copies);
    }

    /** Verified sorts so far that the device got wrong. */
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
            Supplier<SortStats> whole,
            Supplier<SortStats> inChunks) {
        return isSorted(keys, options)
                ? sorter.nothingDone(keys, options)
                : wholeOrInChunks(keys, withPayload, options, whole, inChunks);
    }

    /** An algorithm that is asked for by its name is shown the keys as they are. */
    private static boolean isSorted(Column keys, SortOptions options) {
        return options.algorithm() == Algorithm.AUTO && SortedKeys.areSorted(keys, options);
    }

    private <T> T wholeOrInChunks(
            Column keys, boolean withPayload, SortOptions options, Supplier<T> whole, Supplier<T> inChunks) {
        boolean sorted = false;
        try {
            T result = wholeIfItFits(keys, withPayload, options, whole);
            if (result == null) {
                result = inChunks.get();
            }
            sorted = true;
            return result;
        } finally {
            sorter.endShrinking(sorted);
        }
    }

    /** Returns null if the keys, of which there is at least one then, do not fit on the device. */
    private <T> T wholeIfItFits(Column keys, boolean withPayload, SortOptions options, Supplier<T> whole) {
        while (keys.size() <= mostKeys(keys.type(), withPayload, options)) {
            try {
                return clearingAfterFailure(whole);
            } catch (TornadoOutOfMemoryException | OutOfMemoryError e) {
                if (!shrink(keys, withPayload, options, e)) {
                    throw e;
                }
            }
        }
        return null;
    }

    /**
     * Sorts copies of chunks of the keys and, unless they are null, the values. Chunks are equally long but for a key: one
     * plan sorts them all, and none has more room than it needs.
     */
    private Chunks sortChunks(Column keys, Column values, SortOptions options) {
        Chunks chunks = new Chunks(copy(keys), values == null ? null : copy(values));
        long n = keys.size();
        for (long first = 0; first < n;) {
            long more = Math.ceilDiv(n - first, mostKeys(keys.type(), values != null, options));
            long end = first + Math.ceilDiv(n - first, more);
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

    /** What failed on the device may have left plans there in any state: they go. */
    private <T> T clearingAfterFailure(Supplier<T> work) {
        try {
            return work.get();
        } catch (CancellationException e) {
            // Between two executions: all is in order.
            throw e;
        } catch (RuntimeException | Error e) {
            try {
                sorter.close();
            } catch (RuntimeException | Error closing) {
                // TornadoVM cannot always free a plan that failed; the failure itself is what matters.
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /** Makes the device's plans smaller, unless those for this chunk are the smallest. */
    private boolean shrink(Column chunk, boolean withPayload, SortOptions options, Throwable e) {
        boolean shrunk = sorter.shrink(chunk.type(), withPayload, options, chunk.size());
        if (shrunk && !warned) {
            warned = true;
            LOG.warn("There is no memory to sort {} keys at a time, so fewer are: {}", chunk.size(), e.getMessage());
        }
        return shrunk;
    }

    private Column copy(Column column) {
        MemorySegment copy = scratch.bytes(column.segment().byteSize());
        Copy.bytes(column.segment(), copy);
        return new Column(copy, column.type());
    }

    private Column numbers(long n) {
        MemorySegment numbers = scratch.bytes(Integer.BYTES * n);
        ParallelRanges.ranges(n, (first, end) -> {
            for (long i = first; i < end; i++) {
                numbers.set(Layouts.INT, Integer.BYTES * i, (int) i);
            }
        });
        return new Column(numbers, KeyType.INT32);
    }

    /** Copies of keys and values that are being sorted piece by piece. */
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
                stats = stats.plus(clearingAfterFailure(() -> sorter.sort(chunk, options)));
            } else {
                Column moved = values.range(first, end);
                stats = stats.plus(clearingAfterFailure(() -> sorter.sort(chunk, moved, options)));
                sortedValues.add(moved);
            }
            sortedKeys.add(chunk);
        }

        private RunMerge merge(SortOptions options, Rows... moved) {
            return new RunMerge(sortedKeys, options, moved);
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
