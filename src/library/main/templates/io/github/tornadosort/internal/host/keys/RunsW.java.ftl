<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
<#assign ints = rows?then(", ints", "")>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.host.HostPolicy;
<#if rows>
import io.github.tornadosort.internal.host.keys.Pieces64;
</#if>
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** The natural runs of keys that consist of few long ones, ascending or descending. All runs are cut at the same splitters. */
final class Runs${W} {
    /** Runs, of a tile on average. More, or shorter ones, are not worth the search for their pieces. */
    static final int MAX_RUNS = 256;

    private final ${Words} keys;
    private final Crew crew;
    private final int n;
    private final int parts;
    private final int mostRuns;
    /** The number of runs that all parts have found so far. */
    private final AtomicInteger seen = new AtomicInteger();
    /** The runs of each part: twice the index of the first key, and one more if the run descends. */
    private final long[][] ofPart;
    private int count;
    /** The index of each run's first key, and n. */
    private int[] starts;
    private boolean[] down;

    private Runs${W}(${Words} keys, Crew crew) {
        this.keys = keys;
        this.crew = crew;
        this.n = keys.size();
        this.parts = n < HostPolicy.CACHED ? 1 : Math.clamp(n / ParallelRanges.GRAIN, 1, Loop.PARTS_PER_THREAD * crew.threads());
        this.mostRuns = Math.clamp(n / HostPolicy.TILE, 2, MAX_RUNS);
        this.ofPart = new long[parts][];
    }

    /** Returns the runs of keys, or null if there are not few long ones. */
    static Runs${W} find(${Words} keys, Crew crew) {
        Runs${W} runs = new Runs${W}(keys, crew);
        runs.scan(0);
        if (runs.areTooMany()) {
            return null; // Before other threads are woken: most keys have no runs.
        }
        crew.loop(runs.parts - 1, (part, thread) -> runs.scan(part + 1));
        return !runs.areTooMany() && runs.join() ? runs : null;
    }

    /** Returns whether the keys are one run that ascends. */
    boolean areSorted() {
        return count == 1 && !down[0];
    }

    /** Returns whether the keys are one run that descends. */
    boolean areReversed() {
        return count == 1 && down[0];
    }

    /** Returns whether the runs are too many. A run of several parts is counted in each of them. */
    private boolean areTooMany() {
        return seen.get() > mostRuns + parts - 1;
    }

    /** Lists the runs of a part, until too many are found. */
    private void scan(int part) {
        int to = start(part + 1);
        long[] found = new long[8];
        ${key}[] tile = new ${key}[HostPolicy.TILE];
<#if rows>
        int[] ints = new int[tile.length];
</#if>
        int runs = 0;
        for (int begin = start(part); begin < to && !areTooMany(); seen.incrementAndGet()) {
            boolean descends = begin + 1 < to && keys.at(begin + 1) < keys.at(begin);
            found = runs == found.length ? Arrays.copyOf(found, 2 * runs) : found;
            found[runs++] = 2L * begin + (descends ? 1 : 0);
            begin = runEnd(begin + 1, to, descends, tile${ints});
        }
        ofPart[part] = Arrays.copyOf(found, runs);
    }

    /** Returns the end of the run that contains the key before index i, but at most {@code to}. */
    private int runEnd(int i, int to, boolean descends, ${key}[] tile<#if rows>, int[] ints</#if>) {
        // A few keys one by one: in most keys a run ends within them.
        int start = Math.min(i + HostPolicy.STEPS, to);
        for (int at = i; at < start; at++) {
            ${key} before = keys.at(at - 1);
            ${key} key = keys.at(at);
            if (descends ? key > before : key < before) {
                return at;
            }
        }
        for (int at = start, length; at < to; at += length - 1) {
            length = Math.min(tile.length, to - at + 1);
            keys.load(at - 1, tile, 0, length${ints});
            int end = descends ? endOfDescent(tile, 0, length) : endOfAscent(tile, 0, length);
            if (end < length) {
                return at - 1 + end;
            }
        }
        return to;
    }

    /**
     * Returns the end of the keys that ascend from an index on, at most {@code to}. The loop stops at the first key out of order: it takes a
     * third of the time of one without a branch that compares many keys at a time.
     */
    private static int endOfAscent(${key}[] keys, int from, int to) {
        int i = from + 1;
        while (i < to && keys[i] >= keys[i - 1]) {
            i++;
        }
        return Math.min(i, to);
    }

    private static int endOfDescent(${key}[] keys, int from, int to) {
        int i = from + 1;
        while (i < to && keys[i] <= keys[i - 1]) {
            i++;
        }
        return Math.min(i, to);
    }

    /** Joins the runs of all parts: one may go on in the next part. Returns false if there are too many. */
    private boolean join() {
        starts = new int[seen.get() + 1];
        down = new boolean[seen.get()];
        for (int part = 0; part < parts; part++) {
            for (long run : ofPart[part]) {
                int begin = (int) (run >>> 1);
                boolean descends = (run & 1) != 0;
                if (count == 0 || begin != start(part) || !goesOn(begin, down[count - 1], descends)) {
                    down[count] = descends;
                    starts[count++] = begin;
                }
            }
        }
        starts[count] = n;
        return count <= mostRuns;
    }

    /** Returns whether a run goes on at an index where a part begins. */
    private boolean goesOn(int at, boolean descends, boolean next) {
        ${key} before = keys.at(at - 1);
        ${key} key = keys.at(at);
        return descends == next && (descends ? key <= before : key >= before);
    }

<#if !rows>
    /** Reverses the keys in place: in the caller's array, or else a tile of either end at a time. */
    void reverse() {
        ${key}[][] tiles = new ${key}[crew.threads()][keys.array() != null ? 0 : 2 * HostPolicy.TILE];
        crew.loop(parts, (part, thread) -> {
            ${key}[] x = tiles[thread];
            int begin = (int) ParallelRanges.start(n / 2, parts, part);
            int end = (int) ParallelRanges.start(n / 2, parts, part + 1);
            if (keys.array() != null) {
                exchange(keys.array(), keys.indexInArray(begin), keys.indexInArray(n - begin) - 1, end - begin);
                return;
            }
            for (int at = begin, m; at < end; at += m) {
                m = Math.min(HostPolicy.TILE, end - at);
                keys.load(at, x, 0, m);
                keys.load(n - at - m, x, m, m);
                reverse(x, 0, 2 * m);
                keys.store(x, 0, at, m);
                keys.store(x, m, n - at - m, m);
            }
        });
    }

</#if>
    /** Reverses m elements of an array from an index on. */
    private static void reverse(${key}[] x, int from, int m) {
        exchange(x, from, from + m - 1, m / 2);
    }

    /** Exchanges m elements of an array from an index on with those from another index back. */
    private static void exchange(${key}[] x, int from, int last, int m) {
        for (int i = 0; i < m; i++) {
            ${key} word = x[from + i];
            x[from + i] = x[last - i];
            x[last - i] = word;
        }
    }

    /** Returns the number of buckets: merging takes as many rounds as the number of runs has bits. */
    int buckets(int most) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(count);
        return Math.clamp((long) n * rounds / ParallelRanges.GRAIN, 1, most);
    }

    /**
     * Cuts all runs at the same splitters, and copies the pieces: what is between two cuts. Returns the buckets.
     *
     * @param sample a sample of all keys
     */
    Buckets${W} cut(Work${W} work, ${key}[] sample) {
        ${key}[] split = Sample${W}.splitters(sample);
        int buckets = split.length + 1;
        Pieces${W} pieces = new Pieces${W}(starts, count, true, buckets, work.ends(count, buckets));
        work.allocate(n, 0, buckets);
        crew.loop(count, (run, thread) -> findEnds(pieces, run, split));
        int slices = Math.clamp(n / ParallelRanges.GRAIN, 1, Loop.PARTS_PER_THREAD * crew.threads());
        crew.loop(slices, (slice, thread) -> {
            int first = (int) ((long) buckets * slice / slices);
            int last = (int) ((long) buckets * (slice + 1) / slices);
            for (int run = 0; run < count; run++) {
                copy(pieces, run, first, last, work<#if rows>, work.local(thread)</#if>);
            }
        });
        return new Buckets${W}(work, pieces, pieces.startsOfBuckets());
    }

    /** Finds the ends of one run's pieces by binary search for each splitter. */
    private void findEnds(Pieces${W} pieces, int run, ${key}[] split) {
        int at = starts[run];
        for (int bucket = 0; bucket < split.length; bucket++) {
            int high = starts[run + 1];
            while (at < high) {
                int middle = (at + high) >>> 1;
                if (keys.at(index(run, middle)) <= split[bucket]) {
                    at = middle + 1;
                } else {
                    high = middle;
                }
            }
            pieces.setEnd(run, bucket, at);
        }
        pieces.setEnd(run, split.length, starts[run + 1]);
    }

    /** Returns the index of a key of the run as it ascends. */
    private int index(int run, int i) {
        return down[run] ? starts[run] + starts[run + 1] - 1 - i : i;
    }

    /** Copies one run's pieces of some buckets. A run that descends is reversed<#if rows>, but for the order of equal keys</#if>. */
    private void copy(Pieces${W} pieces, int run, int first, int last, Work${W} work<#if rows>, LocalRows local</#if>) {
        int begin = pieces.begin(run, first);
        int size = first == last ? 0 : pieces.end(run, last - 1) - begin;
        if (size == 0) {
            return;
        }
        int from = index(run, down[run] ? begin + size - 1 : begin);
<#if rows>
        keys.load(from, size, work.copy(), work.values(), begin, local);
        if (down[run]) {
            reverse(work, begin, size);
            for (int at = begin, end; at < begin + size; at = end) {
                end = at + 1;
                while (end < begin + size && keys.areEqual(work.copy()[end], work.copy()[at])) {
                    end++;
                }
                reverse(work, at, end - at);
            }
        }
    }

    private void reverse(Work64 work, int from, int m) {
        reverse(work.copy(), from, m);
        if (!keys.arePacked()) {
            reverse(work.values(), from, m);
        }
    }
<#else>
        keys.load(from, work.copy(), begin, size);
        if (down[run]) {
            reverse(work.copy(), begin, size);
        }
    }
</#if>

    /** Returns where a part begins. */
    private int start(int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
