<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
<#assign ints = rows?then(", ints", "")>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.host.HostPolicy;
<#if rows>
import io.github.tornadosort.internal.host.keys.Pieces64;
<#else>
import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostBuffers;
</#if>
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The natural runs of keys that consist of few long runs, but for some stretches. The keys of these stretches, the rest, are sorted to
 * become one more run. All runs are cut at the same splitters.
 */
final class Runs${W} {
    /** Runs. More would need too many rounds of merging. */
    static final int MAX_RUNS = 256;
    /** Keys in a run, on average: shorter runs are not worth the search for their pieces. */
    static final int AVERAGE_RUN = 512;
    /** Keys. Shorter runs belong to the rest. */
    static final int MIN_RUN = 128;
    /** Keys that are looked at one by one for a run: in most keys it ends within them. */
    static final int FIRST_KEYS = 64;
    /** Keys in a bucket, times rounds of merging, as a power of two: enough work for one turn of a loop. */
    static final int MERGE_LOG = 14;

<#if rows>
    /** No rest is allowed: it would be a run out of order, and a sort of rows is stable. */
    private static final int REST_PART = Integer.MAX_VALUE;
<#else>
    /** The rest is at most this part of the keys: to sort it and to merge it takes less time than to sort all keys. */
    private static final int REST_PART = 4;
</#if>

    /** Kinds of stretches, which are written as {@code start << 2 | kind}. */
    private static final int ASCENDING = 0;
    private static final int DESCENDING = 1;
    private static final int REST = 2;

    private final ${Words} keys;
    private final Crew crew;
    private final int lo;
    private final int n;
    private final int parts;
    private final int mostRuns;
    /** What all parts have found so far. */
    private final AtomicInteger runsSeen = new AtomicInteger();
    private final AtomicInteger restSeen = new AtomicInteger();
    /** The stretches of each part, then of all keys. */
    private final long[][] ofPart;
    private long[] stretches;
    private int count;
    /** The number of runs, the rest included. */
    private int runs;
    /** The number of keys in the rest. */
    private int rest;
    /** The index of each run's first key if the runs lie one after another, and n. */
    private int[] starts;
    /** Where each run lies, and whether it is read from its end. */
    private ${Words}[] source;
    private int[] base;
    private boolean[] down;

    private Runs${W}(${Words} keys, int lo, int n, Crew crew) {
        this.keys = keys;
        this.crew = crew;
        this.lo = lo;
        this.n = n;
        this.parts = n < HostPolicy.FEW_TO_READ ? 1 : Math.clamp(n / HostPolicy.SLICE, 1, HostPolicy.TASKS_PER_THREAD * crew.threads());
        this.mostRuns = Math.clamp(n / AVERAGE_RUN, 2, MAX_RUNS);
        this.ofPart = new long[parts][];
    }

    /** Returns the runs of n keys, or null if there are not mainly few long ones. */
    static Runs${W} find(${Words} keys, int lo, int n, Crew crew) {
        Runs${W} runs = new Runs${W}(keys, lo, n, crew);
        runs.scan(0);
        if (runs.areTooMany()<#if !rows> || runs.restSeen.get() > runs.start(1) / 2 && !Sample${W}.areOrderly(keys, lo, n)</#if>) {
            return null; // Before other threads are woken: most keys have no runs.
        }
        crew.loop(runs.parts - 1, (part, thread) -> runs.scan(part + 1));
        return !runs.areTooMany() && runs.join() ? runs : null;
    }

    /** Returns whether the keys are one run that ascends. */
    boolean areSorted() {
        return count == 1 && kind(stretches[0]) == ASCENDING;
    }

    /** Returns whether the keys are one run that descends. */
    boolean areReversed() {
        return count == 1 && kind(stretches[0]) == DESCENDING;
    }

    private static int kind(long stretch) {
        return (int) stretch & 3;
    }

    private static int begin(long stretch) {
        return (int) (stretch >>> 2);
    }

    private void scan(int part) {
        ofPart[part] = scan(start(part), start(part + 1));
    }

    /**
     * Returns the stretches of some keys. After a short run it looks for a long one again, first soon and then later, so that keys without
     * runs take no time.
     */
    private long[] scan(int from, int to) {
        long[] found = new long[8];
        ${key}[] tile = new ${key}[<#if !rows>keys.array() != null ? 0 : </#if>Math.clamp((to - from) / FIRST_KEYS, FIRST_KEYS, HostPolicy.TILE)];
<#if rows>
        int[] ints = new int[tile.length];
</#if>
        int stretches = 0;
        int skip = MIN_RUN;
        int end;
        for (int begin = from; begin < to && !areTooMany(); begin = end) {
            boolean descends = begin + 1 < to && keys.at(lo + begin + 1) < keys.at(lo + begin);
            end = runEnd(begin + 1, to, descends, tile${ints});
            int kind = descends ? DESCENDING : ASCENDING;
            if (end - begin < Math.min(MIN_RUN, to - from)) {
                kind = REST;
                end = Math.min(Math.max(end, begin + skip), to);
                skip *= 2;
                restSeen.addAndGet(end - begin);
            } else {
                skip = MIN_RUN;
                runsSeen.incrementAndGet();
            }
            if (kind == REST && stretches > 0 && kind(found[stretches - 1]) == REST) {
                continue;
            }
            if (stretches == found.length) {
                found = Arrays.copyOf(found, 2 * stretches);
            }
            found[stretches++] = (long) begin << 2 | kind;
        }
        return Arrays.copyOf(found, stretches);
    }

    /** Returns the end of the run that contains the key before index i, but at most {@code to}. */
    private int runEnd(int i, int to, boolean descends, ${key}[] tile<#if rows>, int[] ints</#if>) {
        // A loop of its own, so that the JIT compiler makes the code of the others for long runs.
        int start = Math.min(i + FIRST_KEYS, to);
        for (int at = i; at < start; at++) {
            ${key} before = keys.at(lo + at - 1);
            ${key} key = keys.at(lo + at);
            if (descends ? key > before : key < before) {
                return at;
            }
        }
<#if !rows>
        if (keys.array() != null && start < to) {
            int first = keys.indexInArray(lo);
            return runEnd(keys.array(), first + start - 1, first + to, descends) - first;
        }
</#if>
        for (int at = start, length; at < to; at += length - 1) {
            length = Math.min(tile.length, to - at + 1);
            keys.load(lo + at - 1, tile, 0, length${ints});
            int end = runEnd(tile, 0, length, descends);
            if (end < length) {
                return at - 1 + end;
            }
        }
        return to;
    }

    /**
     * Returns the end of the run that begins at an index. The loops stop at the first key out of order: they take a third of the time of one
     * without a branch that compares many keys at a time.
     */
    private static int runEnd(${key}[] keys, int from, int to, boolean descends) {
        return descends ? endOfDescent(keys, from, to) : endOfAscent(keys, from, to);
    }

    /** Returns the end of the keys that ascend from an index on, at most {@code to}. */
    static int endOfAscent(${key}[] keys, int from, int to) {
        ${key} before = keys[from];
        for (int i = from + 1; i < to; i++) {
            ${key} key = keys[i];
            if (key < before) {
                return i;
            }
            before = key;
        }
        return to;
    }

    private static int endOfDescent(${key}[] keys, int from, int to) {
        ${key} before = keys[from];
        for (int i = from + 1; i < to; i++) {
            ${key} key = keys[i];
            if (key > before) {
                return i;
            }
            before = key;
        }
        return to;
    }

    /** Joins the stretches of all parts: one may go on in the next part. Returns false if the runs are many or the rest is long. */
    private boolean join() {
        int most = 0;
        for (long[] found : ofPart) {
            most += found.length;
        }
        stretches = new long[most];
        for (int part = 0; part < parts; part++) {
            for (long stretch : ofPart[part]) {
                boolean first = begin(stretch) == start(part);
                if (count == 0 || !first || !goesOn(begin(stretch), kind(stretches[count - 1]), kind(stretch))) {
                    stretches[count++] = stretch;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            if (kind(stretches[i]) == REST) {
                rest += end(i) - begin(stretches[i]);
            } else {
                runs++;
            }
        }
        runs += rest > 0 ? 1 : 0;
        return rest <= n / REST_PART && runs <= mostRuns;
    }

    /** Returns whether the runs are too many or the rest is too long. A run of several parts is counted in each of them. */
    private boolean areTooMany() {
        return restSeen.get() > n / REST_PART || runsSeen.get() > mostRuns + parts;
    }

    /** Returns whether a stretch goes on at an index where a part begins. */
    private boolean goesOn(int at, int kind, int next) {
        if (kind != next || kind == REST) {
            return kind == next;
        }
        ${key} before = keys.at(lo + at - 1);
        ${key} key = keys.at(lo + at);
        return kind == DESCENDING ? key <= before : key >= before;
    }

    private int end(int stretch) {
        return stretch + 1 < count ? begin(stretches[stretch + 1]) : n;
    }

<#if rows>
    /** Lists the runs. */
    private void list() {
<#else>
    /** Lists the runs, the sorted rest as the last one. */
    private void list(${key}[] sortedRest) {
</#if>
        starts = new int[runs + 1];
        source = new ${Words}[runs];
        base = new int[runs];
        down = new boolean[runs];
        int run = 0;
        for (int i = 0; i < count; i++) {
            if (kind(stretches[i]) != REST) {
                source[run] = keys;
                base[run] = lo + begin(stretches[i]);
                down[run] = kind(stretches[i]) == DESCENDING;
                starts[run + 1] = starts[run] + end(i) - begin(stretches[i]);
                run++;
            }
        }
<#if !rows>
        if (rest > 0) {
            source[run] = new Words${W}(Column.of(sortedRest), false);
            starts[run + 1] = n;
        }
</#if>
    }

<#if !rows>
    /** Copies the rest to an array and sorts it. */
    private void sortRest(${key}[] to, HostBuffers buffers) {
        int[] at = new int[count];
        for (int i = 1; i < count; i++) {
            at[i] = at[i - 1] + (kind(stretches[i - 1]) == REST ? end(i - 1) - begin(stretches[i - 1]) : 0);
        }
        crew.loop(count, (i, thread) -> {
            if (kind(stretches[i]) == REST) {
                keys.load(lo + begin(stretches[i]), to, at[i], end(i) - begin(stretches[i]));
            }
        });
        if (rest < HostPolicy.FEW) {
            Arrays.sort(to, 0, rest);
        } else {
            KeySort${W}.sort(new Words${W}(Column.of(to).range(0, rest), false), null, crew, buffers);
        }
    }

    /** Reverses the keys in place. */
    void reverse() {
        int half = n / 2;
        int tiles = Math.ceilDiv(half, HostPolicy.TILE);
        ${key}[][] ofThread = new ${key}[crew.threads()][keys.array() != null ? 0 : 2 * HostPolicy.TILE];
        crew.loop(parts, (part, thread) -> {
            ${key}[] x = keys.array() != null ? keys.array() : ofThread[thread];
            int end = (int) ((long) tiles * (part + 1) / parts);
            for (int t = (int) ((long) tiles * part / parts); t < end; t++) {
                int first = lo + t * HostPolicy.TILE;
                int m = Math.min(HostPolicy.TILE, half - t * HostPolicy.TILE);
                int last = 2 * lo + n - first - m;
                if (keys.array() != null) {
                    flip(x, keys.indexInArray(first), keys.indexInArray(last) + m - 1, m);
                    continue;
                }
                keys.load(first, x, 0, m);
                keys.load(last, x, m, m);
                flip(x, 0, 2 * m - 1, m);
                keys.store(x, 0, first, m);
                keys.store(x, m, last, m);
            }
        });
    }

</#if>
    /** Exchanges m elements of an array from an index on with those before another index, and turns the order of both round. */
    private static void flip(${key}[] x, int from, int last, int m) {
        for (int i = 0; i < m; i++) {
            ${key} word = x[from + i];
            x[from + i] = x[last - i];
            x[last - i] = word;
        }
    }

    /** Returns the number of buckets: merging takes as many rounds as the number of runs has bits. */
    int buckets(int most) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(runs);
        return Math.clamp((long) n * rounds >> MERGE_LOG, 1, most);
    }

    /**
     * Cuts all runs at the same splitters, and copies the pieces: what is between two cuts. Returns the buckets.
     *
     * @param sample a sample of all keys
     */
<#if rows>
    Buckets64 cut(Work64 work, long[] sample) {
        list();
        return cutAt(Sample64.splitters(sample), work);
    }

    private Buckets64 cutAt(long[] split, Work64 work) {
<#else>
    Buckets${W} cut(Work${W} work, HostBuffers buffers, ${key}[] sample) {
        ${key}[] sortedRest = buffers.${key}s(rest);
        try {
            if (rest > 0) {
                sortRest(sortedRest, buffers);
            }
            list(sortedRest);
            return cutAt(Sample${W}.splitters(sample), work);
        } finally {
            buffers.release(sortedRest);
        }
    }

    private Buckets${W} cutAt(${key}[] split, Work${W} work) {
</#if>
        int buckets = split.length + 1;
        Pieces${W} pieces = Pieces${W}.sorted(starts, runs, split, work.ends(runs, buckets));
        work.allocate(n, 0, buckets<#if !rows>, true</#if>);
        crew.loop(runs, (run, thread) -> findEnds(pieces, run, split));
        int slices = Math.clamp(n / HostPolicy.SLICE, 1, HostPolicy.TASKS_PER_THREAD * crew.threads());
        crew.loop(slices, (slice, thread) -> {
            int first = (int) ((long) buckets * slice / slices);
            int last = (int) ((long) buckets * (slice + 1) / slices);
            for (int run = 0; run < runs; run++) {
                copy(pieces, run, first, last, work<#if rows>, work.local(thread)<#else>.copy()</#if>);
            }
        });
        return new Buckets${W}(work, pieces, pieces.startsOfBuckets(), lo, n);
    }

    /** Finds the ends of one run's pieces by binary search for each splitter. */
    private void findEnds(Pieces${W} pieces, int run, ${key}[] split) {
        int at = starts[run];
        for (int bucket = 0; bucket < split.length; bucket++) {
            int high = starts[run + 1];
            while (at < high) {
                int middle = (at + high) >>> 1;
                if (source[run].at(index(run, middle)) <= split[bucket]) {
                    at = middle + 1;
                } else {
                    high = middle;
                }
            }
            pieces.setEnd(run, bucket, at);
        }
        pieces.setEnd(run, split.length, starts[run + 1]);
    }

    /** Returns the index of a key in its source. */
    private int index(int run, int i) {
        return base[run] + (down[run] ? starts[run + 1] - 1 - i : i - starts[run]);
    }

<#if rows>
    /** Copies one run's pieces of some buckets. A run that descends is reversed, but for the order of equal keys. */
    private void copy(Pieces64 pieces, int run, int first, int last, Work64 work, LocalRows local) {
        int begin = pieces.begin(run, first);
        int size = first == last ? 0 : pieces.end(run, last - 1) - begin;
        if (size == 0) {
            return;
        }
        keys.load(index(run, down[run] ? begin + size - 1 : begin), size, work.copy(), work.values(), begin, local);
        if (down[run]) {
            flip(work, begin, size);
            for (int at = begin, end; at < begin + size; at = end) {
                end = at + 1;
                while (end < begin + size && keys.areEqual(work.copy()[end], work.copy()[at])) {
                    end++;
                }
                if (end > at + 1) {
                    flip(work, at, end - at);
                }
            }
        }
    }

    private void flip(Work64 work, int from, int m) {
        flip(work.copy(), from, from + m - 1, m / 2);
        if (!keys.arePacked()) {
            flip(work.values(), from, from + m - 1, m / 2);
        }
    }
<#else>
    /** Copies one run's pieces of some buckets: neighbours together, and none of buckets that hold one value only. */
    private void copy(Pieces${W} pieces, int run, int first, int last, ${key}[] to) {
        int bucket = first;
        while (bucket < last) {
            int end = bucket;
            while (end < last && !pieces.constant[end]) {
                end++;
            }
            int begin = pieces.begin(run, bucket);
            int size = end == bucket ? 0 : pieces.end(run, end - 1) - begin;
            if (size > 0 && down[run]) {
                source[run].load(index(run, begin + size - 1), to, begin, size);
                flip(to, begin, begin + size - 1, size / 2);
            } else if (size > 0) {
                source[run].load(index(run, begin), to, begin, size);
            }
            bucket = end + 1;
        }
    }
</#if>

    /** Returns where a part begins, counted from lo. */
    private int start(int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
