package io.github.tornadosort.internal.host.merge;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.host.keys.Merge32;
import io.github.tornadosort.internal.host.keys.Merge64;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Merges sorted runs. The merge is stable: of equal keys, those of an earlier run come first. The output is split into parts of equal
 * length, whatever the keys are, and each thread merges one part at a time, in windows that fit in its core's cache: it cuts all runs
 * where the window ends, and merges the pieces ({@link RowWindow}, {@link KeyWindow32}).
 *
 * <p>The constructor allocates everything that the merge needs. {@link #run}, which overwrites the output, therefore cannot
 * run out of memory. It compares every key with the one before it in its run, since keys that are not sorted could be lost.
 */
public final class RunMerge {
    private final List<OrderedKeys> runs;
    private final Merger[] mergers;
    private final Loop loop;
    /** Whether a key was found that is less than the one before it in its run. */
    private volatile boolean descends;

    /**
     * Values that move with the keys.
     *
     * @param from the values of each run
     * @param to where the values are written; must not overlap the others
     * @param width bytes per value
     */
    public record Rows(List<MemorySegment> from, MemorySegment to, int width) {}

    /** Merges the keys of a part of the output that one thread handles at a time. Allocates nothing. */
    interface Window {
        /** Loads n keys of a run. Returns false if one of them is less than the one before it. */
        boolean load(int run, long first, int n);

        /** Merges the keys that were loaded, and writes them from an index of the output on. */
        void store(long at);
    }

    /**
     * Prepares a merge.
     *
     * @param runs at least one run, sorted in the order of the order
     * @param merged where the keys are written, which must not overlap the runs; null if only values are
     * @param values values to merge
     */
    public RunMerge(List<Column> runs, Order sortOrder, Column merged, Rows... values) {
        this.runs = runs.stream().map(run -> new OrderedKeys(run, sortOrder)).toList();
        List<MemorySegment> keys = runs.stream().map(Column::segment).toList();
        List<Rows> moved = new ArrayList<>(List.of(values));
        if (merged != null) {
            moved.addFirst(new Rows(keys, merged.segment(), merged.type().bytes()));
        }
        long n = runs.stream().mapToLong(Column::size).sum();
        int parts = n <= HostPolicy.CACHED ? 1 : ParallelRanges.parts(n);
        long useful = Math.clamp(HostPolicy.SHARED,
                (long) HostPolicy.STEPS * runs.size(), (long) HostPolicy.FEW * runs.size());
        int window = (int) (parts == 1 ? n : Math.min(HostKeys.MAX_KEYS, Math.min(Math.ceilDiv(n, parts), useful)));
        boolean alone = values.length == 0 && n <= HostKeys.MAX_KEYS && areWords(runs, sortOrder);
        this.mergers = new Merger[Loop.threads(parts)];
        for (int thread = 0; thread < mergers.length; thread++) {
            mergers[thread] = new Merger(window,
                    alone
                            ? keyWindow(runs, sortOrder.isDescending(), merged.range(0, n), window)
                            : new RowWindow(this.runs, moved, window));
        }
        List<MemorySegment> touched = new ArrayList<>(keys);
        for (Rows rows : moved) {
            touched.addAll(rows.from());
            touched.add(rows.to());
        }
        this.loop = new Loop(
                parts,
                (part, thread) -> mergers[thread].merge(ParallelRanges.start(n, parts, part),
                        ParallelRanges.start(n, parts, part + 1)),
                touched.toArray(MemorySegment[]::new));
    }

    /**
     * Merges few keys of arrays in ascending order.
     *
     * @return false if the keys are others, or are not sorted; nothing was written then
     */
    public static boolean mergeFew(Column a, Column b, Column out, Order sortOrder) {
        KeyType type = a.type();
        if (a.size() + b.size() > HostPolicy.CACHED || sortOrder.isDescending()
                || !HostKeys.areComparedByAllBits(a, sortOrder)) {
            return false;
        }
        Object x = JdkSort.arrayOf(a);
        Object y = JdkSort.arrayOf(b);
        Object to = JdkSort.arrayOf(out);
        int n = (int) a.size();
        int m = (int) b.size();
        int i = JdkSort.indexOf(a);
        int j = JdkSort.indexOf(b);
        return x != null && y != null && to != null
                && (type == KeyType.INT32
                        && Merge32.mergeSorted((int[]) x, i, n, (int[]) y, j, m, (int[]) to, JdkSort.indexOf(out))
                        || type == KeyType.INT64
                                && Merge64.mergeSorted((long[]) x, i, n, (long[]) y, j, m, (long[]) to,
                                        JdkSort.indexOf(out)));
    }

    private static Window keyWindow(List<Column> runs, boolean descending, Column merged, int size) {
        return merged.type().bytes() == Integer.BYTES
                ? new KeyWindow32(runs, descending, merged, size)
                : new KeyWindow64(runs, descending, merged, size);
    }

    /** Returns whether keys can be computed from words in the order of the sort, so that equal keys need not keep their order. */
    private static boolean areWords(List<Column> runs, Order sortOrder) {
        return runs.getFirst().type().bytes() >= Integer.BYTES
                && HostKeys.areComparedByAllBits(runs.getFirst(), sortOrder)
                && runs.stream().noneMatch(run -> endsWithNaN(run, sortOrder));
    }

    /** Returns whether the last key in ascending order is a NaN. */
    private static boolean endsWithNaN(Column run, Order sortOrder) {
        OrderedKeys ascending = new OrderedKeys(run, Order.ASCENDING);
        return run.type().isFloat()
                && run.size() > 0
                && ascending.at(sortOrder.isDescending() ? 0 : run.size() - 1) == ascending.largest();
    }

    /**
     * Merges the runs. Must be called only once.
     *
     * @throws IllegalArgumentException if a run is not sorted; only some of the output may be written then
     */
    public void run() {
        Loop.store(loop);
        for (int run = 0; descends && run < runs.size(); run++) {
            requireSorted(run);
        }
    }

    private void requireSorted(int run) {
        OrderedKeys keys = runs.get(run);
        for (long i = 1; i < keys.size(); i++) {
            if (keys.at(i) < keys.at(i - 1)) {
                throw new IllegalArgumentException("run " + run + " is not sorted: the key at index " + i
                        + " comes before the one at index " + (i - 1));
            }
        }
    }

    /** Merges parts of the output one after the other, on one thread. */
    private final class Merger {
        private final int size;
        private final Window window;
        /** For each run, the index of its first key that belongs to the window. */
        private final long[] begin = HostMemory.longs(runs.size());
        /** For each run, the index after its last key that belongs to the window. */
        private final long[] end = HostMemory.longs(runs.size());
        /** For each run, the index after its last key that belongs to the part. */
        private final long[] last = HostMemory.longs(runs.size());
        private final long[] high = HostMemory.longs(runs.size());
        private final long[] middle = HostMemory.longs(runs.size());

        private Merger(int size, Window window) {
            this.size = size;
            this.window = window;
        }

        private void merge(long first, long to) {
            Arrays.fill(begin, 0);
            take(to);
            System.arraycopy(end, 0, last, 0, end.length);
            take(first);
            for (long at = first; at < to && !descends; at += size) {
                System.arraycopy(end, 0, begin, 0, end.length);
                take(Math.min(size, to - at));
                if (load()) {
                    window.store(at);
                } else {
                    descends = true;
                }
            }
            // The next part begins with other keys if a run is not sorted.
            if (!Arrays.equals(end, last)) {
                descends = true;
            }
        }

        private boolean load() {
            boolean sorted = true;
            for (int run = 0; run < end.length; run++) {
                if (end[run] > begin[run]) {
                    sorted &= window.load(run, begin[run], (int) (end[run] - begin[run]));
                }
            }
            return sorted;
        }

        /** Computes how many keys of each run are among the first {@code count} keys of the output after {@code begin}. */
        private void take(long count) {
            long least = Long.MAX_VALUE;
            long most = Long.MIN_VALUE;
            for (int run = 0; run < end.length; run++) {
                OrderedKeys keys = runs.get(run);
                end[run] = begin[run];
                high[run] = Math.min(begin[run] + count, keys.size());
                if (end[run] < high[run]) {
                    least = Math.min(least, keys.at(end[run]));
                    most = Math.max(most, keys.at(high[run] - 1));
                }
            }
            // Find, bit by bit, the largest key that has at most count smaller keys. The bits above are those of all keys.
            long bit = Long.highestOneBit(least ^ most);
            long varying = bit | bit - 1;
            long key = bit == 0 ? least : (least ^ OrderedKeys.SMALLEST) & ~varying ^ OrderedKeys.SMALLEST;
            for (; bit != 0; bit >>>= 1) {
                // Adding the sign bit to Long.MIN_VALUE gives 0, so the search covers all longs in signed order.
                long smaller = below(key + bit);
                if (smaller <= count) {
                    key += bit;
                }
                System.arraycopy(middle, 0, smaller <= count ? end : high, 0, end.length);
                if (smaller == count) {
                    return;
                }
            }
            long left = count;
            for (int run = 0; run < end.length; run++) {
                left -= end[run] - begin[run];
            }
            // Take keys equal to it from the first runs until the number is reached.
            for (int run = 0; run < end.length; run++) {
                long more = Math.min(left, high[run] - end[run]);
                end[run] += more;
                left -= more;
            }
        }

        /** Returns how many keys after {@code begin} are less than a key, and sets {@code middle} to where they end in each run. */
        private long below(long key) {
            long count = 0;
            for (int run = 0; run < middle.length; run++) {
                middle[run] = end[run] == high[run] ? end[run] : runs.get(run).lowerBound(key, end[run], high[run]);
                count += middle[run] - begin[run];
            }
            return count;
        }
    }
}
