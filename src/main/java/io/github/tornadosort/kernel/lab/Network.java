package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Sorting networks ({@link Pairing}) for any number of keys: windows in local memory, and single steps over all keys.
 * Networks are not stable by themselves: where equal keys can be told apart, ties are broken by their places. A step is
 * given by a size and a distance.
 */
public final class Network {
    /** Equal keys cannot be told apart. */
    public static final int NO_TIES = 0;
    /** The values are the keys' places before the sort, and move with them. */
    public static final int BY_PLACES = 1;

    private Network() {}

    /**
     * Runs the merges from {@link StepParameters#FIRST_SIZE} to {@link StepParameters#LAST_SIZE} on each window, as far as
     * their steps do not reach beyond it: all of a sort, or the end of merges that began with {@link #exchange}. Groups of
     * {@code workItems}, one a window; local memory {@code 4 * tile * (2 + wide)} bytes, without ties a third or half less.
     *
     * @param from keys; may be {@code to}
     * @param windows if {@code tabled}, the first key of each window and one past its last one; otherwise not touched
     * @param data for the caller's comparison
     * @param ties compiled in: what breaks ties
     * @param tile most keys of a window
     */
    public static void sortWindows(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray windows,
            LongArray data,
            IntArray p,
            int tabled,
            int network,
            int kind,
            int wide,
            int ties,
            int tile,
            int workItems) {
        int[] words = context.allocateIntLocalArray(tile * (1 + wide));
        int[] places = context.allocateIntLocalArray(ties == NO_TIES ? 1 : tile);
        int item = context.localIdx;
        long flip = Keys.flip(p);
        long bits = Keys.bits(p);
        int window = p.get(StepParameters.WINDOW);
        int first = context.groupIdx * window - p.get(StepParameters.OFFSET);
        int begin = Math.max(0, first);
        int end = Math.min(p.get(PassParameters.N), first + window);
        if (tabled != 0) {
            begin = windows.get(2 * context.groupIdx);
            end = windows.get(2 * context.groupIdx + 1);
        }
        int count = end - begin;
        for (int j = item; j < count; j += workItems) {
            long key = Keys.get(from, begin + j, wide);
            words[j] = (int) key;
            if (wide != 0) {
                words[tile + j] = (int) (key >> 32);
            }
            if (ties == BY_PLACES) {
                places[j] = fromValues.get(begin + j);
            }
        }
        context.localBarrier();
        int lastSize = p.get(StepParameters.LAST_SIZE);
        for (int size = p.get(StepParameters.FIRST_SIZE); size <= lastSize; size = Pairing.nextSize(size, network)) {
            int distance = Math.min(Pairing.firstDistance(size, network), window / 2);
            while (distance > 0) {
                for (int pair = item; pair < window / 2; pair += workItems) {
                    int i = Pairing.low(pair, size, distance, network);
                    int j = Pairing.high(pair, size, distance, network);
                    if (j < count) {
                        long low = Keys.of(words[i], words[i + wide * tile], wide);
                        long high = Keys.of(words[j], words[j + wide * tile], wide);
                        long lowRank = Ordering.rank(low, kind, wide, flip, bits);
                        long highRank = Ordering.rank(high, kind, wide, flip, bits);
                        boolean swap = Ordering.before(data, highRank, lowRank, kind);
                        if (ties != NO_TIES && !swap && places[j] < places[i]) {
                            swap = !Ordering.before(data, lowRank, highRank, kind);
                        }
                        if (swap) {
                            words[i] = (int) high;
                            words[j] = (int) low;
                            if (wide != 0) {
                                words[i + tile] = (int) (high >> 32);
                                words[j + tile] = (int) (low >> 32);
                            }
                            if (ties != NO_TIES) {
                                int place = places[i];
                                places[i] = places[j];
                                places[j] = place;
                            }
                        }
                    }
                }
                context.localBarrier();
                distance = distance / 2;
            }
        }
        for (int j = item; j < count; j += workItems) {
            Keys.set(to, begin + j, Keys.of(words[j], words[j + wide * tile], wide), wide);
            if (ties == BY_PLACES) {
                toValues.set(begin + j, places[j]);
            }
        }
    }

    /**
     * One step over all keys, a pair a work-item, at {@link StepParameters#FIRST_SIZE} and {@link StepParameters#DISTANCE}.
     * Not called a step: OpenCL C has a function of that name.
     *
     * @param places the keys' places before the sort, if ties are broken by them
     */
    public static void exchange(
            KernelContext context,
            IntArray keys,
            IntArray places,
            LongArray data,
            IntArray p,
            int network,
            int kind,
            int wide,
            int ties) {
        long flip = Keys.flip(p);
        long bits = Keys.bits(p);
        int size = p.get(StepParameters.FIRST_SIZE);
        int distance = p.get(StepParameters.DISTANCE);
        int i = Pairing.low(context.globalIdx, size, distance, network);
        int j = Pairing.high(context.globalIdx, size, distance, network);
        if (j < p.get(PassParameters.N)) {
            long low = Keys.get(keys, i, wide);
            long high = Keys.get(keys, j, wide);
            long lowRank = Ordering.rank(low, kind, wide, flip, bits);
            long highRank = Ordering.rank(high, kind, wide, flip, bits);
            boolean swap = Ordering.before(data, highRank, lowRank, kind);
            if (ties != NO_TIES && !swap && places.get(j) < places.get(i)) {
                swap = !Ordering.before(data, lowRank, highRank, kind);
            }
            if (swap) {
                Keys.set(keys, i, high, wide);
                Keys.set(keys, j, low, wide);
                if (ties != NO_TIES) {
                    int place = places.get(i);
                    places.set(i, places.get(j));
                    places.set(j, place);
                }
            }
        }
    }
}
