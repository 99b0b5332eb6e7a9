<#-- for rows too -->
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.host.HostPolicy;
<#if rows>
import io.github.tornadosort.internal.host.keys.Pieces64;
import io.github.tornadosort.internal.threads.Loop;
<#else>
import java.util.Arrays;
</#if>

/** Sorts the buckets, each one by one thread, and writes them to their indices. */
final class Buckets${W} {
    /** Pieces. A bucket of more sorted pieces is sorted anew. */
    static final int MAX_MERGED = 64;

    private final Work${W} work;
    private final ${rows?then("Rows", "Words" + W)} keys;
    private final Pieces${W} pieces;
    /** Where each bucket begins, counted from lo. */
    private final int[] starts;
    private final int lo;
    private final int n;
    private final int buckets;
    /** Keys in the largest bucket that one thread sorts. */
    private final int most;
<#if rows>
    /** Whether the rows of each bucket are in order, if its pieces are taken one after another. */
<#else>
    /** Whether each bucket holds one value only. */
</#if>
    private final boolean[] ordered;
    /** A task is a bucket (upper half) and <#if rows>its first source<#else>an index in it</#if> (lower half). */
    private final long[] tasks;
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
        this.ordered = pieces.constant;
        this.tasks = new long[buckets + n / HostPolicy.SLICE + 1]; // one for each bucket and one more for each full slice
    }

    /** Returns the index of a bucket's first key. */
    int first(int bucket) {
        return lo + starts[bucket];
    }

    /** Returns the number of keys in a bucket. */
    int size(int bucket) {
        return starts[bucket + 1] - starts[bucket];
    }

    /** Returns the number of keys of a bucket in the sources before one. */
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
            if (!ordered[bucket] && size(bucket) > full && size(bucket) <= most) {
                add(bucket, 0);
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!ordered[bucket] && size(bucket) > 0 && size(bucket) <= Math.min(full, most)) {
                add(bucket, 0);
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
<#if rows>
            for (int source = 0; ordered[bucket] && source < pieces.sources; source = sliceEnd(bucket, source)) {
                add(bucket, source);
            }
<#else>
            for (int at = 0; ordered[bucket] && at < size(bucket); at += HostPolicy.SLICE) {
                add(bucket, at);
            }
</#if>
        }
    }

    private void add(int bucket, int at) {
        tasks[count++] = (long) bucket << Integer.SIZE | at;
    }

    private void run(int task, int thread) {
        int bucket = (int) (tasks[task] >>> Integer.SIZE);
        if (ordered[bucket]) {
            writeSlice(bucket, (int) tasks[task], thread);
        } else {
            sortBucket(bucket, thread);
        }
    }

<#if rows>
    /** Sorts all buckets and writes them. Allocates nothing after the first row is written. */
    void sort(int depth) {
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!ordered[bucket] && size(bucket) > most) {
                sortLarge(bucket, depth);
            }
        }
        list();
        Runnable again = () -> {
            for (int task = 0; task < count; task++) {
                run(task, 0);
            }
        };
        try {
            work.crew.loop(count, this::run);
        } catch (Throwable e) {
            // The pieces are still there.
            Loop.repeat(again);
        }
    }

    /** Sorts a large bucket by all threads in arrays of its own, and puts its rows back to its pieces. */
    private void sortLarge(int bucket, int depth) {
        int size = size(bucket);
        long[] copy = work.buffers.longs(size);
        long[] values = keys.arePacked() ? new long[0] : work.buffers.longs(size);
        move(bucket, true, copy, values);
        RowSort.sort(new ArrayRows(copy, values, 0, size, keys.low), work.crew, work.buffers, depth + 1);
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
            if (!keys.arePacked()) {
                move(work.values(), from, values, to, m, away);
            }
        });
    }

    private static void move(long[] pieces, int from, long[] copy, int to, int m, boolean away) {
        System.arraycopy(away ? pieces : copy, away ? from : to, away ? copy : pieces, away ? to : from, m);
    }

    /** Returns the source after those whose pieces together make a slice. */
    private int sliceEnd(int bucket, int first) {
        int source = first;
        for (int found = 0; source < pieces.sources && found < HostPolicy.SLICE; source++) {
            found += pieces.size(source, bucket);
        }
        return source;
    }

    /** Writes a slice of a bucket in order. */
    private void writeSlice(int bucket, int first, int thread) {
        LocalRows local = work.local(thread);
        int at = first(bucket) + before(bucket, first);
        int end = sliceEnd(bucket, first);
        for (int source = first; source < end; source++) {
            int to = pieces.end(source, bucket);
            for (int from = pieces.begin(source, bucket), m; from < to; from += m) {
                m = Math.min(local.capacity(), to - from);
                collect(from, m, local, 0);
                local.keep();
                keys.store(local, m, at);
                at += m;
            }
        }
    }

    /** Puts the pieces of a bucket together, sorts and writes it. */
    private void sortBucket(int bucket, int thread) {
        LocalRows local = work.local(thread);
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
            local.sort(size, keys.low);
        }
        keys.store(local, size, first(bucket));
    }

    private void collect(int from, int m, LocalRows local, int to) {
        System.arraycopy(work.copy(), from, local.rows(), to, m);
        if (!keys.arePacked()) {
            System.arraycopy(work.values(), from, local.values(), to, m);
        }
    }
<#else>
    /** Returns the buckets that are too large for one thread. */
    int[] large() {
        int[] large = new int[buckets];
        int found = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!ordered[bucket] && size(bucket) > most) {
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
        } catch (Throwable e) {
            // Some of the keys are overwritten: all are put to the indices of their buckets, so that none is lost.
            for (int bucket = 0; keys.areOverwritten() && bucket < buckets; bucket++) {
                restore(bucket);
            }
            throw e;
        }
    }

    /** Writes a slice of equal keys. A sink receives more of them at a time. */
    private void writeSlice(int bucket, int at, int thread) {
        int end = Math.min(at + HostPolicy.SLICE, size(bucket));
        LocalSort${W} local = work.local(thread);
        ${key}[] tile = keys.areOverwritten() ? local.tile : local.keys();
        keys.fill(pieces.value[bucket], first(bucket) + at, first(bucket) + end, tile);
    }

    /** Sorts one bucket and writes it: merges its pieces if they are sorted and few, or else puts them together. */
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

    /** Merges the pieces of a bucket and writes it; returns false if merging would take longer than sorting. */
    private boolean mergePieces(int bucket, int thread) {
        int used = 0;
        int[] from = new int[MAX_MERGED];
        int[] to = new int[MAX_MERGED];
        for (int run = 0; run < pieces.sources; run++) {
            if (pieces.size(run, bucket) > 0) {
                if (used == MAX_MERGED) {
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

    /** Puts one piece of a bucket to its index among the keys, a tile at a time. */
    private void putBack(int bucket, int source, ${key}[] tile) {
        int at = first(bucket) + before(bucket, source);
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
        if (ordered[bucket]) {
            keys.fill(pieces.value[bucket], first(bucket), first(bucket) + size(bucket), tile);
        } else {
            for (int source = 0; source < pieces.sources; source++) {
                putBack(bucket, source, tile);
            }
        }
    }
</#if>
}
