<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
<#assign Local = rows?then("LocalRows", "LocalSort" + W)>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.host.HostPolicy;
<#if rows>
import io.github.tornadosort.internal.host.keys.Pieces64;
<#else>
import io.github.tornadosort.Column;
</#if>
import io.github.tornadosort.internal.threads.Loop;

/**
 * Sorts the buckets, each one by one thread, and writes them to their indices. A bucket that is too large for one thread is sorted by all of
 * them before the first ${rows?then("row", "key")} is written. The pieces stay as they are, so that a bucket can be written again.
 */
final class Buckets${W} {
    private final Work${W} work;
    private final ${Words} keys;
    private final Pieces${W} pieces;
    /** Where each bucket begins, and the number of ${rows?then("rows", "keys")}. */
    private final int[] starts;
    private final int buckets;
    /** Whether each bucket is in order, if its pieces are taken one after another. */
    private final boolean[] ordered;
    /** A task is a bucket (upper half) and where a slice of a bucket in order begins (lower half): <#if rows>a source<#else>a source, or an index of equal keys</#if>. */
    private final long[] tasks;
    private int count;

    Buckets${W}(Work${W} work, Pieces${W} pieces, int[] starts) {
        this.work = work;
        this.keys = work.keys;
        this.pieces = pieces;
        this.starts = starts;
        this.buckets = pieces.buckets;
        this.ordered = pieces.constant.clone();
        this.tasks = new long[buckets + starts[buckets] / HostPolicy.SLICE + 1]; // one for each bucket and one more for each full slice
    }

    /** Returns the number of ${rows?then("rows", "keys")} in a bucket. */
    private int size(int bucket) {
        return starts[bucket + 1] - starts[bucket];
    }

    /** Returns the number of a bucket's ${rows?then("rows", "keys")} in the sources before one. */
    private int before(int bucket, int source) {
        int before = 0;
        for (int s = 0; s < source; s++) {
            before += pieces.size(s, bucket);
        }
        return before;
    }

    /** Sorts all buckets and writes them. Allocates nothing after the first ${rows?then("row", "key")} is written. */
    void sort(int depth) {
        int most = work.maxBucket(starts[buckets], buckets);
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (!ordered[bucket] && size(bucket) > most) {
                sortLarge(bucket, depth);
            }
        }
        for (int bucket = 0; pieces.sorted && bucket < buckets; bucket++) {
            ordered[bucket] |= isOnePiece(bucket);
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
<#if !rows>
            if (!keys.areOverwritten()) {
                throw e;
            }
</#if>
            Loop.repeat(again);
        }
    }

    private boolean isOnePiece(int bucket) {
        int source = 0;
        while (source < pieces.sources && pieces.size(source, bucket) == 0) {
            source++;
        }
        return source < pieces.sources && pieces.size(source, bucket) == size(bucket);
    }

    /** Lists the tasks: first full buckets (twice the average), then others, then slices of buckets in order. */
    private void list() {
        int full = 2 * (starts[buckets] / buckets + 1);
        for (boolean first : new boolean[] {true, false}) {
            for (int bucket = 0; bucket < buckets; bucket++) {
                if (!ordered[bucket] && size(bucket) > 0 && size(bucket) > full == first) {
                    add(bucket, 0);
                }
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
<#if !rows>
            for (int at = 0; pieces.constant[bucket] && at < size(bucket); at += HostPolicy.SLICE) {
                add(bucket, at);
            }
</#if>
            boolean slices = ordered[bucket]<#if !rows> && !pieces.constant[bucket]</#if>;
            for (int source = 0; slices && source < pieces.sources; source = sliceEnd(bucket, source)) {
                add(bucket, source);
            }
        }
    }

    private void add(int bucket, int at) {
        tasks[count++] = (long) bucket << Integer.SIZE | at;
    }

    private void run(int task, int thread) {
        int bucket = (int) (tasks[task] >>> Integer.SIZE);
        int at = (int) tasks[task];
<#if !rows>
        if (pieces.constant[bucket]) {
            fill(bucket, at, work.local(thread));
            return;
        }
</#if>
        if (ordered[bucket]) {
            writeSlice(bucket, at, work.local(thread));
        } else {
            sortBucket(bucket, <#if rows>work.local(thread)<#else>thread</#if>);
        }
    }

    /** Sorts a large bucket by all threads in <#if rows>arrays<#else>an array</#if> of its own, and puts it back to its pieces. */
    private void sortLarge(int bucket, int depth) {
        int size = size(bucket);
        ${key}[] copy = work.buffers.${key}s(size);
<#if rows>
        long[] values = keys.arePacked() ? new long[0] : work.buffers.longs(size);
        move(bucket, true, copy, values);
        RowSort.sort(new ArrayRows(copy, values, 0, size, keys.low), work.crew, work.buffers, depth + 1);
        move(bucket, false, copy, values);
        work.buffers.release(values);
<#else>
        move(bucket, true, copy);
        KeySort${W}.sort(new Words${W}(Column.of(copy).range(0, size), false), work.crew, work.buffers, depth + 1);
        move(bucket, false, copy);
</#if>
        ordered[bucket] = true;
        work.buffers.release(copy);
    }

    /** Moves <#if rows>the rows of a bucket from its pieces to arrays<#else>a bucket from its pieces to an array</#if>, or back. */
    private void move(int bucket, boolean away, ${key}[] copy<#if rows>, long[] values</#if>) {
        work.crew.loop(pieces.sources, (source, thread) -> {
            int from = pieces.begin(source, bucket);
            int to = before(bucket, source);
            int m = pieces.size(source, bucket);
            move(work.copy(), from, copy, to, m, away);
<#if rows>
            if (!keys.arePacked()) {
                move(work.values(), from, values, to, m, away);
            }
</#if>
        });
    }

    private static void move(${key}[] pieces, int from, ${key}[] copy, int to, int m, boolean away) {
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
    private void writeSlice(int bucket, int first, ${Local} local) {
        int at = starts[bucket] + before(bucket, first);
        int end = sliceEnd(bucket, first);
        for (int source = first; source < end; source++) {
            int to = pieces.end(source, bucket);
            for (int from = pieces.begin(source, bucket), m; from < to; from += m) {
                m = Math.min(local.capacity(), to - from);
                collect(from, m, local, 0);
<#if rows>
                local.keep();
                keys.store(local, m, at);
<#else>
                keys.store(local.keys(), 0, at, m);
</#if>
                at += m;
            }
        }
    }

<#if rows>
    /** Puts the pieces of a bucket together, sorts and writes it. */
    private void sortBucket(int bucket, LocalRows local) {
        collect(bucket, local);
        local.sort(size(bucket), keys.low);
        keys.store(local, size(bucket), starts[bucket]);
    }
<#else>
    /** Writes a slice of equal keys. A sink receives more of them at a time. */
    private void fill(int bucket, int at, LocalSort${W} local) {
        int end = Math.min(at + HostPolicy.SLICE, size(bucket));
        ${key}[] tile = keys.areOverwritten() ? local.tile : local.keys();
        keys.fill(pieces.value[bucket], starts[bucket] + at, starts[bucket] + end, tile);
    }

    /** Sorts one bucket and writes it: merges its pieces if they are sorted and few, or else puts them together. */
    private void sortBucket(int bucket, int thread) {
        if (!pieces.sorted || !mergePieces(bucket, work.merged(thread))) {
            LocalSort${W} local = work.local(thread);
            collect(bucket, local);
            keys.store(local.sort(size(bucket)), 0, starts[bucket], size(bucket));
        }
    }

    /** Merges the pieces of a bucket and writes it; returns false if merging would take longer than sorting, or there is no memory. */
    private boolean mergePieces(int bucket, ${key}[] merged) {
        int size = size(bucket);
        try {
            int used = 0;
            int[] from = new int[Merge${W}.MOST];
            int[] to = new int[Merge${W}.MOST];
            for (int run = 0; run < pieces.sources; run++) {
                if (pieces.size(run, bucket) > 0) {
                    if (used == from.length) {
                        return false;
                    }
                    from[used] = pieces.begin(run, bucket);
                    to[used++] = pieces.end(run, bucket);
                }
            }
            int end = Merge${W}.merge(work.copy(), from, to, used, merged, size);
            if (end < 0) {
                return false;
            }
            keys.store(merged, end - size, starts[bucket], size);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }
</#if>

    /** Puts the pieces of a bucket together. */
    private void collect(int bucket, ${Local} local) {
        int size = 0;
        for (int source = 0; source < pieces.sources; source++) {
            int m = pieces.size(source, bucket);
            collect(pieces.begin(source, bucket), m, local, size);
            size += m;
        }
    }

    private void collect(int from, int m, ${Local} local, int to) {
        System.arraycopy(work.copy(), from, local.${rows?then("rows", "keys")}(), to, m);
<#if rows>
        if (!keys.arePacked()) {
            System.arraycopy(work.values(), from, local.values(), to, m);
        }
</#if>
    }
}
