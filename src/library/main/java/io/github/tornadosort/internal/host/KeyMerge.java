package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.keys.Words32;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.List;

/**
 * Merges two sorted runs of 32-bit keys without values, several times as fast as {@link RunMerge} does. The output is split into
 * parts of equal length, whatever the keys are (Odeh, Green, Mwassi, Shmueli and Birk 2012). Each thread merges two parts at a time:
 * each step of a merge has to wait for the one before it, but not for those of another part.
 *
 * <p>The constructor allocates everything that the merge needs, so {@link #run} cannot run out of memory. It compares every key with
 * the one before it in its run, as {@link RunMerge} does.
 */
public final class KeyMerge {
    private static final long ALL_BITS = 0xffffffffL;

    private final Words32 left;
    private final Words32 right;
    private final Words32 merged;
    private final Merger[] mergers;
    private final Loop loop;
    /** Whether a key was found that is less than the one before it in its run. */
    private volatile boolean descends;

    /**
     * Prepares a merge.
     *
     * @param runs runs that are {@link #areSuited suited}
     * @param merged where the keys are written; must not overlap the runs
     */
    public KeyMerge(List<Column> runs, SortOptions options, Column merged) {
        this.left = new Words32(runs.get(0), options.isDescending());
        this.right = new Words32(runs.get(1), options.isDescending());
        this.merged = new Words32(merged, options.isDescending());
        int n = left.size() + right.size();
        int parts = ParallelRanges.parts(n);
        this.mergers = new Merger[Loop.threads(parts)];
        for (int thread = 0; thread < mergers.length; thread++) {
            mergers[thread] = new Merger();
        }
        this.loop = new Loop(
                parts,
                (part, thread) -> mergers[thread].merge((int) ParallelRanges.start(n, parts, part),
                        (int) ParallelRanges.start(n, parts, part + 1)),
                runs.get(0).segment(),
                runs.get(1).segment(),
                merged.segment());
    }

    /** Returns whether runs can be merged: two runs of 32-bit keys that are compared by all bits, without NaNs. */
    public static boolean areSuited(List<Column> runs, SortOptions options) {
        long n = runs.stream().mapToLong(Column::size).sum();
        return runs.size() == 2
                && runs.get(0).type().bytes() == Integer.BYTES
                && n <= Integer.MAX_VALUE
                && options.bitMask(runs.get(0).type()) == ALL_BITS
                && runs.stream().noneMatch(run -> endsWithNaN(run, options));
    }

    /** Returns whether the last key in ascending order is a NaN. */
    private static boolean endsWithNaN(Column run, SortOptions options) {
        long last = options.isDescending() ? 0 : run.size() - 1;
        return run.type().isFloat() && run.size() > 0 && Words32.containsNaN(run.segment(), last, last + 1);
    }

    /**
     * Merges the runs. Must be called only once.
     *
     * @throws IllegalArgumentException if a run is not sorted; only some of the output may be written then
     */
    public void run() {
        Loop.store(loop);
        if (descends) {
            requireSorted(0, left);
            requireSorted(1, right);
        }
    }

    private static void requireSorted(int number, Words32 run) {
        for (int i = 1; i < run.size(); i++) {
            if (run.at(i) < run.at(i - 1)) {
                throw RunMerge.notSorted(number, i);
            }
        }
    }

    /** Returns how many of the first {@code rank} merged keys belong to the left run. */
    private int split(int rank) {
        int low = Math.max(0, rank - right.size());
        int high = Math.min(rank, left.size());
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (left.at(middle) <= right.at(rank - middle - 1)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Merges ranges of the output on one thread, each as two parts. */
    private final class Merger {
        private final Part lower = new Part();
        private final Part upper = new Part();

        private void merge(int begin, int end) {
            int middle = (begin + end) >>> 1;
            lower.begin(begin, middle);
            upper.begin(middle, end);
            for (int steps = ready(); steps > 0; steps = ready()) {
                step(lower, upper, steps);
            }
            lower.finish();
            upper.finish();
        }

        /** Returns for how many steps both parts are ready. */
        private int ready() {
            return Math.min(lower.ready(), upper.ready());
        }
    }

    /** Takes the smallest key of each part, a given number of times. */
    private static void step(Part a, Part b, int steps) {
        int[] leftA = a.left.keys;
        int[] rightA = a.right.keys;
        int[] mergedA = a.merged;
        int[] leftB = b.left.keys;
        int[] rightB = b.right.keys;
        int[] mergedB = b.merged;
        int l = a.left.next;
        int m = b.left.next;
        int r = a.right.next + l;
        int s = b.right.next + m;
        for (int i = 0; i < steps; i++) {
            int x = leftA[l];
            int y = rightA[r + i - l];
            int v = leftB[m];
            int w = rightB[s + i - m];
            mergedA[a.count + i] = Math.min(x, y);
            mergedB[b.count + i] = Math.min(v, w);
            l += isNotGreater(x, y);
            m += isNotGreater(v, w);
        }
        a.advance(l, steps);
        b.advance(m, steps);
    }

    /** Returns 1 if x is less than or equal to y, otherwise 0. There is no branch, since nothing could predict it. */
    private static int isNotGreater(int x, int y) {
        return 1 + (int) ((long) y - x >> 63);
    }

    /** The keys of a run that belong to a part of the output, a tile at a time. */
    private final class Source {
        private final Words32 run;
        private final int[] keys = HostMemory.ints(Words32.TILE);
        /** Index of the next key in the tile. */
        private int next;
        /** Number of keys in the tile. */
        private int count;
        /** Index in the run of the first key after the tile. */
        private int at;
        private int end;
        /** The key before {@code at}, or the smallest one. */
        private int before;

        private Source(Words32 run) {
            this.run = run;
        }

        private void begin(int first, int last) {
            at = first;
            end = last;
            next = 0;
            count = 0;
            before = first > 0 ? run.at(first - 1) : Integer.MIN_VALUE;
        }

        /** Returns the number of keys left in the tile, after refilling it if it was empty. */
        private int ready() {
            if (next == count) {
                count = Math.min(Words32.TILE, end - at);
                run.load(at, keys, 0, count);
                at += count;
                next = 0;
                check();
            }
            return count - next;
        }

        /** Looks in the tile for a key that is less than the one before it. */
        private void check() {
            if (count == 0) {
                return;
            }
            int found = keys[0] < before ? 1 : 0;
            for (int i = 1; i < count; i++) {
                found |= keys[i] < keys[i - 1] ? 1 : 0;
            }
            if (found != 0) {
                descends = true;
            }
            before = keys[count - 1];
        }
    }

    /** A part of the output. */
    private final class Part {
        private final Source left = new Source(KeyMerge.this.left);
        private final Source right = new Source(KeyMerge.this.right);
        private final int[] merged = HostMemory.ints(Words32.TILE);
        /** Number of keys in {@code merged}. */
        private int count;
        /** Index in the output of the first of them. */
        private int at;

        private void begin(int first, int end) {
            int last = end;
            int firstLeft = split(first);
            int lastLeft = split(last);
            if (lastLeft < firstLeft || last - lastLeft < first - firstLeft) {
                // A run is not sorted. The part is left out, since it would have more keys than its range of the output.
                descends = true;
                lastLeft = firstLeft;
                last = first;
            }
            left.begin(firstLeft, lastLeft);
            right.begin(first - firstLeft, last - lastLeft);
            at = first;
            count = 0;
        }

        /** Returns how many keys can be taken without a look at their number; 0 if one run has ended. */
        private int ready() {
            if (count == Words32.TILE) {
                write();
            }
            return Math.min(Words32.TILE - count, Math.min(left.ready(), right.ready()));
        }

        private void advance(int nextLeft, int steps) {
            right.next += steps - (nextLeft - left.next);
            left.next = nextLeft;
            count += steps;
        }

        /** Merges what is left of both runs, and copies what is left of one. */
        private void finish() {
            for (int steps = ready(); steps > 0; steps = ready()) {
                step(steps);
            }
            write();
            copy(left);
            copy(right);
        }

        private void step(int steps) {
            int l = left.next;
            int r = right.next + l;
            for (int i = 0; i < steps; i++) {
                int x = left.keys[l];
                int y = right.keys[r + i - l];
                merged[count + i] = Math.min(x, y);
                l += isNotGreater(x, y);
            }
            advance(l, steps);
        }

        private void copy(Source from) {
            for (int n = from.ready(); n > 0; n = from.ready()) {
                System.arraycopy(from.keys, from.next, merged, 0, n);
                from.next = from.count;
                count = n;
                write();
            }
        }

        private void write() {
            KeyMerge.this.merged.store(merged, 0, at, count);
            at += count;
            count = 0;
        }
    }
}
