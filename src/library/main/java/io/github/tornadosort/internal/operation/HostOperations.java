package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Records;
import io.github.tornadosort.Runs;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortOptions.Processor;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.RecordWords;
import io.github.tornadosort.internal.host.rows.TieSort;
import io.github.tornadosort.internal.host.segments.HostSegments;
import io.github.tornadosort.internal.host.select.HostRuns;
import io.github.tornadosort.internal.host.select.HostTopK;
import io.github.tornadosort.internal.host.strings.FewStrings;
import io.github.tornadosort.internal.host.strings.HostStrings;
import io.github.tornadosort.internal.host.strings.StringSource;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.Loop;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * All operations on the host's cores. Several threads may run operations at once; they share no lock and no intermediate
 * results.
 */
public final class HostOperations implements AutoCloseable {
    /** Number of keys from which each sort gets statistics of its own. */
    private static final int SHORT = 1 << 10;
    /**
     * The statistics of short sorts that are not timed, by number of keys and reason. A short sort allocates nothing then: on pages
     * of the heap that are used for the first time, statistics take 0.2 to 0.7 µs. Threads may compute an element at the same time,
     * with equal results.
     */
    private static final SortStats[] OF_SHORT = new SortStats[2 * SHORT];

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
        long start = start(options);
        JdkSort.sort(keys, 0, n, type, options.isDescending());
        return stats(n, options, start);
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, SortOptions options) {
        long start = start(options);
        boolean moved = HostKeys.areComparedByAllBits(keys, options)
                ? HostKeys.sort(keys, options.isDescending(), buffers)
                : HostPairs.sort(keys, options, buffers);
        return stats(moved, keys, options, start);
    }

    /** Passes the keys in sorted order to a sink. Returns null if another way is faster; nothing was passed then. */
    public SortStats sortTo(Column keys, SortOptions options, KeySink sink) {
        long start = start(options);
        return HostKeys.areComparedByAllBits(keys, options) && HostKeys.sortTo(keys, options.isDescending(), buffers, sink)
                ? stats(keys.size(), options, start)
                : null;
    }

    /** Sorts the keys in place, and moves the same number of values with them. */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        long start = start(options);
        return stats(HostPairs.sort(keys, values, options, buffers), keys, options, start);
    }

    /** Sorts the keys in place, and moves the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        long start = start(options);
        return stats(HostPairs.sort(keys, values, options, buffers), keys, options, start);
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public int[] argsort(Column keys, SortOptions options) {
        return HostPairs.argsort(keys, options, buffers);
    }

    /** Returns the indices of rows that are sorted by several keys, the last of which is the primary one. */
    public int[] lexsort(List<SortKey> keys) {
        return HostPairs.lexsort(keys, buffers);
    }

    /**
     * Sorts the keys of each segment in place, and moves the rows of the other columns with them.
     *
     * @param segments number of segments
     * @param copyOffsets copies the start of each segment, and the end of the last one, to an array that may be longer
     */
    public SortStats sortSegments(
            Column keys, int segments, Consumer<int[]> copyOffsets, SortOptions options, List<Column> others) {
        long start = start(options);
        int[] offsets = buffers.ints(segments + 1);
        try {
            copyOffsets.accept(offsets);
            HostSegments.sort(keys, offsets, segments, options, others, buffers);
            return stats((long) offsets[segments] - offsets[0], options, start);
        } finally {
            buffers.release(offsets);
        }
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
        long start = start(options);
        RecordSort.requireAllBits(options);
        RecordWords words = new RecordWords(records);
        int[] order = TieSort.argsort(words, options.isDescending(), false, buffers);
        boolean moved = false;
        for (int i = 0; i < order.length && !moved; i++) {
            moved = order[i] != i;
        }
        if (moved) {
            Loop store = words.inOrder(order);
            if (store != null) {
                Loop.store(store);
            } else {
                withScratch(memory -> RecordSort.store(records, order, memory));
            }
        }
        return moved ? stats(records.size(), options, start) : SortStats.idle(records.size());
    }

    /** Returns the indices of the records in sorted order. The records are not changed. */
    public int[] argsort(Records records, SortOptions options) {
        RecordSort.requireAllBits(options);
        return TieSort.argsort(new RecordWords(records), options.isDescending(), false, buffers);
    }

    /** Sorts a short array of strings on the calling thread; returns null if a string is null. */
    public SortStats sortFew(String[] strings, SortOptions options) {
        long start = start(options);
        return FewStrings.sort(strings, options.isDescending()) ? stats(strings.length, options, start) : null;
    }

    /** Returns the indices of the strings of some segments, each segment in sorted order. */
    public SortedIndices order(StringSource strings, int[] offsets, boolean nullsFirst, SortOptions options) {
        long start = start(options);
        int[] order = TieSort.argsort(strings, offsets, options.isDescending(), nullsFirst, buffers);
        return new SortedIndices(order, stats(order.length, options, start));
    }

    /** Returns the indices of the first k strings of the sorted order. */
    public int[] topK(StringSource strings, int k, boolean nullsFirst, SortOptions options) {
        return HostStrings.topK(strings, k, options.isDescending(), nullsFirst, buffers);
    }

    private void withScratch(Consumer<Scratch> call) {
        Scratch kept = scratch.getAndSet(null);
        Scratch used = kept == null ? new Scratch() : kept;
        try {
            call.accept(used);
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

    /** Returns the memory that a sort of n keys with values of the given width needs: for a copy of the rows. */
    public static ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        int longs = Math.max(type.bytes(), valueBytes) <= Integer.BYTES ? 1 : 2;
        return new ScratchBytes(0, n * (valueBytes > 0 ? longs * Long.BYTES : type.bytes()));
    }

    /** Returns the time at which a sort starts, or 0 if it is not timed: to read the clock takes longer than to sort ten keys. */
    private static long start(SortOptions options) {
        return options.timed() ? System.nanoTime() : 0;
    }

    private static SortStats stats(boolean moved, Column keys, SortOptions options, long start) {
        return moved ? stats(keys.size(), options, start) : SortStats.idle(keys.size());
    }

    private static SortStats stats(long n, SortOptions options, long start) {
        Reason reason = options.processor() == Processor.HOST ? Reason.HOST_REQUESTED : Reason.HOST;
        return n < SHORT && !options.timed()
                ? ofShort((int) n, reason)
                : stats(n, reason, options.timed() ? System.nanoTime() - start : 0);
    }

    private static SortStats ofShort(int n, Reason reason) {
        int index = 2 * n + (reason == Reason.HOST ? 0 : 1);
        SortStats stats = OF_SHORT[index];
        if (stats == null) {
            stats = stats(n, reason, 0);
            OF_SHORT[index] = stats;
        }
        return stats;
    }

    private static SortStats stats(long n, Reason reason, long nanos) {
        return SortStats.builder(n).ran(reason, Name.OF_HOST).kernels(nanos, 0).chunks(1).build();
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
