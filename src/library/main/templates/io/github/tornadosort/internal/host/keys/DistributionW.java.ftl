<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
<#assign Local = rows?then("LocalRows", "LocalSort" + W)>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.host.HostPolicy;
<#if rows>
import io.github.tornadosort.internal.host.keys.Cells64;
import io.github.tornadosort.internal.host.keys.LocalSort64;
import io.github.tornadosort.internal.host.keys.Pieces64;
</#if>
import io.github.tornadosort.internal.threads.ParallelRanges;

/** Distributes keys to buckets: each part of the keys, for itself, to pieces in the same part of the copy. */
final class Distribution${W} {
    private final Work${W} work;
    private final int n;
    private final Cells${W} cells;
    private final int parts;
    private final Pieces${W} pieces;
    /** For each thread, the number of keys that it found in each bucket. */
    private final int[][] counts;
<#if !rows>
    /** For each bucket, how far a key moves the index of the next one: 0 for buckets whose keys need not be moved. */
    private final int[] step;
</#if>

    /** Allocates all memory that the sort needs from here on. */
    Distribution${W}(Work${W} work, Cells${W} cells) {
        this.work = work;
        this.n = work.keys.size();
        this.cells = cells;
        int buckets = cells.buckets();
        this.parts = work.parts(n, buckets);
        int[] starts = new int[parts + 1];
        for (int part = 0; part <= parts; part++) {
            starts[part] = start(part);
        }
        this.pieces = new Pieces${W}(
                starts, parts, false, cells.constant(), cells.value(), buckets, work.ends(parts, buckets));
        this.counts = new int[work.crew.threads()][buckets];
<#if !rows>
        this.step = new int[buckets];
        for (int bucket = 0; bucket < buckets; bucket++) {
            step[bucket] = cells.constant()[bucket] ? 0 : 1;
        }
</#if>
        work.allocate(n, Math.ceilDiv(n, parts), buckets<#if !rows>, false</#if>);
    }

    /** Distributes all parts, and returns the buckets. */
    Buckets${W} run() {
        work.crew.loop(parts, this::distribute);
        int[] starts = new int[pieces.buckets + 1];
        for (int bucket = 0; bucket < pieces.buckets; bucket++) {
            int count = 0;
            for (int[] ofThread : counts) {
                count += ofThread[bucket];
            }
            starts[bucket + 1] = starts[bucket] + count;
        }
        return new Buckets${W}(work, pieces, starts);
    }

    /** Distributes one part: finds and counts the bucket of each key, then scatters the keys to the pieces. */
    private void distribute(int part, int thread) {
        int begin = start(part);
        int size = start(part + 1) - begin;
        ${Local} local = work.local(thread);
        int[] next = new int[cells.buckets()];
        classify(begin, size, local, next);
        if (place(begin, thread, next) > 0) {
            scatter(begin, size, local, next);
        }
        int end = begin;
        for (int bucket = 0; bucket < next.length; bucket++) {
            // The index of the next key is the end of the piece now.
            end = <#if rows>next[bucket]<#else>step[bucket] == 0 ? end : next[bucket]</#if>;
            pieces.setEnd(part, bucket, end);
        }
    }

    /** Finds and counts the buckets of a part's keys. */
    private void classify(int begin, int size, ${Local} local, int[] count) {
        for (int at = 0; at < size; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, size - at);
<#if rows>
            work.keys.load(begin + at, local.rows(), 0, m, local.ints);
            cells.classify(local.rows(), m, local.cells(), local.bucketOfKey(), at, count);
<#else>
            work.keys.load(begin + at, local.tile, 0, m);
            cells.classify(local.tile, m, local.cells, local.bucketOfKey(), at, count);
</#if>
        }
    }

    /** Turns the counts into the index of each bucket's first key; returns how many keys must be moved. */
    private int place(int begin, int thread, int[] next) {
        int at = begin;
        for (int bucket = 0; bucket < next.length; bucket++) {
            int count = next[bucket];
            counts[thread][bucket] += count;
<#if rows>
            next[bucket] = at;
            at += count;
<#else>
            next[bucket] = step[bucket] == 0 ? work.unwanted(thread) : at;
            at += count * step[bucket];
</#if>
        }
        return at - begin;
    }

<#if rows>
    /** Moves the rows to their pieces. */
    private void scatter(int begin, int size, LocalRows local, int[] next) {
        for (int at = 0; at < size; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, size - at);
            work.keys.load(begin + at, m, local.rows(), local.spare(), 0, local);
            if (work.keys.arePacked()) {
                LocalSort64.scatter(local.rows(), 0, at, m, local.bucketOfKey(), next, work.copy());
            } else {
                scatter(local.rows(), local.spare(), m, at, local.bucketOfKey(), next, work.copy(), work.values());
            }
        }
    }

    private static void scatter(
            long[] keys, long[] values, int n, int first, char[] bucketOf, int[] next, long[] to, long[] toValues) {
        for (int i = 0; i < n; i++) {
            int bucket = bucketOf[first + i];
            int at = next[bucket];
            next[bucket] = at + 1;
            to[at] = keys[i];
            toValues[at] = values[i];
        }
    }
<#else>
    /** Moves the keys to their pieces. It reads tiles again, from the cache, so that most keys need not be kept anywhere. */
    private void scatter(int begin, int size, ${Local} local, int[] next) {
        for (int at = 0; at < size; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, size - at);
            work.keys.load(begin + at, local.tile, 0, m);
            if (cells.anyConstant()) {
                scatter(local.tile, m, at, local.bucketOfKey(), next, step, work.copy());
            } else {
                LocalSort${W}.scatter(local.tile, 0, at, m, local.bucketOfKey(), next, work.copy());
            }
        }
    }

    /** Moves each key to the next index of its bucket. The keys of buckets with step 0 all go to one index. */
    private static void scatter(${key}[] keys, int n, int first, char[] bucketOf, int[] next, int[] step, ${key}[] to) {
        for (int i = 0; i < n; i++) {
            int bucket = bucketOf[first + i];
            int at = next[bucket];
            next[bucket] = at + step[bucket];
            to[at] = keys[i];
        }
    }
</#if>

    /** Returns where a part begins. */
    private int start(int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
