<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
<#assign Local = rows?then("LocalRows", "LocalSort" + W)>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

<#if rows>
import io.github.tornadosort.internal.host.keys.Pieces64;
<#else>
import io.github.tornadosort.Column;
</#if>
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.concurrent.atomic.AtomicBoolean;

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
    /** A task is a bucket (upper half) and the source at which a slice of a bucket in order begins (lower half). */
    private final long[] tasks;
    private int count;

    Buckets${W}(Work${W} work, Pieces${W} pieces, int[] starts) {
        this.work = work;
        this.keys = work.keys;
        this.pieces = pieces;
        this.starts = starts;
        this.buckets = pieces.buckets;
        this.ordered = new boolean[buckets];
        // One for each bucket, and one more for each full slice.
        this.tasks = new long[buckets + starts[buckets] / (int) ParallelRanges.GRAIN + 1];
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
            ordered[bucket] = pieces.sorted ? isOrdered(bucket) : size(bucket) > most && isConstant(bucket);
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
            // Two bodies, since the code that sorts may be compiled while that which merges is new.
            work.crew.loop(count, pieces.sorted ? (task, thread) -> run(task, thread) : this::run);
        } catch (Throwable e) {
<#if !rows>
            if (!keys.areOverwritten()) {
                throw e;
            }
</#if>
            Loop.repeat(again);
        }
    }

    /** Returns whether the sorted pieces of a bucket are in order, one after another. */
    private boolean isOrdered(int bucket) {
        ${key} last = ${Key}.MIN_VALUE;
        for (int source = 0; source < pieces.sources; source++) {
            if (pieces.size(source, bucket) > 0) {
                if (key(pieces.begin(source, bucket)) < last) {
                    return false;
                }
                last = key(pieces.end(source, bucket) - 1);
            }
        }
        return true;
    }

    private ${key} key(int index) {
        return work.copy()[index]<#if rows> >> keys.low</#if>;
    }

    /** Returns whether all keys of a bucket are equal. */
    private boolean isConstant(int bucket) {
        AtomicBoolean differ = new AtomicBoolean();
        ${key} first = key(first(bucket));
        work.crew.loop(pieces.sources, (source, thread) -> {
            int end = pieces.end(source, bucket);
            if (endOfEqual(work.copy(), pieces.begin(source, bucket), end, first<#if rows>, keys.low</#if>) < end) {
                differ.set(true);
            }
        });
        return !differ.get();
    }

    /** Returns the index of the first key that is not equal to another one. */
    private static int endOfEqual(${key}[] keys, int from, int to, ${key} key<#if rows>, int low</#if>) {
        int i = from;
        while (i < to && keys[i]<#if rows> >> low</#if> == key) {
            i++;
        }
        return i;
    }

    /** Returns the index of the first key of a bucket in the copy. */
    private int first(int bucket) {
        int source = 0;
        while (pieces.size(source, bucket) == 0) {
            source++;
        }
        return pieces.begin(source, bucket);
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
            for (int source = 0; ordered[bucket] && source < pieces.sources; source = sliceEnd(bucket, source)) {
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
        if (ordered[bucket]) {
            writeSlice(bucket, at, work.local(thread));
        } else {
            sortBucket(bucket, work.local(thread));
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
        for (int found = 0; source < pieces.sources && found < ParallelRanges.GRAIN; source++) {
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
            int from = pieces.begin(source, bucket);
<#if !rows>
            if (from < to && key(from) == key(to - 1) && keys.areOverwritten()) {
                keys.fill(key(from), at, at + to - from, local.tile);
                at += to - from;
                from = to;
            }
</#if>
            for (int m; from < to; from += m) {
                m = Math.min(local.${rows?then("rows", "keys")}.length, to - from);
                collect(from, m, local, 0);
<#if rows>
                local.keep();
                keys.store(local, m, at);
<#else>
                keys.store(local.keys, 0, at, m);
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
    /** Puts the pieces of a bucket together, merges them if they are sorted and few, or else sorts them, and writes the bucket. */
    private void sortBucket(int bucket, LocalSort${W} local) {
        int count = collect(bucket, local);
        ${key}[] sorted = pieces.sorted && count <= Merge${W}.MOST ? local.merge(count) : local.sort(size(bucket));
        keys.store(sorted, 0, starts[bucket], size(bucket));
    }
</#if>

<#if rows>
    /** Puts the pieces of a bucket together. */
    private void collect(int bucket, LocalRows local) {
<#else>
    /** Puts the pieces of a bucket together, and writes where each of the first ones ends; returns the number of pieces. */
    private int collect(int bucket, LocalSort${W} local) {
        int count = 0;
</#if>
        int size = 0;
        for (int source = 0; source < pieces.sources; source++) {
            int m = pieces.size(source, bucket);
            collect(pieces.begin(source, bucket), m, local, size);
            size += m;
<#if !rows>
            if (m > 0 && count++ < Merge${W}.MOST) {
                local.ends[count - 1] = size;
            }
</#if>
        }
<#if !rows>
        return count;
</#if>
    }

    private void collect(int from, int m, ${Local} local, int to) {
        System.arraycopy(work.copy(), from, local.${rows?then("rows", "keys")}, to, m);
<#if rows>
        if (!keys.arePacked()) {
            System.arraycopy(work.values(), from, local.values, to, m);
        }
</#if>
    }
}
