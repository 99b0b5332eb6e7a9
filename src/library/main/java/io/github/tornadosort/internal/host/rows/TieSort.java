package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.rows.TieRuns.Packing;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntBinaryOperator;
import java.util.function.IntToLongFunction;

/**
 * Stable sorts of rows by words: those of strings, of records, and of several columns. Long runs of rows that are equal up to a depth are
 * sorted by all threads together, one after the other, until only shorter ones are left. These are then sorted at the same time, each by
 * one thread; see {@link TieRuns}.
 */
public final class TieSort {
    /** Rows of a part. A run of up to this number is sorted by the thread that finds it. */
    private static final int PART = 1 << HostPolicy.PER_THREAD_LOG;

    private final WordSource source;
    private final TieRuns runs;
    private final int[] order;
    private final long[] rows;
    private final long[] spare;
    private final int[][] counts;
    private final HostBuffers buffers;
    /** Length from which all threads sort a run together. */
    private final int longFrom;
    /** Runs that are left for all threads together; guarded by itself. */
    private final Queue<Run> longRuns = new ArrayDeque<>();
    /** Runs that are left for one thread each; guarded by itself. */
    private final List<Run> otherRuns = new ArrayList<>();

    /** Rows that are equal up to a depth. */
    private record Run(int from, int to, long depth) {
        private int length() {
            return to - from;
        }
    }

    private TieSort(WordSource source, int[] order, boolean descending, int threads, HostBuffers buffers) {
        int n = order.length;
        this.source = source;
        this.order = order;
        this.rows = buffers.longs(n);
        this.spare = buffers.longs(n);
        this.runs = new TieRuns(source, descending, order, rows, spare);
        this.counts = new int[threads][];
        for (int thread = 0; thread < threads; thread++) {
            counts[thread] = HostMemory.ints(DigitSort.counters(n));
        }
        this.buffers = buffers;
        this.longFrom = Math.max(HostPolicy.SHARED, n / Math.max(2, Loop.threads() / 2));
    }

    /** Gives memory back, and returns the order. */
    private int[] release() {
        buffers.release(rows);
        buffers.release(spare);
        return order;
    }

    /** Returns the index of each row in sorted order. */
    public static int[] argsort(WordSource source, boolean descending, boolean nullsFirst, HostBuffers buffers) {
        return argsort(source, new int[] {0, source.size()}, descending, nullsFirst, buffers);
    }

    /**
     * Returns the indices of the rows of some segments, each segment in sorted order.
     *
     * @param offsets the start of each segment, followed by the end of the last segment; ascending, and within the rows
     */
    public static int[] argsort(
            WordSource source, int[] offsets, boolean descending, boolean nullsFirst, HostBuffers buffers) {
        int n = offsets[offsets.length - 1] - offsets[0];
        TieSort sort = new TieSort(source, HostMemory.ints(n), descending, Loop.threads(n / PART), buffers);
        sort.sort(offsets, nullsFirst);
        return sort.release();
    }

    /**
     * Returns the index of each row in sorted order. The calling thread does all the work: a part of a loop calls this method, because
     * helpers leave a loop for another loop that one of its parts runs.
     */
    public static int[] argsortAlone(WordSource source, boolean descending, HostBuffers buffers) {
        int n = source.size();
        TieSort sort = new TieSort(source, HostMemory.ints(n), descending, 1, buffers);
        source.placeNulls(0, n, false, sort.order, 0);
        sort.runs.sort(0, n, 0, sort.counts[0]);
        return sort.release();
    }

    /**
     * Completes a sort by the words up to a depth.
     *
     * @param order the rows in the order of these words
     * @return false if the order has not changed
     */
    public static boolean sortTies(WordSource source, int[] order, long depth, boolean descending, HostBuffers buffers) {
        int[] before = HostMemory.copyOf(order, order.length);
        TieSort sort = new TieSort(source, order, descending, Loop.threads(order.length / PART), buffers);
        sort.sortRuns(0, order.length, sort.untilDepth(depth), at -> depth);
        sort.sortLeft();
        sort.release();
        return !Arrays.equals(before, order);
    }

    /** Returns what finds the end of rows that are equal up to a depth. */
    private IntBinaryOperator untilDepth(long depth) {
        return (at, limit) -> {
            int end = at + 1;
            while (end < limit && source.commonPrefix(order[at], order[end], 0, depth) == depth) {
                end++;
            }
            return end;
        };
    }

    private void sort(int[] offsets, boolean nullsFirst) {
        int segments = offsets.length - 1;
        int parts = Math.min(ParallelRanges.parts(order.length), segments);
        Loop.Body body = (part, thread) -> {
            int end = (int) ParallelRanges.start(segments, parts, part + 1);
            for (int segment = (int) ParallelRanges.start(segments, parts, part); segment < end; segment++) {
                sortSegment(offsets[segment], offsets[segment + 1], offsets[0], nullsFirst, thread);
            }
        };
        if (parts == 1) {
            body.run(0, 0);
        } else {
            new Loop(parts, body, source.accessed()).run();
        }
        sortLeft();
    }

    /** Sorts the runs that are left. */
    private void sortLeft() {
        for (Run run = longRuns.poll(); run != null; run = longRuns.poll()) {
            sortLong(run);
        }
        if (otherRuns.isEmpty()) {
            return;
        }
        otherRuns.sort(Comparator.comparingInt(Run::length).reversed());
        new Loop(otherRuns.size(), (i, thread) -> {
            Run run = otherRuns.get(i);
            runs.sort(run.from, run.to, run.depth, counts[thread]);
        }, source.accessed()).run();
    }

    private void sortSegment(int first, int end, int begin, boolean nullsFirst, int thread) {
        int nulls = source.placeNulls(first, end, nullsFirst, order, first - begin);
        int from = first - begin + (nullsFirst ? nulls : 0);
        sort(from, from + end - first - nulls, 0, thread);
    }

    /** Sorts a short run on the calling thread, or leaves it for later. */
    private void sort(int from, int to, long depth, int thread) {
        int length = to - from;
        if (depth == WordSource.EQUAL) {
            return;
        }
        if (length <= PART) {
            runs.sort(from, to, depth, counts[thread]);
            return;
        }
        Collection<Run> left = length < longFrom ? otherRuns : longRuns;
        synchronized (left) {
            left.add(new Run(from, to, depth));
        }
    }

    /** Sorts a run by one word by all threads together, and its short runs; leaves the others for later. */
    private void sortLong(Run run) {
        long depth = read(run);
        long first = rows[run.from];
        AtomicLong varying = new AtomicLong();
        each(run, (from, to) -> {
            long found = runs.varying(from, to, first);
            varying.accumulateAndGet(found, (a, b) -> a | b);
        });
        if (varying.get() != 0) {
            Packing packing = Packing.of(run.from, run.to, depth, varying.get());
            each(run, (from, to) -> runs.pack(packing, from, to));
            RowSort.sort(rows, run.from, run.to, packing.indexBits(), buffers);
            each(run, (from, to) -> runs.collect(packing, from, to));
            each(run, runs::store);
            sortRuns(run.from, run.to, (at, limit) -> runs.runEnd(packing, at, limit), at -> runs.depthOfRun(packing, at));
        }
    }

    /** Reads words of a run at the depth up to which its rows are equal, and returns this depth. */
    private long read(Run run) {
        long likely = runs.likelyDepth(run.from, run.to, run.depth);
        long common = read(run, run.depth, likely);
        return common == likely ? common : read(run, common, common);
    }

    private long read(Run run, long depth, long wordDepth) {
        int first = order[run.from];
        AtomicLong common = new AtomicLong(wordDepth);
        int parts = Math.clamp(run.length() / PART, 1, Loop.PARTS_PER_THREAD * Loop.threads());
        new Loop(parts, (part, thread) -> {
            int from = run.from + (int) ParallelRanges.start(run.length(), parts, part);
            int to = run.from + (int) ParallelRanges.start(run.length(), parts, part + 1);
            long found = runs.read(first, from, to, depth, wordDepth);
            common.accumulateAndGet(found, Math::min);
        }, source.accessed()).run();
        return common.get();
    }

    /**
     * Sorts the runs of rows that are still equal.
     *
     * @param end returns the end of the run that begins at an index, at most a limit
     * @param depth returns the depth up to which the rows of the run at an index are equal
     */
    private void sortRuns(int first, int last, IntBinaryOperator end, IntToLongFunction depth) {
        int parts = ParallelRanges.parts(last - first);
        int[] bounds = new int[parts + 1];
        bounds[0] = first;
        for (int part = 1; part <= parts; part++) {
            int at = Math.max(bounds[part - 1], first + (int) ParallelRanges.start(last - first, parts, part));
            bounds[part] = at == first ? at : end.applyAsInt(at - 1, last);
        }
        new Loop(parts, (part, thread) -> {
            for (int at = bounds[part]; at < bounds[part + 1];) {
                int next = end.applyAsInt(at, bounds[part + 1]);
                if (next - at > 1) {
                    sort(at, next, depth.applyAsLong(at), thread);
                }
                at = next;
            }
        }, source.accessed()).run();
    }

    private interface Range {
        void run(int from, int to);
    }

    private void each(Run run, Range range) {
        ParallelRanges.ranges(
                run.to - run.from, (from, to) -> range.run(run.from + (int) from, run.from + (int) to), source.accessed());
    }
}
