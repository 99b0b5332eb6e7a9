package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;
import java.util.Arrays;

/** Sorts the buckets, each one by one thread, and writes them to their indices. */
final class Buckets${W} {
    private final Work${W} work;
    private final Words${W} keys;
    private final Pieces${W} pieces;
    /** Where each bucket begins, counted from lo. */
    private final int[] starts;
    private final int lo;
    private final int n;
    private final int buckets;
    /** Keys in the largest bucket that one thread sorts. */
    private final int most;
    /** A task is a bucket (upper half) and an index in it (lower half). */
    private final long[] tasks;
    private final SortedPrefix prefix;
    private int count;

    Buckets${W}(Work${W} work, Pieces${W} pieces, int[] starts, int lo, int n) {
        this.work = work;
        this.keys = work.keys;
        this.pieces = pieces;
        this.starts = starts;
        this.lo = lo;
        this.n = n;
        this.buckets = pieces.buckets;
        this.most = work.maxBucket(n, buckets);
        this.tasks = new long[buckets + n / HostPolicy.SLICE + 1]; // one for each bucket and one more for each full slice
        this.prefix = work.sorted == null || lo > 0 || n < keys.size() ? null : prefix();
    }

    private SortedPrefix prefix() {
        int[] tasksOfBucket = new int[buckets];
        for (int bucket = 0; bucket < buckets; bucket++) {
            tasksOfBucket[bucket] = pieces.constant[bucket] ? Math.ceilDiv(size(bucket), HostPolicy.SLICE) : 1;
        }
        return new SortedPrefix(work.sorted, starts, tasksOfBucket);
    }

    /** Returns the buckets that are too large for one thread. */
    int[] large() {
        int[] large = new int[buckets];
        int found = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!pieces.constant[bucket] && size(bucket) > most) {
                large[found++] = bucket;
            }
        }
        return Arrays.copyOf(large, found);
    }

    /** Sorts the buckets that are not too large, and puts the keys of the others to their indices, where they are sorted again. */
    void sort(int[] large) {
        list();
        work.beginWriting();
        try {
            work.crew.loop(count, this::run);
            if (large.length > 0) {
                work.crew.loop(large.length * pieces.sources, (i, thread) -> putBack(large[i / pieces.sources], i % pieces.sources, work.local(thread).tile));
            }
        } catch (RuntimeException | Error e) {
            // Some of the keys are overwritten: all are put to the indices of their buckets, so that none is lost.
            for (int bucket = 0; keys.areOverwritten() && bucket < buckets; bucket++) {
                restore(bucket);
            }
            throw e;
        }
    }

    /** Returns the index of a bucket's first key. */
    int first(int bucket) {
        return lo + starts[bucket];
    }

    /** Returns the number of keys in a bucket. */
    int size(int bucket) {
        return starts[bucket + 1] - starts[bucket];
    }

    /** Notes that a task of a bucket is done. */
    void finish(int bucket) {
        if (prefix != null) {
            prefix.finish(bucket);
        }
    }

    /** Lists the tasks: first full buckets (twice the average), then others, then slices of equal keys. */
    private void list() {
        int full = 2 * (n / buckets + 1);
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!pieces.constant[bucket] && size(bucket) > full && size(bucket) <= most) {
                add(bucket, 0);
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!pieces.constant[bucket] && size(bucket) <= Math.min(full, most)) {
                add(bucket, 0);
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
            for (int at = 0; pieces.constant[bucket] && at < size(bucket); at += HostPolicy.SLICE) {
                add(bucket, at);
            }
        }
    }

    private void add(int bucket, int at) {
        tasks[count++] = (long) bucket << Integer.SIZE | at;
    }

    /** Does one task: fills a slice, or sorts a bucket. */
    private void run(int task, int thread) {
        int bucket = (int) (tasks[task] >>> Integer.SIZE);
        int at = (int) tasks[task];
        int size = size(bucket);
        if (pieces.constant[bucket]) {
            int end = Math.min(at + HostPolicy.SLICE, size);
            keys.fill(pieces.value[bucket], first(bucket) + at, first(bucket) + end, tile(thread));
        } else if (size > 0) {
            sortBucket(bucket, thread);
        }
        finish(bucket);
    }

    /** Sorts one bucket and stores it: merges its pieces if they are sorted and few, or else puts them together. */
    private void sortBucket(int bucket, int thread) {
        if (pieces.sorted && mergePieces(bucket, thread)) {
            return;
        }
        LocalSort${W} local = work.local(thread);
        int size = 0;
        for (int source = 0; source < pieces.sources; source++) {
            int m = pieces.size(source, bucket);
            if (m > 0) {
                System.arraycopy(work.copy(), pieces.begin(source, bucket), local.keys(), size, m);
                size += m;
            }
        }
        keys.store(local.sort(size), 0, first(bucket), size);
    }

    /** Merges the pieces of a bucket and stores it; returns false if merging would take longer than sorting. */
    private boolean mergePieces(int bucket, int thread) {
        int used = 0;
        int[] from = new int[HostPolicy.MAX_MERGED];
        int[] to = new int[HostPolicy.MAX_MERGED];
        for (int run = 0; run < pieces.sources; run++) {
            if (pieces.size(run, bucket) > 0) {
                if (used == HostPolicy.MAX_MERGED) {
                    return false;
                }
                from[used] = pieces.begin(run, bucket);
                to[used++] = pieces.end(run, bucket);
            }
        }
        int size = size(bucket);
        ${key}[] merged = work.merged(thread);
        if (used == 1) {
            System.arraycopy(work.copy(), from[0], merged, 0, size);
            keys.store(merged, 0, first(bucket), size);
            return true;
        }
        int end = Merge${W}.merge(work.copy(), from, to, used, merged, size);
        if (end < 0) {
            return false;
        }
        keys.store(merged, end - size, first(bucket), size);
        return true;
    }

    /** Returns memory for equal keys; a sink receives more of them at a time. */
    private ${key}[] tile(int thread) {
        return keys.areOverwritten() ? work.local(thread).tile : work.local(thread).keys();
    }

    /** Puts one piece of a bucket to its index among the keys, a tile at a time. */
    private void putBack(int bucket, int source, ${key}[] tile) {
        int at = first(bucket);
        for (int before = 0; before < source; before++) {
            at += pieces.size(before, bucket);
        }
        int end = pieces.end(source, bucket);
        for (int from = pieces.begin(source, bucket); from < end; from += tile.length) {
            int m = Math.min(tile.length, end - from);
            System.arraycopy(work.copy(), from, tile, 0, m);
            keys.store(tile, 0, at, m);
            at += m;
        }
    }

    /** Puts the keys of a bucket to their indices, in any order. Allocates nothing. */
    private void restore(int bucket) {
        ${key}[] tile = work.local(0).tile;
        if (pieces.constant[bucket]) {
            keys.fill(pieces.value[bucket], first(bucket), first(bucket) + size(bucket), tile);
        } else {
            for (int source = 0; source < pieces.sources; source++) {
                putBack(bucket, source, tile);
            }
        }
    }
}
