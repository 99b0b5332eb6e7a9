package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.Cells64;
import io.github.tornadosort.internal.host.keys.KeySort64;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;

/**
 * Sorts rows stably, as {@link KeySort64} sorts keys: parts in order are distributed to buckets, and each bucket is sorted by one thread. A
 * large bucket is sorted before the first row is stored.
 */
public final class RowSort {
    private RowSort() {}

    /**
     * Sorts rows.
     *
     * @param threads maximum number of threads
     * @return false if the rows are sorted already; nothing is stored then
     * @throws OutOfMemoryError if there is not enough memory; nothing is stored then
     */
    public static boolean sort(ColumnRows rows, int threads, HostBuffers buffers) {
        return sort((Rows) rows, threads, buffers);
    }

    /** Sorts a part of an array by the bits from {@code low} on, which are signed numbers; 0 is not allowed. */
    public static boolean sort(long[] rows, int from, int to, int low, HostBuffers buffers) {
        return sort(new ArrayRows(rows, rows, from, to - from, low), Loop.threads(), buffers);
    }

    private static boolean sort(Rows rows, int threads, HostBuffers buffers) {
        try (Crew crew = new Crew(KeySort64.threads(rows.size(), threads))) {
            return sort(rows, crew, buffers, 0);
        }
    }

    /** Sorts rows on threads that are there. The depth counts the rounds for large buckets. */
    static boolean sort(Rows rows, Crew crew, HostBuffers buffers, int depth) {
        int n = rows.size();
        Runs64 runs = n < HostPolicy.FEW ? null : Runs64.find(rows, crew);
        if (runs != null && runs.areSorted()) {
            return false;
        }
        try (Work64 work = new Work64(runs == null && n >= HostPolicy.FEW ? rows.pack(crew) : rows, crew, buffers)) {
            if (n < HostPolicy.FEW || depth > HostPolicy.MAX_DEPTH
                    || runs == null && crew.threads() == 1 && n <= HostPolicy.CACHED) {
                return sortAlone(work, n < HostPolicy.FEW);
            }
            int wanted = KeySort64.wantedBuckets(n, crew.threads());
            Buckets64 buckets;
            if (runs != null) {
                buckets = runs.cut(work, Sample64.of(rows, runs.buckets(wanted), crew));
            } else {
                Cells64 cells = new Cells64(Sample64.of(rows, wanted, crew), wanted);
                buckets = new Distribution64(work, cells).run();
            }
            buckets.sort(depth);
            return true;
        }
    }

    /** Sorts rows as one bucket on the calling thread; returns false, having stored nothing, if they are found to be sorted. */
    private static boolean sortAlone(Work64 work, boolean look) {
        Rows rows = work.keys;
        int n = rows.size();
        if (n == 0) {
            return false;
        }
        work.allocateLocal(n);
        LocalRows local = work.local(0);
        rows.load(0, n, local.rows, local.values, 0, local);
        if (look && local.areSorted(n, rows.low)) {
            return false;
        }
        local.sort(n, rows.low);
        rows.store(local, n, 0);
        return true;
    }
}
