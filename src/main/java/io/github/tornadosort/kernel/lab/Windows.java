package io.github.tornadosort.kernel.lab;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Sorts windows of keys in local memory by a bitonic network (Batcher 1968). A work-item takes eight keys at a time into
 * registers and does three steps of the network with them, so that local memory is read and written for every third step only.
 * What is sorted is keys' ranks ({@link Ordering}), and, where equal ones can be told apart, their places in the window with
 * them.
 */
public final class Windows {
    /** Keys of a work-item at a time, and the fewest of a window. */
    public static final int KEYS = 8;

    private Windows() {}

    /**
     * Sorts each window. Groups of {@code workItems}, one a window; local memory {@code 9 * tile * (1 + wide + stable) / 2}
     * bytes; reads each key once, twice if stable, and writes it once.
     *
     * @param windows the first key of each window and one past its last one
     * @param data for the caller's comparison
     * @param stable compiled in: 1 if places break ties; 0 only for integers that are alone and compared by all their bits
     * @param tile most keys of a window; as many places as {@link StepParameters#WINDOW} says are sorted
     */
    public static void sort(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray windows,
            LongArray data,
            IntArray p,
            int kind,
            int wide,
            int withValues,
            int stable,
            int tile,
            int workItems) {
        // A word of padding after each 8 ends bank conflicts, whatever the distance of a work-item's keys.
        int plane = tile + tile / 8;
        int[] words = context.allocateIntLocalArray((tile + tile / 8) * (1 + wide));
        int[] places = context.allocateIntLocalArray(stable != 0 ? tile + tile / 8 : 1);
        long[] rank = new long[KEYS];
        int[] place = new int[KEYS];
        int item = context.localIdx;
        long flip = Keys.flip(p);
        long bits = Keys.bits(p);
        int window = p.get(StepParameters.WINDOW);
        int begin = windows.get(2 * context.groupIdx);
        int count = windows.get(2 * context.groupIdx + 1) - begin;
        for (int j = item; j < window; j += workItems) {
            // Behind the keys are largest ranks, or what a caller's comparison can compare: their places keep them there.
            long loaded = Ordering.rank(Keys.get(from, begin + Math.min(j, count - 1), wide), kind, wide, flip, bits);
            if (kind != Ordering.CALLERS && j >= count) {
                loaded = wide != 0 ? 0x7fffffffffffffffL : 0x7fffffff;
            }
            int at = j + (j >> 3);
            words[at] = (int) loaded;
            if (wide != 0) {
                words[plane + at] = (int) (loaded >> 32);
            }
            if (stable != 0) {
                places[at] = j;
            }
        }
        context.localBarrier();
        for (int set = item; set < window / KEYS; set += workItems) {
            int at = set * 9;
            for (int i = 0; i < KEYS; i++) {
                rank[i] = Keys.of(words[at + i], words[at + i + wide * plane], wide);
                if (stable != 0) {
                    place[i] = places[at + i];
                }
            }
            // Pairs, then runs of four.
            order(data, rank, place, 0, 1, 0, count, kind, stable);
            order(data, rank, place, 2, 3, 0, count, kind, stable);
            order(data, rank, place, 4, 5, 0, count, kind, stable);
            order(data, rank, place, 6, 7, 0, count, kind, stable);
            order(data, rank, place, 0, 3, 0, count, kind, stable);
            order(data, rank, place, 1, 2, 0, count, kind, stable);
            order(data, rank, place, 4, 7, 0, count, kind, stable);
            order(data, rank, place, 5, 6, 0, count, kind, stable);
            order(data, rank, place, 0, 1, 0, count, kind, stable);
            order(data, rank, place, 2, 3, 0, count, kind, stable);
            order(data, rank, place, 4, 5, 0, count, kind, stable);
            order(data, rank, place, 6, 7, 0, count, kind, stable);
            for (int i = 0; i < KEYS; i++) {
                words[at + i] = (int) rank[i];
                if (wide != 0) {
                    words[plane + at + i] = (int) (rank[i] >> 32);
                }
                if (stable != 0) {
                    places[at + i] = place[i];
                }
            }
        }
        context.localBarrier();
        for (int size = KEYS; size <= window; size = size * 2) {
            int stride = size / KEYS;
            // The first step of a merge compares keys with those as far from the other end: their half comes in reverse.
            int reverse = 1;
            while (stride > 0) {
                for (int set = item; set < window / KEYS; set += workItems) {
                    int within = set & (stride - 1);
                    int low = (set - within) * KEYS + within;
                    int high = low + 4 * stride + reverse * (4 * stride - 1 - 2 * within);
                    int step = stride - 2 * reverse * stride;
                    for (int i = 0; i < 4; i++) {
                        int a = low + i * stride;
                        int b = high + i * step;
                        a = a + (a >> 3);
                        b = b + (b >> 3);
                        rank[i] = Keys.of(words[a], words[a + wide * plane], wide);
                        rank[i + 4] = Keys.of(words[b], words[b + wide * plane], wide);
                        if (stable != 0) {
                            place[i] = places[a];
                            place[i + 4] = places[b];
                        }
                    }
                    order(data, rank, place, 0, 4, 0, count, kind, stable);
                    order(data, rank, place, 1, 5, 0, count, kind, stable);
                    order(data, rank, place, 2, 6, 0, count, kind, stable);
                    order(data, rank, place, 3, 7, 0, count, kind, stable);
                    order(data, rank, place, 0, 2, 0, count, kind, stable);
                    order(data, rank, place, 1, 3, 0, count, kind, stable);
                    order(data, rank, place, 4, 6, reverse, count, kind, stable);
                    order(data, rank, place, 5, 7, reverse, count, kind, stable);
                    order(data, rank, place, 0, 1, 0, count, kind, stable);
                    order(data, rank, place, 2, 3, 0, count, kind, stable);
                    order(data, rank, place, 4, 5, reverse, count, kind, stable);
                    order(data, rank, place, 6, 7, reverse, count, kind, stable);
                    for (int i = 0; i < 4; i++) {
                        int a = low + i * stride;
                        int b = high + i * step;
                        a = a + (a >> 3);
                        b = b + (b >> 3);
                        words[a] = (int) rank[i];
                        words[b] = (int) rank[i + 4];
                        if (wide != 0) {
                            words[plane + a] = (int) (rank[i] >> 32);
                            words[plane + b] = (int) (rank[i + 4] >> 32);
                        }
                        if (stable != 0) {
                            places[a] = place[i];
                            places[b] = place[i + 4];
                        }
                    }
                }
                context.localBarrier();
                // Steps that are done already change nothing: the last three are at distances 4, 2 and 1.
                stride = stride > 1 ? Math.max(1, stride / KEYS) : 0;
                reverse = 0;
            }
        }
        for (int j = item; j < count; j += workItems) {
            int at = j + (j >> 3);
            if (stable != 0) {
                int source = begin + places[at];
                Keys.set(to, begin + j, Keys.get(from, source, wide), wide);
                if (withValues != 0) {
                    toValues.set(begin + j, fromValues.get(source));
                }
            } else {
                long sorted = Keys.of(words[at], words[at + wide * plane], wide);
                Keys.set(to, begin + j, Ordering.integer(sorted, wide, flip), wide);
            }
        }
    }

    /**
     * Puts the smaller of two first, or last if {@code reverse} is 1. Public, since a kernel that has a caller's comparison runs in
     * a class of its own on the JVM.
     */
    public static void order(
            LongArray data, long[] ranks, int[] places, int i, int j, int reverse, int count, int kind, int stable) {
        long a = ranks[i];
        long b = ranks[j];
        if (stable == 0) {
            long smaller = Math.min(a, b);
            long larger = Math.max(a, b);
            ranks[i] = reverse != 0 ? larger : smaller;
            ranks[j] = reverse != 0 ? smaller : larger;
        } else {
            int placeA = places[i];
            int placeB = places[j];
            int byPlace = placeB < placeA ? 1 : 0;
            int exchange = Ordering.before(data, b, a, kind) ? 1 : 0;
            int other = Ordering.before(data, a, b, kind) ? 1 : 0;
            exchange = exchange == other ? byPlace : exchange;
            if (kind == Ordering.CALLERS) {
                exchange = Math.max(placeA, placeB) >= count ? byPlace : exchange;
            }
            ranks[i] = exchange != reverse ? b : a;
            ranks[j] = exchange != reverse ? a : b;
            places[i] = exchange != reverse ? placeB : placeA;
            places[j] = exchange != reverse ? placeA : placeB;
        }
    }
}
