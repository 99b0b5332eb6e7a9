package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Merge sort: {@link #sortTiles} sorts tiles in local memory; then, in each pass, {@link #partition} and {@link #mergeRuns}
 * merge pairs of runs. Merge path (Green, McColl and Bader 2012) splits the work so that every group, and every work-item in
 * it, writes the same number of keys. Stable.
 *
 * <p>In local memory, indices move instead of keys, so wide keys and values cost no more than their own loads and stores.
 */
public final class MergeKernels {
    private MergeKernels() {}

    /**
     * Sorts each tile, or each of the given ranges. Groups of {@code workItems}, one per tile of {@code workItems * items} keys or per
     * range; local memory {@code 4 * workItems * items * (3 + wide)} bytes. Reads and writes each key and its value once.
     *
     * @param to receives the sorted tiles
     * @param ranges with {@code withRanges}: the index of the first key of each range, and the index after its last key
     * @param withRanges compiled in: whether ranges are sorted, of at most a tile each
     */
    public static void sortTiles(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray ranges,
            IntArray p, int withRanges, int kind, int wide, int withValues, int workItems, int items) {
        int tile = workItems * items;
        int[] words = context.allocateIntLocalArray(tile * (1 + wide));
        int[] order = context.allocateIntLocalArray(2 * tile);
        int item = context.localIdx;
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int begin = context.groupIdx * tile;
        int count = Math.min(tile, p.get(PassParameters.N) - begin);
        if (withRanges != 0) {
            begin = ranges.get(2 * context.groupIdx);
            count = ranges.get(2 * context.groupIdx + 1) - begin;
        }
        // Load the keys into local memory.
        for (int j = item; j < count; j += workItems) {
            long key = KeyWords.get(from, begin + j, wide);
            words[j] = (int) key;
            if (wide != 0) {
                words[tile + j] = (int) (key >> 32);
            }
        }
        context.localBarrier();
        // Each work-item sorts the indices of its own keys by insertion.
        int mine = item * items;
        int stop = Math.min(mine + items, count);
        for (int j = mine; j < stop; j++) {
            long key = KeyWords.of(words[j], words[j + wide * tile], wide);
            int at = j;
            int larger = 1;
            while (larger != 0 && at > mine) {
                int other = order[at - 1];
                long left = KeyWords.of(words[other], words[other + wide * tile], wide);
                larger = KeyWords.less(key, left, kind, wide, flip, bits) ? 1 : 0;
                if (larger != 0) {
                    order[at] = other;
                    at = at - 1;
                }
            }
            order[at] = j;
        }
        context.localBarrier();
        // Merge runs of doubling length, from one plane of indices to the other.
        int plane = 0;
        for (int run = items; run < tile; run = run * 2) {
            int start = mine & -(2 * run);
            int lengthA = Math.max(0, Math.min(run, count - start));
            int lengthB = Math.max(0, Math.min(run, count - start - run));
            int a = plane + start;
            int b = plane + start + run;
            // Binary search along the diagonal finds where the work-item's share of both runs begins.
            int diagonal = Math.min(mine - start, lengthA + lengthB);
            int low = Math.max(0, diagonal - lengthB);
            int high = Math.min(diagonal, lengthA);
            while (low < high) {
                int middle = (low + high) / 2;
                int inA = order[a + middle];
                int inB = order[b + diagonal - 1 - middle];
                long keyA = KeyWords.of(words[inA], words[inA + wide * tile], wide);
                long keyB = KeyWords.of(words[inB], words[inB + wide * tile], wide);
                boolean bFirst = KeyWords.less(keyB, keyA, kind, wide, flip, bits);
                low = bFirst ? low : middle + 1;
                high = bFirst ? middle : high;
            }
            // Merge the share.
            int i = low;
            int j = diagonal - low;
            int target = tile - plane + start + diagonal;
            for (int k = 0; k < items; k++) {
                if (i + j < lengthA + lengthB) {
                    int takeB = i < lengthA ? 0 : 1;
                    if (i < lengthA && j < lengthB) {
                        int inA = order[a + i];
                        int inB = order[b + j];
                        long keyA = KeyWords.of(words[inA], words[inA + wide * tile], wide);
                        long keyB = KeyWords.of(words[inB], words[inB + wide * tile], wide);
                        takeB = KeyWords.less(keyB, keyA, kind, wide, flip, bits) ? 1 : 0;
                    }
                    int source = takeB != 0 ? b + j : a + i;
                    order[target + k] = order[source];
                    i = i + 1 - takeB;
                    j = j + takeB;
                }
            }
            plane = tile - plane;
            context.localBarrier();
        }
        // Store keys and values in sorted order.
        for (int j = item; j < count; j += workItems) {
            int source = order[plane + j];
            KeyWords.set(to, begin + j, KeyWords.of(words[source], words[source + wide * tile], wide), wide);
            if (withValues != 0) {
                toValues.set(begin + j, fromValues.get(begin + source));
            }
        }
    }

    /**
     * Computes the point at which each tile of the merged keys begins in its pair of runs. One work-item per tile, in groups of
     * any size; no local memory. A binary search reads two keys per step, in about {@code log2(RUN)} steps.
     *
     * @param keys {@code N} keys in sorted runs of {@link AlgorithmParameters#RUN} keys
     * @param splits receives for each of {@link AlgorithmParameters#TILES} tiles the number of keys before it that are from the
     *     first run of the pair
     * @param tile keys per tile
     */
    public static void partition(
            KernelContext context, IntArray keys, IntArray splits, IntArray p, int kind, int wide, int tile) {
        int t = context.globalIdx;
        if (t < p.get(AlgorithmParameters.TILES)) {
            long flip = PassParameters.flip64(p);
            long bits = PassParameters.bits64(p);
            int n = p.get(PassParameters.N);
            int run = p.get(AlgorithmParameters.RUN);
            int start = (t * tile) & -(2 * run);
            int lengthA = Math.min(run, n - start);
            int lengthB = Math.max(0, Math.min(run, n - start - run));
            int diagonal = t * tile - start;
            int low = Math.max(0, diagonal - lengthB);
            int high = Math.min(diagonal, lengthA);
            while (low < high) {
                int middle = (low + high) / 2;
                long keyA = KeyWords.get(keys, start + middle, wide);
                long keyB = KeyWords.get(keys, start + run + diagonal - 1 - middle, wide);
                boolean bFirst = KeyWords.less(keyB, keyA, kind, wide, flip, bits);
                low = bFirst ? low : middle + 1;
                high = bFirst ? middle : high;
            }
            splits.set(t, low);
        }
    }

    /**
     * Merges pairs of runs. Groups of {@code workItems}, one per tile of {@code workItems * items} merged keys; local memory
     * {@code 4 * workItems * items * (2 + wide)} bytes. Reads and writes each key and its value once.
     *
     * @param from {@code N} keys in sorted runs of {@link AlgorithmParameters#RUN} keys
     * @param to receives runs of twice that length
     * @param splits the result of {@link #partition}
     */
    public static void mergeRuns(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray splits,
            IntArray p, int kind, int wide, int withValues, int workItems, int items) {
        int tile = workItems * items;
        int[] words = context.allocateIntLocalArray(tile * (1 + wide));
        int[] order = context.allocateIntLocalArray(tile);
        int item = context.localIdx;
        int t = context.groupIdx;
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int n = p.get(PassParameters.N);
        int run = p.get(AlgorithmParameters.RUN);
        int begin = t * tile;
        int count = Math.min(tile, n - begin);
        int start = begin & -(2 * run);
        int diagonal = begin - start;
        int beginA = splits.get(t);
        int endA = Math.min(run, n - start);
        // The last tile of a pair takes the rest of the first run.
        if (diagonal + tile < 2 * run && begin + tile < n) {
            endA = splits.get(t + 1);
        }
        int lengthA = endA - beginA;
        int firstA = start + beginA;
        int firstB = start + run + diagonal - beginA;
        // Load the tile's part of the first run, then its part of the second run.
        for (int j = item; j < count; j += workItems) {
            int source = j < lengthA ? firstA + j : firstB + j - lengthA;
            long key = KeyWords.get(from, source, wide);
            words[j] = (int) key;
            if (wide != 0) {
                words[tile + j] = (int) (key >> 32);
            }
        }
        context.localBarrier();
        // Binary search along the diagonal finds where the work-item's share of both parts begins.
        int lengthB = count - lengthA;
        int mine = Math.min(item * items, count);
        int low = Math.max(0, mine - lengthB);
        int high = Math.min(mine, lengthA);
        while (low < high) {
            int middle = (low + high) / 2;
            int inB = lengthA + mine - 1 - middle;
            long keyA = KeyWords.of(words[middle], words[middle + wide * tile], wide);
            long keyB = KeyWords.of(words[inB], words[inB + wide * tile], wide);
            boolean bFirst = KeyWords.less(keyB, keyA, kind, wide, flip, bits);
            low = bFirst ? low : middle + 1;
            high = bFirst ? middle : high;
        }
        // Merge the share, as indices.
        int a = low;
        int b = lengthA + mine - low;
        for (int k = 0; k < items; k++) {
            if (mine + k < count) {
                int takeB = a < lengthA ? 0 : 1;
                if (a < lengthA && b < count) {
                    long keyA = KeyWords.of(words[a], words[a + wide * tile], wide);
                    long keyB = KeyWords.of(words[b], words[b + wide * tile], wide);
                    takeB = KeyWords.less(keyB, keyA, kind, wide, flip, bits) ? 1 : 0;
                }
                order[mine + k] = takeB != 0 ? b : a;
                a = a + 1 - takeB;
                b = b + takeB;
            }
        }
        context.localBarrier();
        // Store keys and values in sorted order.
        for (int j = item; j < count; j += workItems) {
            int source = order[j];
            KeyWords.set(to, begin + j, KeyWords.of(words[source], words[source + wide * tile], wide), wide);
            if (withValues != 0) {
                int index = source < lengthA ? firstA + source : firstB + source - lengthA;
                toValues.set(begin + j, fromValues.get(index));
            }
        }
    }
}
