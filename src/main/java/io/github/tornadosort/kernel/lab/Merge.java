package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Merge sort: tiles are sorted in local memory, then runs are merged two by two, split by merge path (Green, McColl and
 * Bader 2012) so that every group, and in it every work-item, writes equally many keys. Stable. In local memory keys stay
 * where they are and their numbers move, so that neither wide keys nor values cost more than their own loads and stores.
 */
public final class Merge {
    private Merge() {}

    /**
     * Sorts each tile: each work-item its own {@code items} keys by insertion, then runs of growing length are merged.
     * Groups of {@code workItems}, one a tile; local memory {@code 4 * workItems * items * (3 + wide)} bytes.
     *
     * @param data for the caller's comparison
     */
    public static void sortTiles(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            LongArray data,
            IntArray p,
            int kind,
            int wide,
            int withValues,
            int workItems,
            int items) {
        int tile = workItems * items;
        int[] words = context.allocateIntLocalArray(tile * (1 + wide));
        int[] order = context.allocateIntLocalArray(2 * tile);
        int item = context.localIdx;
        long flip = Keys.flip(p);
        long bits = Keys.bits(p);
        int begin = context.groupIdx * tile;
        int count = Math.min(tile, p.get(PassParameters.N) - begin);
        for (int j = item; j < count; j += workItems) {
            long key = Keys.get(from, begin + j, wide);
            words[j] = (int) key;
            if (wide != 0) {
                words[tile + j] = (int) (key >> 32);
            }
        }
        context.localBarrier();
        int mine = item * items;
        int stop = Math.min(mine + items, count);
        for (int j = mine; j < stop; j++) {
            long key = Keys.of(words[j], words[j + wide * tile], wide);
            int at = j;
            int larger = 1;
            while (larger != 0 && at > mine) {
                int other = order[at - 1];
                long left = Keys.of(words[other], words[other + wide * tile], wide);
                larger = Ordering.less(data, key, left, kind, wide, flip, bits) ? 1 : 0;
                if (larger != 0) {
                    order[at] = other;
                    at = at - 1;
                }
            }
            order[at] = j;
        }
        context.localBarrier();
        int plane = 0;
        for (int run = items; run < tile; run = run * 2) {
            int start = mine & ~(2 * run - 1);
            int lengthA = Math.max(0, Math.min(run, count - start));
            int lengthB = Math.max(0, Math.min(run, count - start - run));
            int a = plane + start;
            int b = plane + start + run;
            int diagonal = Math.min(mine - start, lengthA + lengthB);
            int low = Math.max(0, diagonal - lengthB);
            int high = Math.min(diagonal, lengthA);
            while (low < high) {
                int middle = (low + high) / 2;
                int inA = order[a + middle];
                int inB = order[b + diagonal - 1 - middle];
                long keyA = Keys.of(words[inA], words[inA + wide * tile], wide);
                long keyB = Keys.of(words[inB], words[inB + wide * tile], wide);
                boolean bFirst = Ordering.less(data, keyB, keyA, kind, wide, flip, bits);
                low = bFirst ? low : middle + 1;
                high = bFirst ? middle : high;
            }
            int i = low;
            int j = diagonal - low;
            int target = tile - plane + start + diagonal;
            for (int k = 0; k < items; k++) {
                if (i + j < lengthA + lengthB) {
                    int takeB = i < lengthA ? 0 : 1;
                    if (i < lengthA && j < lengthB) {
                        int inA = order[a + i];
                        int inB = order[b + j];
                        long keyA = Keys.of(words[inA], words[inA + wide * tile], wide);
                        long keyB = Keys.of(words[inB], words[inB + wide * tile], wide);
                        takeB = Ordering.less(data, keyB, keyA, kind, wide, flip, bits) ? 1 : 0;
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
        for (int j = item; j < count; j += workItems) {
            int source = order[plane + j];
            Keys.set(to, begin + j, Keys.of(words[source], words[source + wide * tile], wide), wide);
            if (withValues != 0) {
                toValues.set(begin + j, fromValues.get(begin + source));
            }
        }
    }

    /**
     * For the place where each tile of the merged keys begins: how many keys before it are of its pair's first run. One tile
     * a work-item; reads the keys of some twenty binary search steps.
     *
     * @param splits gets {@link StepParameters#TILES} numbers
     */
    public static void partition(
            KernelContext context,
            IntArray keys,
            IntArray splits,
            LongArray data,
            IntArray p,
            int kind,
            int wide,
            int tile) {
        int t = context.globalIdx;
        if (t < p.get(StepParameters.TILES)) {
            long flip = Keys.flip(p);
            long bits = Keys.bits(p);
            int n = p.get(PassParameters.N);
            int run = p.get(StepParameters.RUN);
            int start = (t * tile) & ~(2 * run - 1);
            int lengthA = Math.min(run, n - start);
            int lengthB = Math.max(0, Math.min(run, n - start - run));
            int diagonal = t * tile - start;
            int low = Math.max(0, diagonal - lengthB);
            int high = Math.min(diagonal, lengthA);
            while (low < high) {
                int middle = (low + high) / 2;
                long keyA = Keys.get(keys, start + middle, wide);
                long keyB = Keys.get(keys, start + run + diagonal - 1 - middle, wide);
                boolean bFirst = Ordering.less(data, keyB, keyA, kind, wide, flip, bits);
                low = bFirst ? low : middle + 1;
                high = bFirst ? middle : high;
            }
            splits.set(t, low);
        }
    }

    /**
     * Merges runs of {@link StepParameters#RUN} keys two by two. Groups of {@code workItems}, one a tile of merged keys; local
     * memory {@code 4 * workItems * items * (2 + wide)} bytes; reads and writes each key once.
     *
     * @param splits where each tile's part of the first run begins, by {@link #partition}
     */
    public static void mergeRuns(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray splits,
            LongArray data,
            IntArray p,
            int kind,
            int wide,
            int withValues,
            int workItems,
            int items) {
        int tile = workItems * items;
        int[] words = context.allocateIntLocalArray(tile * (1 + wide));
        int[] order = context.allocateIntLocalArray(tile);
        int item = context.localIdx;
        int t = context.groupIdx;
        long flip = Keys.flip(p);
        long bits = Keys.bits(p);
        int n = p.get(PassParameters.N);
        int run = p.get(StepParameters.RUN);
        int begin = t * tile;
        int count = Math.min(tile, n - begin);
        int start = begin & ~(2 * run - 1);
        int diagonal = begin - start;
        int beginA = splits.get(t);
        int endA = Math.min(run, n - start);
        // The last tile of a pair takes all that is left of its first run.
        if (diagonal + tile < 2 * run && begin + tile < n) {
            endA = splits.get(t + 1);
        }
        // The splits of a caller's comparison that contradicts itself may not fit together: limits keep reads within the keys.
        int lengthA = Math.max(0, Math.min(endA - beginA, count));
        int firstA = start + beginA;
        int firstB = start + run + diagonal - beginA;
        for (int j = item; j < count; j += workItems) {
            int source = Math.min(j < lengthA ? firstA + j : firstB + j - lengthA, n - 1);
            long key = Keys.get(from, source, wide);
            words[j] = (int) key;
            if (wide != 0) {
                words[tile + j] = (int) (key >> 32);
            }
        }
        context.localBarrier();
        int lengthB = count - lengthA;
        int mine = Math.min(item * items, count);
        int low = Math.max(0, mine - lengthB);
        int high = Math.min(mine, lengthA);
        while (low < high) {
            int middle = (low + high) / 2;
            int inB = lengthA + mine - 1 - middle;
            long keyA = Keys.of(words[middle], words[middle + wide * tile], wide);
            long keyB = Keys.of(words[inB], words[inB + wide * tile], wide);
            boolean bFirst = Ordering.less(data, keyB, keyA, kind, wide, flip, bits);
            low = bFirst ? low : middle + 1;
            high = bFirst ? middle : high;
        }
        int a = low;
        int b = lengthA + mine - low;
        for (int k = 0; k < items; k++) {
            if (mine + k < count) {
                int takeB = a < lengthA ? 0 : 1;
                if (a < lengthA && b < count) {
                    long keyA = Keys.of(words[a], words[a + wide * tile], wide);
                    long keyB = Keys.of(words[b], words[b + wide * tile], wide);
                    takeB = Ordering.less(data, keyB, keyA, kind, wide, flip, bits) ? 1 : 0;
                }
                order[mine + k] = takeB != 0 ? b : a;
                a = a + 1 - takeB;
                b = b + takeB;
            }
        }
        context.localBarrier();
        for (int j = item; j < count; j += workItems) {
            int source = order[j];
            Keys.set(to, begin + j, Keys.of(words[source], words[source + wide * tile], wide), wide);
            if (withValues != 0) {
                int place = source < lengthA ? firstA + source : firstB + source - lengthA;
                toValues.set(begin + j, fromValues.get(place));
            }
        }
    }
}
