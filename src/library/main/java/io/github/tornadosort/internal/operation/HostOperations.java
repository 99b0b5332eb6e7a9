package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Records;
import io.github.tornadosort.Runs;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortOptions.Processor;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.host.HostBuffers;
import io.github.tornadosort.internal.host.HostKeys;
import io.github.tornadosort.internal.host.HostPairs;
import io.github.tornadosort.internal.host.HostRuns;
import io.github.tornadosort.internal.host.HostSegments;
import io.github.tornadosort.internal.host.HostTopK;
import io.github.tornadosort.internal.host.Scratch;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * All operations on the host's cores. Several threads may run operations at once; they share no lock and no intermediate
 * results.
 */
public final class HostOperations implements AutoCloseable {
    private final HostBuffers buffers = new HostBuffers();
    /** Memory for sorts of records. Null while a sort uses it; another sort at the same time allocates its own. */
    private final AtomicReference<Scratch> scratch = new AtomicReference<>();
    private volatile boolean closed;

    /**
     * Sorts a short array on the calling thread.
     *
     * @param keys an array for keys of the type
     * @param n its length
     */
    public SortStats sortFew(Object keys, int n, KeyType type, SortOptions options) {
        HostKeys.sortFew(keys, n, type, options.isDescending());
        return stats(n, options);
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, SortOptions options) {
        boolean allBits = options.bitMask(keys.type()) == SortOptions.ascending().bitMask(keys.type());
        boolean moved = allBits
                ? HostKeys.sort(keys, options.isDescending(), buffers)
                : HostPairs.sort(keys, options, buffers);
        return stats(moved, keys, options);
    }

    /** Sorts the keys in place, and moves the same number of values with them. */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        return stats(HostPairs.sort(keys, values, options, buffers), keys, options);
    }

    /** Sorts the keys in place, and moves the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        return stats(HostPairs.sort(keys, values, options, buffers), keys, options);
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public int[] argsort(Column keys, SortOptions options) {
        return HostPairs.argsort(keys, options, buffers);
    }

    /** Returns the indices of rows that are sorted by several keys, the last of which is the primary one. */
    public int[] lexsort(List<SortKey> keys) {
        return HostPairs.lexsort(keys, buffers);
    }

    /** Sorts the keys of each segment in place, and moves the rows of the other columns with them. */
    public SortStats sortSegments(Column keys, int[] offsets, SortOptions options, List<Column> others) {
        HostSegments.sort(keys, offsets, options, others, buffers);
        return stats(true, keys.range(offsets[0], offsets[offsets.length - 1]), options);
    }

    /** Returns the distinct keys in sorted order, and how often each of them occurs. */
    public Runs runLengths(Column keys, SortOptions options) {
        return HostRuns.of(keys, options, buffers);
    }

    /** Returns the indices of the first k keys of the sorted order. */
    public int[] topK(Column keys, int k, SortOptions options) {
        return HostTopK.indices(keys, k, options, buffers);
    }

    /** Sorts the records in place. */
    public SortStats sort(Records records, SortOptions options) {
        return withRecordSort(sort -> sort.sort(records, options));
    }

    /** Returns the indices of the records in sorted order. The records are not changed. */
    public int[] argsort(Records records, SortOptions options) {
        return withRecordSort(sort -> sort.argsort(records, options));
    }

    private <T> T withRecordSort(Function<RecordSort, T> call) {
        Scratch kept = scratch.getAndSet(null);
        Scratch used = kept == null ? new Scratch() : kept;
        try {
            return call.apply(new RecordSort(this::sort, used));
        } finally {
            used.reset();
            if (!scratch.compareAndSet(null, used)) {
                used.close();
            }
            if (closed) {
                close();
            }
        }
    }

    /** Returns the memory that a sort of n keys with values of the given width needs. */
    public static ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        long indices = valueBytes > 0 ? n * 2 * Long.BYTES : 0;
        return new ScratchBytes(0, n * (type.bytes() + valueBytes) + indices);
    }

    private static SortStats stats(boolean moved, Column keys, SortOptions options) {
        return moved ? stats(keys.size(), options) : SortStats.idle(keys.size());
    }

    private static SortStats stats(long n, SortOptions options) {
        Reason reason = options.processor() == Processor.HOST ? Reason.HOST_REQUESTED : Reason.HOST;
        return SortStats.builder(n).ran(reason, Name.OF_HOST).chunks(1).build();
    }

    /** The host's name in statistics. It is in a class, so that the first sort computes it. */
    private static final class Name {
        private static final String OF_HOST = "host (" + HostKeys.threads() + " threads)";
    }

    /** Frees the memory that is kept between calls. The memory of operations that still run is freed when they end. */
    @Override
    public void close() {
        closed = true;
        buffers.close();
        Scratch kept = scratch.getAndSet(null);
        if (kept != null) {
            kept.close();
        }
    }
}
