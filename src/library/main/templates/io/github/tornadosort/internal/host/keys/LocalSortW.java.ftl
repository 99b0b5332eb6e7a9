package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * The memory of one thread, and its sort of a bucket in the cache. Keys are distributed to leaves of equal width, which are short enough
 * for the JDK's sort of a few dozen keys. Keys that a sample shows to be uneven, or of values that repeat, are left to the JDK.
 */
public final class LocalSort${W} {
    /** Keys in a leaf, planned. The JDK sorts 18 to 43 ints in about 1.3 ns each, with vector code; others in 5 to 8. */
    static final int LEAF = 28;
    /** As a power of two, the part of the range that is added on either side for leaves, and in which keys may be close to each other. */
    static final int RANGE_PART_LOG = 4;
    /** Bytes of memory per key. */
    static final int WIDTH = 2 * ${Key}.BYTES + Character.BYTES;

    private static final long LOW = 0xffffffffL;

    /** The keys to sort. */
    final ${key}[] keys;
    private final ${key}[] sorted;
    /** The bucket or the leaf of each key. */
    final char[] bucketOfKey;
    private final ${key}[] sample = new ${key}[HostPolicy.STEPS];
    private final int[][] counts = new int[HostPolicy.MAX_DEPTH][1 << HostPolicy.COUNTERS_LOG];
    /** Memory for the keys of a part, a tile at a time. */
    final ${key}[] tile = new ${key}[HostPolicy.TILE];
    final int[] cells = new int[HostPolicy.TILE];
    /** The ends of pieces to merge. */
    final int[] ends = new int[Merge${W}.MOST];

    /** @param capacity maximum number of keys */
    LocalSort${W}(int capacity) {
        this.keys = HostMemory.${key}s(capacity);
        this.sorted = HostMemory.${key}s(capacity);
        this.bucketOfKey = HostMemory.array(capacity, Character.BYTES, char[]::new);
    }

    /** Returns counters, for use while nothing is sorted. */
    int[] counters() {
        return counts[0];
    }

    /** Merges the keys up to the first ends; returns the array that holds the result. */
    ${key}[] merge(int pieces) {
        return Merge${W}.merge(keys, ends, pieces, sorted);
    }

    /** Sorts the first n of {@link #keys}; returns the array that holds the result. */
    ${key}[] sort(int n) {
        return sort(keys, sorted, 0, n, 0);
    }

    /** Sorts x from an index on, using y from there on; returns the one that holds the result. */
    private ${key}[] sort(${key}[] x, ${key}[] y, int from, int n, int depth) {
        if (n <= HostPolicy.FOR_JDK || depth == HostPolicy.MAX_DEPTH) {
            JdkSort.sort(x, from, from + n);
            return x;
        }
        for (int i = 0; i < HostPolicy.STEPS; i++) {
            sample[i] = x[from + Sample${W}.spread(i, n)];
        }
        JdkSort.sort(sample, 0, HostPolicy.STEPS);
        if (Sample${W}.repeats(sample) || Sample${W}.isUneven(sample)) {
            JdkSort.sort(x, from, from + n);
            return x;
        }
        int leaves = distribute(x, y, from, from + n, sample, counts[depth]);
        sortLeaves(x, y, from, counts[depth], leaves, depth);
        return y;
    }

    /**
     * Distributes keys to leaves of equal width; returns the number of leaves and writes their ends. The sample shows the range of the
     * leaves, so that a few far keys do not spoil it: they go to the first or the last leaf.
     */
    private int distribute(${key}[] x, ${key}[] y, int from, int end, ${key}[] sample, int[] ends) {
        ${key} low = sample[HostPolicy.TRIM];
        ${key} high = sample[HostPolicy.STEPS - 1 - HostPolicy.TRIM];
        ${key} margin = high - low >>> RANGE_PART_LOG;
        ${key} lo = low < ${Key}.MIN_VALUE + margin ? ${Key}.MIN_VALUE : low - margin;
        ${key} hi = high > ${Key}.MAX_VALUE - margin ? ${Key}.MAX_VALUE : high + margin;
        // The upper 32 bits of the distance from lo.
        int shift = Math.max(0, ${Key}.SIZE - Integer.SIZE - ${Key}.numberOfLeadingZeros(hi - lo));
        long range = (hi - lo >>> shift & LOW) + 1;
        int leaves = (int) Math.min(range, Math.min(1 << HostPolicy.COUNTERS_LOG, (end - from) / LEAF + 1));
        long factor = ((long) leaves << Integer.SIZE) / range;
        Arrays.fill(ends, 0, leaves, 0);
        for (int at = from; at < end; at += HostPolicy.TILE) {
            count(x, at, Math.min(end, at + HostPolicy.TILE), lo, hi, shift, factor, bucketOfKey, ends);
        }
        int start = from;
        for (int v = 0; v < leaves; v++) {
            int count = ends[v];
            ends[v] = start;
            start += count;
        }
        for (int at = from; at < end; at += HostPolicy.TILE) {
            scatter(x, at, at, Math.min(end - at, HostPolicy.TILE), bucketOfKey, ends, y);
        }
        return leaves;
    }

    /** Sorts the leaves in y; small neighbours are sorted together. A crowded leaf is distributed again, to x and back. */
    private void sortLeaves(${key}[] x, ${key}[] y, int from, int[] ends, int leaves, int depth) {
        int begin = from;
        for (int v = 0; v < leaves; v++) {
            while (v + 1 < leaves && ends[v + 1] - begin <= HostPolicy.FEW_ROWS) {
                v++;
            }
            int m = ends[v] - begin;
            if (m > HostPolicy.FOR_JDK && sort(y, x, begin, m, depth + 1) == x) {
                System.arraycopy(x, begin, y, begin, m);
            } else if (m > 1 && m <= HostPolicy.FOR_JDK) {
                JdkSort.sort(y, begin, begin + m);
            }
            begin += m;
        }
    }

    /** Finds and counts the leaf of each key: its distance from lo, times the leaves, divided by the range. */
    private static void count(
            ${key}[] keys, int from, int to, ${key} lo, ${key} hi, int shift, long factor, char[] id, int[] count) {
        for (int i = from; i < to; i++) {
            int leaf = (int) ((Math.min(Math.max(keys[i], lo), hi) - lo >>> shift & LOW) * factor >>> Integer.SIZE);
            id[i] = (char) leaf;
            count[leaf]++;
        }
    }

    /** Moves n keys to the next indices of their buckets. */
    public static void scatter(${key}[] keys, int from, int first, int n, char[] bucketOf, int[] next, ${key}[] to) {
        for (int i = 0; i < n; i++) {
            int bucket = bucketOf[first + i];
            int at = next[bucket];
            next[bucket] = at + 1;
            to[at] = keys[from + i];
        }
    }
}
