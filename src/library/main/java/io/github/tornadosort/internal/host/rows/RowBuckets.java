package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.Pieces64;
import io.github.tornadosort.internal.threads.Loop;

/** Sorts the buckets, each one by one thread, and stores them. A bucket of rows that are in order is only stored. */
final class RowBuckets {
    private final Work64 work;
    private final Rows rows;
    private final Pieces64 pieces;
    private final int[] starts;
    private final int n;
    private final int buckets;
    /** Whether each bucket is in order, if its pieces are taken one after another. */
    private final boolean[] ordered;
    /** A task is a bucket (upper half) and its first source (lower half). */
    private final long[] tasks;
    private int count;

    /** @param starts the index of each bucket's first row */
    RowBuckets(Work64 work, Pieces64 pieces, int[] starts, int n) {
        this.work = work;
        this.rows = work.keys;
        this.pieces = pieces;
        this.starts = starts;
        this.n = n;
        this.buckets = pieces.buckets;
        this.ordered = pieces.constant;
        this.tasks = new long[buckets + n / HostPolicy.SLICE + 1]; // one for each bucket and one more for each full slice
    }

    /** Sorts all buckets and stores them. Allocates nothing after the first row is stored. */
    void sort(int depth) {
        int most = work.maxBucket(n, buckets);
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!ordered[bucket] && size(bucket) > most) {
                sortLarge(bucket, depth);
            }
        }
        list();
        Runnable again = this::runAll;
        try {
            work.crew.loop(count, this::run);
        } catch (RuntimeException | Error e) {
            // The pieces are still there.
            Loop.repeat(again);
        }
    }

    /** Sorts a large bucket by all threads in arrays of its own, and puts its rows back to its pieces. */
    private void sortLarge(int bucket, int depth) {
        int size = size(bucket);
        long[] copy = work.buffers.longs(size);
        long[] values = rows.arePacked() ? new long[0] : work.buffers.longs(size);
        move(bucket, true, copy, values);
        RowSort.sort(new ArrayRows(copy, values, 0, size, rows.low), work.crew, work.buffers, depth + 1);
        move(bucket, false, copy, values);
        ordered[bucket] = true;
        work.buffers.release(copy);
        work.buffers.release(values);
    }

    /** Moves the rows of a bucket from its pieces to arrays, or back. */
    private void move(int bucket, boolean away, long[] copy, long[] values) {
        work.crew.loop(pieces.sources, (source, thread) -> {
            int from = pieces.begin(source, bucket);
            int to = before(bucket, source);
            int m = pieces.size(source, bucket);
            move(work.copy(), from, copy, to, m, away);
            if (!rows.arePacked()) {
                move(work.values(), from, values, to, m, away);
            }
        });
    }

    private static void move(long[] pieces, int from, long[] copy, int to, int m, boolean away) {
        System.arraycopy(away ? pieces : copy, away ? from : to, away ? copy : pieces, away ? to : from, m);
    }

    private int size(int bucket) {
        return starts[bucket + 1] - starts[bucket];
    }

    /** Returns the number of rows of a bucket in the sources before one. */
    private int before(int bucket, int source) {
        int before = 0;
        for (int s = 0; s < source; s++) {
            before += pieces.size(s, bucket);
        }
        return before;
    }

    /** Lists the tasks: first full buckets (twice the average), then others, then slices of buckets in order. */
    private void list() {
        int full = 2 * (n / buckets + 1);
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!ordered[bucket] && size(bucket) > full) {
                add(bucket, 0);
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!ordered[bucket] && size(bucket) > 0 && size(bucket) <= full) {
                add(bucket, 0);
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
            for (int source = 0; ordered[bucket] && source < pieces.sources; source = sliceEnd(bucket, source)) {
                add(bucket, source);
            }
        }
    }

    private void add(int bucket, int source) {
        tasks[count++] = (long) bucket << Integer.SIZE | source;
    }

    /** Returns the source after those whose pieces together make a slice. */
    private int sliceEnd(int bucket, int first) {
        int source = first;
        for (int found = 0; source < pieces.sources && found < HostPolicy.SLICE; source++) {
            found += pieces.size(source, bucket);
        }
        return source;
    }

    private void runAll() {
        for (int task = 0; task < count; task++) {
            run(task, 0);
        }
    }

    private void run(int task, int thread) {
        int bucket = (int) (tasks[task] >>> Integer.SIZE);
        if (ordered[bucket]) {
            store(bucket, (int) tasks[task], work.local(thread));
        } else {
            sort(bucket, work.local(thread));
        }
    }

    /** Stores a slice of a bucket in order. */
    private void store(int bucket, int first, LocalRows local) {
        int at = starts[bucket] + before(bucket, first);
        int end = sliceEnd(bucket, first);
        for (int source = first; source < end; source++) {
            int to = pieces.end(source, bucket);
            for (int from = pieces.begin(source, bucket), m; from < to; from += m) {
                m = Math.min(local.capacity(), to - from);
                collect(from, m, local, 0);
                local.keep();
                rows.store(local, m, at);
                at += m;
            }
        }
    }

    /** Puts the pieces of a bucket together, sorts and stores it. */
    private void sort(int bucket, LocalRows local) {
        int size = 0;
        boolean single = false;
        for (int source = 0; source < pieces.sources; source++) {
            int m = pieces.size(source, bucket);
            single |= m == size(bucket);
            collect(pieces.begin(source, bucket), m, local, size);
            size += m;
        }
        if (single && pieces.sorted) {
            local.keep();
        } else {
            local.sort(size, rows.low);
        }
        rows.store(local, size, starts[bucket]);
    }

    private void collect(int from, int m, LocalRows local, int to) {
        System.arraycopy(work.copy(), from, local.rows(), to, m);
        if (!rows.arePacked()) {
            System.arraycopy(work.values(), from, local.values(), to, m);
        }
    }
}
