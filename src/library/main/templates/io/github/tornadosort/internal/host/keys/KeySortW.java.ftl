package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.memory.HostBuffers;

/**
 * Sorts many ${W}-bit keys on several threads, whatever their distribution. One thread alone leaves them to the JDK, which takes as long.
 *
 * <p>The keys become buckets in ascending order. One thread sorts a bucket in its core's cache and writes it to its index. A bucket is
 * made of pieces, which lie in a copy of the keys. There are two ways to get the pieces: if the keys are few natural runs, all runs are
 * cut at the same splitters, and the pieces of a bucket are merged ({@link Runs${W}}). Otherwise the keys are cut into parts that fit in
 * a core's cache, and each part is distributed to buckets ({@link Distribution${W}}), which a random sample divides (Leischner, Osipov
 * and Sanders 2010, section 3; {@link Cells${W}}). If half of the keys have few values, these are counted, and only the others are
 * distributed ({@link FewValues${W}}).
 *
 * <p>A bucket that is too large for one thread is sorted by all threads in the same way again. So the main memory is read and written
 * twice, whatever the number of keys. The caller's keys are overwritten when all of them are in the copy and nothing more is allocated.
 */
public final class KeySort${W} {
    /** Buckets. A longer array gets larger buckets before it gets more of them, so that to scatter to them stays cheap. */
    static final int MANY_BUCKETS = 512;
    /** Buckets. The tables of one part (an index and a count for each bucket) stay in a core's cache up to this number. */
    static final int MAX_BUCKETS = 1 << HostPolicy.COUNTERS_LOG;

    private KeySort${W}() {}

    /**
     * Sorts keys in place.
     *
     * @param threads maximum number of threads
     * @return false if the keys were sorted already
     * @throws OutOfMemoryError if there is not enough memory; the keys are as they were. After any other failure, they are as they were or
     *     sorted
     */
    public static boolean sort(Column column, boolean descending, int threads, HostBuffers buffers) {
        Words${W} keys = new Words${W}(column, descending);
        int n = keys.size();
        int wanted = threads(n, threads);
        if (wanted == 1 || threads < HostPolicy.FEW_THREADS
                && (n < HostPolicy.CACHED || n < Long.BYTES * HostPolicy.CACHED && Sample${W}.repeats(keys))) {
            JdkSort.sort(column, descending);
            return true;
        }
        try (Crew crew = new Crew(wanted)) {
            return sort(keys, crew, buffers, 0);
        }
    }

    /**
     * Passes keys in sorted order to the sink of {@link Words${W}}.
     *
     * @return false if another sort should do that: the keys are few, few runs, or hard to divide; nothing was passed then
     * @throws OutOfMemoryError if there is not enough memory
     */
    public static boolean sortTo(Words${W} keys, int threads, HostBuffers buffers) {
        int wanted = threads(keys.size(), threads);
        if (wanted == 1) {
            return false;
        }
        try (Crew crew = new Crew(wanted)) {
            return sort(keys, crew, buffers, 0);
        }
    }

    /** Returns the number of threads that sort n keys, or rows. */
    public static int threads(int n, int most) {
        // More threads would have few buckets each.
        int wanted = Math.clamp(n >> HostPolicy.PER_THREAD_LOG, 1, Math.min(most, MANY_BUCKETS / Loop.PARTS_PER_THREAD));
        return n < HostPolicy.SHARED / 2 ? 1 : wanted;
    }

    /** Sorts keys on threads that are there. The depth counts the rounds for large buckets. */
    static boolean sort(Words${W} keys, Crew crew, HostBuffers buffers, int depth) {
        if (depth > HostPolicy.MAX_DEPTH) {
            JdkSort.sort(keys.array(), keys.indexInArray(0), keys.indexInArray(keys.size()));
            return true;
        }
        Runs${W} runs = Runs${W}.find(keys, crew);
        if (runs != null && (runs.areSorted() || !keys.areOverwritten())) {
            return false;
        }
        NaNs${W} nans = NaNs${W}.find(keys, crew);
        if (nans != null && !keys.areOverwritten()) {
            return false;
        }
        try (Work${W} work = new Work${W}(keys, crew, buffers)) {
            sort(work, runs, depth);
        }
        if (nans != null) {
            nans.restore();
        }
        return true;
    }

    static void sort(Work${W} work, Runs${W} runs, int depth) {
        Words${W} keys = work.keys;
        if (runs != null && runs.areReversed()) {
            runs.reverse();
            return;
        }
        int wanted = wantedBuckets(keys.size(), work.crew.threads());
        ${key}[] sample = Sample${W}.of(keys, runs == null ? wanted : runs.buckets(wanted), work.crew);
        Values${W} values = Values${W}.of(sample);
        if (values != null) {
            new FewValues${W}(work, values).sort();
        } else if (runs != null) {
            runs.cut(work, sample).sort(depth);
        } else {
            new Distribution${W}(work, new Cells${W}(sample, wanted)).run().sort(depth);
        }
    }

    /** Returns the number of buckets: first more buckets, then larger ones, then more again; and enough for all threads. */
    public static int wantedBuckets(int n, int threads) {
        int buckets = Math.max(Math.min(n / (2 * HostPolicy.FEW), MANY_BUCKETS), n / (HostPolicy.CACHED / 2));
        return Math.clamp(buckets, threads == 1 ? 1 : Loop.PARTS_PER_THREAD * threads, MAX_BUCKETS);
    }
}
