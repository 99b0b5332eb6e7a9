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
        this.pieces = new Pieces${W}(starts, parts, false, buckets, work.ends(parts, buckets));
        this.counts = new int[work.crew.threads()][buckets];
        work.allocate(n, Math.ceilDiv(n, parts), buckets);
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
        place(begin, thread, next);
        scatter(begin, size, local, next);
        for (int bucket = 0; bucket < next.length; bucket++) {
            pieces.setEnd(part, bucket, next[bucket]); // the index of the next key
        }
    }

    /** Finds and counts the buckets of a part's keys. */
    private void classify(int begin, int size, ${Local} local, int[] count) {
        for (int at = 0; at < size; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, size - at);
<#if rows>
            work.keys.load(begin + at, local.rows, 0, m, local.ints);
            cells.classify(local.rows, m, local.cells, local.bucketOfKey, at, count);
<#else>
            work.keys.load(begin + at, local.tile, 0, m);
            cells.classify(local.tile, m, local.cells, local.bucketOfKey, at, count);
</#if>
        }
    }

    /** Turns the counts into the index of each bucket's first key. */
    private void place(int begin, int thread, int[] next) {
        int at = begin;
        for (int bucket = 0; bucket < next.length; bucket++) {
            int count = next[bucket];
            counts[thread][bucket] += count;
            next[bucket] = at;
            at += count;
        }
    }

<#if rows>
    /** Moves the rows to their pieces. */
    private void scatter(int begin, int size, LocalRows local, int[] next) {
        for (int at = 0; at < size; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, size - at);
            work.keys.load(begin + at, m, local.rows, local.spare, 0, local);
            if (work.keys.arePacked()) {
                LocalSort64.scatter(local.rows, 0, at, m, local.bucketOfKey, next, work.copy());
            } else {
                scatter(local.rows, local.spare, m, at, local.bucketOfKey, next, work.copy(), work.values());
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
            LocalSort${W}.scatter(local.tile, 0, at, m, local.bucketOfKey, next, work.copy());
        }
    }
</#if>

    /** Returns where a part begins. */
    private int start(int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
