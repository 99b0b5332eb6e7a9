package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.RecordWords;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.host.rows.TieSort;
import io.github.tornadosort.internal.host.segments.HostSegments;
import io.github.tornadosort.internal.host.select.HostTopK;
import io.github.tornadosort.internal.host.strings.FewStrings;
import io.github.tornadosort.internal.host.strings.HostStrings;
import io.github.tornadosort.internal.host.strings.StringSource;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.order.ColumnKey;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.Execution.Processor;
import io.github.tornadosort.internal.policy.ScratchBytes;
import io.github.tornadosort.internal.policy.Stats;
import io.github.tornadosort.internal.threads.Loop;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * All operations on the host's cores. Several threads may run operations at once; they share no lock and no intermediate
 * results. Of operations that a device does too, the caller says why the host does this one.
 */
public final class HostOperations implements AutoCloseable {
    /** Number of keys from which each sort gets statistics of its own. */
    private static final int SHORT = 1 << 10;
    /**
     * The statistics of short sorts that are not timed, by number of keys, and whether the host was asked for. A short sort allocates nothing then: on pages
     * of the heap that are used for the first time, statistics take 0.2 to 0.7 µs. Threads may compute an element at the same time,
     * with equal results.
     */
    private static final SortStats[] OF_SHORT = new SortStats[2 * SHORT];

    private final Execution execution;
    private final HostBuffers buffers = new HostBuffers();
    /** Memory for sorts of records. Null while a sort uses it; another sort at the same time allocates its own. */
    private final AtomicReference<Scratch> scratch = new AtomicReference<>();
    private volatile boolean closed;

    /** @param execution whether sorts are timed, and whether the host was asked for */
    public HostOperations(Execution execution) {
        this.execution = execution;
    }

    /**
     * Sorts a short array on the calling thread.
     *
     * @param keys an array for keys of the type
     * @param n its length
     */
    public SortStats sortFew(Object keys, int n, KeyType type, Order order, Reason why) {
        long start = start();
        JdkSort.sort(keys, 0, n, type, order.isDescending());
        return stats(n, why, start);
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, Order order, Reason why) {
        long start = start();
        boolean moved = HostKeys.areComparedByAllBits(keys, order)
                ? HostKeys.sort(keys, order.isDescending(), buffers)
                : HostPairs.sort(keys, order, buffers);
        return stats(moved, keys, why, start);
    }

    /** Passes the keys in sorted order to a sink. Returns null if another way is faster; nothing was passed then. */
    public SortStats sortTo(Column keys, Order order, KeySink sink, Reason why) {
        long start = start();
        return HostKeys.areComparedByAllBits(keys, order) && HostKeys.sortTo(keys, order.isDescending(), buffers, sink)
                ? stats(keys.size(), why, start)
                : null;
    }

    /** Sorts the keys in place, and moves the same number of values with them. */
    public SortStats sort(Column keys, Column values, Order order, Reason why) {
        long start = start();
        return stats(HostPairs.sort(keys, values, order, buffers), keys, why, start);
    }

    /** Sorts the keys in place, and moves the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, Order order, Reason why) {
        long start = start();
        return stats(HostPairs.sort(keys, values, order, buffers), keys, why, start);
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, Order order, Reason why) {
        long start = start();
        int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
        boolean moved = HostPairs.argsort(keys, order, indices, buffers);
        return new SortedIndices(indices, stats(moved, keys, why, start));
    }

    /**
     * Returns the indices of rows that are sorted by several keys.
     *
     * @param keys at least one, all of the same size; the first one is the primary key
     */
    public int[] argsort(List<ColumnKey> keys) {
        return HostPairs.lexsort(keys.reversed(), buffers);
    }

    /**
     * Merges two columns into a third one, which has room for both.
     *
     * @throws IllegalArgumentException if the keys of a column are not in order; nothing was written then
     */
    public SortStats merge(Column a, Column b, Column out, Order order) {
        long start = start();
        long n = a.size() + b.size();
        if (!RunMerge.mergeFew(a, b, out, order)) {
            requireSorted(a, "the first keys", order);
            requireSorted(b, "the second keys", order);
            new RunMerge(List.of(a, b), order, out).run();
        }
        return stats(n, start);
    }

    private static void requireSorted(Column keys, String what, Order order) {
        if (!SortedKeys.areSorted(keys, order)) {
            throw new IllegalArgumentException(what + " to merge are not sorted in this order");
        }
    }

    /**
     * Sorts the keys of each segment in place, and moves the rows of the other columns with them.
     *
     * @param segments number of segments
     * @param copyOffsets copies the start of each segment, and the end of the last one, to an array that may be longer
     */
    public SortStats sortSegments(
            Column keys, int segments, Consumer<int[]> copyOffsets, Order order, List<Column> others) {
        long start = start();
        int[] offsets = buffers.ints(segments + 1);
        try {
            copyOffsets.accept(offsets);
            HostSegments.sort(keys, offsets, segments, order, others, buffers);
            return stats((long) offsets[segments] - offsets[0], start);
        } finally {
            buffers.release(offsets);
        }
    }

    /** Returns the distinct keys in sorted order, and how often each of them occurs. */
    public Runs runLengths(Column keys, Order order) {
        return SortedKeys.runs(keys, order, false, buffers);
    }

    /** Returns the indices of the first k keys of the sorted order. */
    public int[] topK(Column keys, int k, Order order) {
        return HostTopK.indices(keys, k, order, buffers);
    }

    /** Sorts the records in place, and moves the rows of other columns with them. */
    public SortStats sort(Records records, List<Column> values, Order order, Reason why) {
        long start = start();
        RecordSort.requireAllBits(order);
        RecordWords words = new RecordWords(records);
        int[] indices = TieSort.argsort(words, order.isDescending(), false, buffers);
        boolean moved = false;
        for (int i = 0; i < indices.length && !moved; i++) {
            moved = indices[i] != i;
        }
        if (!moved) {
            return Stats.of(records.size());
        }
        Loop few = values.isEmpty() ? words.inOrder(indices) : null;
        if (few != null) {
            Loop.store(few);
        } else {
            withScratch(memory -> RecordSort.store(records, values, indices, memory));
        }
        return stats(records.size(), why, start);
    }

    /** Returns the indices of the records in sorted order. The records are not changed. */
    public int[] argsort(Records records, Order order) {
        RecordSort.requireAllBits(order);
        return TieSort.argsort(new RecordWords(records), order.isDescending(), false, buffers);
    }

    /** Sorts a short array of strings on the calling thread; returns null if a string is null. */
    public SortStats sortFew(String[] strings, Order order) {
        long start = start();
        return FewStrings.sort(strings, order.isDescending()) ? stats(strings.length, start) : null;
    }

    /** Returns the indices of the strings of some segments, each segment in sorted order. */
    public SortedIndices order(StringSource strings, int[] offsets, boolean nullsFirst, Order order) {
        long start = start();
        int[] indices = TieSort.argsort(strings, offsets, order.isDescending(), nullsFirst, buffers);
        return new SortedIndices(indices, stats(indices.length, start));
    }

    /** Returns the indices of the first k strings of the sorted order. */
    public int[] topK(StringSource strings, int k, boolean nullsFirst, Order order) {
        return HostStrings.topK(strings, k, order.isDescending(), nullsFirst, buffers);
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
    private long start() {
        return execution.timed() ? System.nanoTime() : 0;
    }

    private SortStats stats(boolean moved, Column keys, Reason why, long start) {
        return moved ? stats(keys.size(), why, start) : Stats.of(keys.size());
    }

    /** Returns the statistics of an operation that the host alone does. */
    private SortStats stats(long n, long start) {
        return stats(n, execution.processor() == Processor.HOST ? Reason.HOST_REQUESTED : Reason.HOST, start);
    }

    private SortStats stats(long n, Reason why, long start) {
        if (execution.timed() || n >= SHORT) {
            return ran(n, why).times(0, execution.timed() ? System.nanoTime() - start : 0, 0, 0);
        }
        int index = 2 * (int) n + (why == Reason.HOST ? 0 : 1);
        SortStats stats = OF_SHORT[index];
        if (stats == null) {
            stats = ran(n, why);
            OF_SHORT[index] = stats;
        }
        return stats;
    }

    private static Stats ran(long n, Reason why) {
        return Stats.of(n).ran(why, Name.OF_HOST);
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
