package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The steps of a sorting network ({@link NetworkPairs}) for any number of keys: many steps at once within tiles in local memory
 * ({@link #sortTiles}), or one step over all keys ({@link #exchange}).
 */
public final class NetworkKernels {
    /** Equal keys cannot be told apart, so ties need not be broken. */
    public static final int NO_TIES = 0;
    /** The values are the keys' indices before the sort. They move with the keys and break ties. */
    public static final int BY_INDEX = 1;

    private NetworkKernels() {}

    /**
     * Runs the merges of sizes {@link AlgorithmParameters#FIRST_SIZE} to {@link AlgorithmParameters#LAST_SIZE} on each tile, as
     * far as their steps reach no key outside it: the whole sort of a tile, or the end of a merge that {@link #exchange} began.
     * Groups of {@code workItems}, one per tile; local memory {@code 4 * tile * (2 + wide)} bytes, or
     * {@code 4 * tile * (1 + wide) + 4} without ties. Reads and writes each key and its index once.
     *
     * <p>Tiles have {@link AlgorithmParameters#NETWORK_SIZE} keys. If {@code withRanges} is not 0, they are given as ranges instead.
     *
     * @param from all keys; may be the same array as {@code to}
     * @param fromValues all indices, with {@link #BY_INDEX}; otherwise not accessed
     * @param toValues receives the indices
     * @param ranges with {@code withRanges}: for each tile the index of its first key and the index after its last key
     * @param withRanges compiled in: whether tiles are given as ranges
     * @param network compiled in: one of {@link NetworkPairs}
     * @param ties compiled in: {@link #NO_TIES} or {@link #BY_INDEX}
     * @param tile maximum number of keys in a tile
     */
    public static void sortTiles(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray ranges,
            IntArray p, int withRanges, int network, int kind, int wide, int ties, int tile, int workItems) {
        int[] words = context.allocateIntLocalArray(tile * (1 + wide));
        int[] indices = context.allocateIntLocalArray(ties == NO_TIES ? 1 : tile);
        int item = context.localIdx;
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        // Find the tile's keys.
        int networkSize = p.get(AlgorithmParameters.NETWORK_SIZE);
        int begin = context.groupIdx * networkSize;
        int end = Math.min(p.get(PassParameters.N), begin + networkSize);
        if (withRanges != 0) {
            begin = ranges.get(2 * context.groupIdx);
            end = ranges.get(2 * context.groupIdx + 1);
        }
        int count = end - begin;
        // Load keys and indices into local memory.
        for (int j = item; j < count; j += workItems) {
            long key = KeyWords.get(from, begin + j, wide);
            words[j] = (int) key;
            if (wide != 0) {
                words[tile + j] = (int) (key >> 32);
            }
            if (ties == BY_INDEX) {
                indices[j] = fromValues.get(begin + j);
            }
        }
        context.localBarrier();
        // Run the network, one step between two barriers.
        int lastSize = p.get(AlgorithmParameters.LAST_SIZE);
        for (int size = p.get(AlgorithmParameters.FIRST_SIZE); size <= lastSize; size = size * 2) {
            int distance = Math.min(size, networkSize) / 2;
            while (distance > 0) {
                for (int pair = item; pair < networkSize / 2; pair += workItems) {
                    int i = NetworkPairs.low(pair, size, distance, network);
                    int j = NetworkPairs.high(pair, size, distance, network);
                    if (j < count) {
                        long low = KeyWords.of(words[i], words[i + wide * tile], wide);
                        long high = KeyWords.of(words[j], words[j + wide * tile], wide);
                        long lowRank = KeyWords.rank(low, kind, wide, flip, bits);
                        long highRank = KeyWords.rank(high, kind, wide, flip, bits);
                        boolean swap = highRank < lowRank;
                        if (ties != NO_TIES && !swap && indices[j] < indices[i]) {
                            swap = lowRank >= highRank;
                        }
                        if (swap) {
                            words[i] = (int) high;
                            words[j] = (int) low;
                            if (wide != 0) {
                                words[i + tile] = (int) (high >> 32);
                                words[j + tile] = (int) (low >> 32);
                            }
                            if (ties != NO_TIES) {
                                int index = indices[i];
                                indices[i] = indices[j];
                                indices[j] = index;
                            }
                        }
                    }
                }
                context.localBarrier();
                distance = distance / 2;
            }
        }
        // Store keys and indices.
        for (int j = item; j < count; j += workItems) {
            KeyWords.set(to, begin + j, KeyWords.of(words[j], words[j + wide * tile], wide), wide);
            if (ties == BY_INDEX) {
                toValues.set(begin + j, indices[j]);
            }
        }
    }

    /**
     * Runs one step over all keys, of a merge of size {@link AlgorithmParameters#FIRST_SIZE} at distance
     * {@link AlgorithmParameters#DISTANCE}. One work-item per pair, in groups of any size; no local memory. Reads each key
     * once, and its index if the keys of the pair are equal; writes both if the keys are exchanged.
     *
     * <p>The name is not "step", which is the name of a function of OpenCL C.
     *
     * @param indices the keys' indices before the sort, with {@link #BY_INDEX}; otherwise not accessed
     * @param network compiled in: one of {@link NetworkPairs}
     * @param ties compiled in: {@link #NO_TIES} or {@link #BY_INDEX}
     */
    public static void exchange(
            KernelContext context, IntArray keys, IntArray indices, IntArray p, int network, int kind, int wide, int ties) {
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int size = p.get(AlgorithmParameters.FIRST_SIZE);
        int distance = p.get(AlgorithmParameters.DISTANCE);
        int i = NetworkPairs.low(context.globalIdx, size, distance, network);
        int j = NetworkPairs.high(context.globalIdx, size, distance, network);
        if (j < p.get(PassParameters.N)) {
            long low = KeyWords.get(keys, i, wide);
            long high = KeyWords.get(keys, j, wide);
            long lowRank = KeyWords.rank(low, kind, wide, flip, bits);
            long highRank = KeyWords.rank(high, kind, wide, flip, bits);
            boolean swap = highRank < lowRank;
            if (ties != NO_TIES && !swap && indices.get(j) < indices.get(i)) {
                swap = lowRank >= highRank;
            }
            if (swap) {
                KeyWords.set(keys, i, high, wide);
                KeyWords.set(keys, j, low, wide);
                if (ties != NO_TIES) {
                    int index = indices.get(i);
                    indices.set(i, indices.get(j));
                    indices.set(j, index);
                }
            }
        }
    }
}
