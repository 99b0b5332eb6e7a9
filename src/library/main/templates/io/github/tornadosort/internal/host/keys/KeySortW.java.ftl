package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.memory.HostBuffers;
import java.util.Arrays;

/**
 * Sorts many ${W}-bit keys on several threads, whatever their distribution. One thread alone leaves them to the JDK, which takes as long.
 *
 * <p>The keys become buckets in ascending order. One thread sorts a bucket in its core's cache and writes it to its index. A bucket is
 * made of pieces, which lie in a copy of the keys. There are two ways to get the pieces: if the keys are few natural runs, all runs are
 * cut at the same splitters, and the pieces of a bucket are merged ({@link Runs${W}}). Otherwise the keys are cut into parts that fit in
 * a core's cache, and each part is distributed to buckets ({@link Distribution${W}}), which a random sample divides (Leischner, Osipov
 * and Sanders 2010, section 3; {@link Cells${W}}). Keys most of which have few values are counted ({@link FewValues${W}}). A value that is frequent in the sample gets a bucket of its own, whose keys are only
 * counted. A bucket that is too large for one thread is sorted by all threads in the same way again. So the main memory is read and written twice, whatever the number of
 * keys.
 *
 * <p>The caller's keys are overwritten when all of them are in the copy and the memory of all later steps is allocated.
 */
public final class KeySort${W} {
    /** Buckets. A longer array gets larger buckets before it gets more of them, so that to scatter to them stays cheap. */
    static final int MANY_BUCKETS = 512;
    /** Keys in the largest bucket that is planned, as a power of two: such a bucket still fits in a core's cache. */
    static final int LARGE_BUCKET_LOG = 16;
    /** Buckets. The tables of one part (an index and a count for each bucket) stay in a core's cache up to this number. */
    static final int MAX_BUCKETS = 1 << 12;

    private final Work${W} work;

    private KeySort${W}(Work${W} work) {
        this.work = work;
    }

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
        int wanted = threads(keys.size(), threads);
        if (wanted == 1 || threads < HostPolicy.FEW_THREADS && keys.size() < HostPolicy.ALONE) {
            JdkSort.sort(column, descending);
            return true;
        }
        try (Crew crew = new Crew(wanted)) {
            return sort(keys, Runs${W}.find(keys, 0, keys.size(), crew), crew, buffers);
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
            return sort(keys, Runs${W}.find(keys, 0, keys.size(), crew), crew, buffers);
        }
    }

    /** Returns the number of threads that sort n keys, or rows. */
    public static int threads(int n, int most) {
        // More threads would have few buckets each, and take more memory than the keys.
        int buckets = Math.clamp(n >> LARGE_BUCKET_LOG, MANY_BUCKETS, MAX_BUCKETS);
        int wanted = Math.clamp(n >> HostPolicy.PER_THREAD_LOG, 1, Math.min(most, buckets / HostPolicy.TASKS_PER_THREAD));
        return n * (long) wanted < HostPolicy.ALONE ? 1 : wanted;
    }

    /** Sorts keys on threads that are there; runs may be null. */
    static boolean sort(Words${W} keys, Runs${W} runs, Crew crew, HostBuffers buffers) {
        if (runs != null && (runs.areSorted() || !keys.areOverwritten())) {
            return false;
        }
        // The NaNs of one run are at its ends.
        boolean none = runs != null && runs.areReversed() && !keys.isNaN(0) && !keys.isNaN(keys.size() - 1);
        NaNs${W} nans = none ? null : NaNs${W}.find(keys, crew);
        if (nans != null && !keys.areOverwritten()) {
            return false;
        }
        try (Work${W} work = new Work${W}(keys, crew, buffers)) {
            return sort(work, runs, nans);
        }
    }

    static boolean sort(Work${W} work, Runs${W} runs, NaNs${W} nans) {
        Words${W} keys = work.keys;
        boolean moved = true;
        try {
            if (runs != null && runs.areReversed()) {
                if (keys.array() == null) {
                    work.allocateCopy(keys.size()); // for another sort, should a part fail
                }
                work.beginWriting();
                runs.reverse();
            } else {
                moved = new KeySort${W}(work).sort(runs, 0, keys.size(), 0);
            }
        } catch (Throwable e) {
            if (!work.isWriting() || !keys.areOverwritten()) {
                throw e;
            }
            finish(work);
            if (!(e instanceof OutOfMemoryError)) {
                throw e;
            }
        } finally {
            if (nans != null && work.isWriting()) {
                nans.restore();
            }
        }
        return moved;
    }

    /** Sorts the keys, which are all there in some order, on one thread. */
    private static void finish(Work${W} work) {
        Words${W} keys = work.keys;
        if (keys.array() != null) {
            JdkSort.sort(keys.array(), keys.indexInArray(0), keys.indexInArray(keys.size()));
            return;
        }
        keys.load(0, work.copy(), 0, keys.size());
        JdkSort.sort(work.copy(), 0, keys.size());
        keys.store(work.copy(), 0, 0, keys.size());
    }

    /** Sorts n keys from an index on. The depth counts the rounds for large buckets. */
    private boolean sort(Runs${W} runs, int lo, int n, int depth) {
        Words${W} keys = work.keys;
        Crew crew = work.crew;
        int wanted = wantedBuckets(n, crew.threads());
        Buckets${W} buckets;
        if (runs != null) {
            buckets = runs.cut(work, work.buffers, Sample${W}.of(keys, lo, n, runs.buckets(wanted), crew));
        } else {
            ${key}[] sample = Sample${W}.of(keys, lo, n, wanted, crew);
            Values${W} values = Values${W}.of(sample);
            if (values != null) {
                new FewValues${W}(work, lo, n, values).sort();
                return true;
            }
            buckets = new Distribution${W}(work, lo, n, new Cells${W}(sample, wanted)).run();
        }
        int[] large = buckets.large();
        if (large.length > 0 && !keys.areOverwritten()) {
            return false;
        }
        buckets.sort(large);
        for (int bucket : large) {
            sortLarge(buckets.first(bucket), buckets.size(bucket), depth + 1);
        }
        return true;
    }

    /** Sorts the keys of a large bucket: the sample was unlucky, or they are too close to each other. */
    private void sortLarge(int lo, int n, int depth) {
        if (depth > HostPolicy.MAX_DEPTH) {
            ${key}[] copy = work.copy();
            work.keys.load(lo, copy, 0, n);
            Arrays.sort(copy, 0, n);
            work.keys.store(copy, 0, lo, n);
            return;
        }
        Runs${W} runs = Runs${W}.find(work.keys, lo, n, work.crew);
        if (runs != null && runs.areSorted()) {
            return;
        }
        sort(runs, lo, n, depth);
    }

    /** Returns the number of buckets: first more buckets, then larger ones, then more again; and enough for all threads. */
    public static int wantedBuckets(int n, int threads) {
        int buckets = Math.max(Math.min(n >> HostPolicy.BUCKET_LOG, MANY_BUCKETS), n >> LARGE_BUCKET_LOG);
        return Math.clamp(buckets, threads == 1 ? 1 : HostPolicy.TASKS_PER_THREAD * threads, MAX_BUCKETS);
    }
}
