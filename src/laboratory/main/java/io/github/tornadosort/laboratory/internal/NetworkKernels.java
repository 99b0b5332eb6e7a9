package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The steps of a sorting network ({@link NetworkPairs}) for any number of keys: many steps at once within tiles in local memory
 * ({@link #sortTiles}), or one step over all keys ({@link #exchange}).
 */
public final class NetworkKernels {
    private NetworkKernels() {}

    /**
     * Runs the merges of sizes {@link AlgorithmParameters#FIRST_SIZE} to {@link AlgorithmParameters#LAST_SIZE} on each tile, as
     * far as their steps reach no key outside it: the whole sort of a tile, or the end of a merge that {@link #exchange} began.
     * Groups of {@code workItems}, one per tile; local memory {@code 4 * tile * (2 + wide)} bytes, or
     * {@code 4 * tile * (1 + wide) + 4} without indices. Reads and writes each key and its index once.
     *
     * @param keys keys in tiles of {@link AlgorithmParameters#NETWORK_SIZE}; or the samples of all segments, each of which is a
     *     tile
     * @param indices the keys' indices before the sort, which break ties, if {@code withIndices} is not 0; otherwise not
     *     accessed
     * @param segments the table of segments, if {@code withSegments} is not 0; otherwise not accessed
     * @param withSegments compiled in: whether samples are sorted
     * @param network compiled in: one of {@link NetworkPairs}
     * @param withIndices compiled in: whether indices move with the keys; without them, equal keys cannot be told apart
     * @param tile maximum number of keys in a tile
     */
    public static void sortTiles(
            KernelContext context, IntArray keys, IntArray indices, IntArray segments, IntArray p, int withSegments,
            int network, int kind, int wide, int withIndices, int tile, int workItems) {
        int[] words = context.allocateIntLocalArray(tile * (1 + wide));
        int[] order = context.allocateIntLocalArray(withIndices == 0 ? 1 : tile);
        int item = context.localIdx;
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        // Find the tile's keys.
        int networkSize = p.get(AlgorithmParameters.NETWORK_SIZE);
        int begin = context.groupIdx * networkSize;
        int end = Math.min(p.get(PassParameters.N), begin + networkSize);
        if (withSegments != 0) {
            int entry = context.groupIdx * SegmentTable.WORDS;
            begin = segments.get(entry + SegmentTable.SAMPLE_BEGIN);
            end = segments.get(entry + SegmentTable.SAMPLE_END);
        }
        int count = end - begin;
        // Load keys and indices into local memory.
        for (int j = item; j < count; j += workItems) {
            long key = KeyWords.get(keys, begin + j, wide);
            words[j] = (int) key;
            if (wide != 0) {
                words[tile + j] = (int) (key >> 32);
            }
            if (withIndices != 0) {
                order[j] = indices.get(begin + j);
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
                        if (withIndices != 0 && !swap && order[j] < order[i]) {
                            swap = lowRank >= highRank;
                        }
                        if (swap) {
                            words[i] = (int) high;
                            words[j] = (int) low;
                            if (wide != 0) {
                                words[i + tile] = (int) (high >> 32);
                                words[j + tile] = (int) (low >> 32);
                            }
                            if (withIndices != 0) {
                                int index = order[i];
                                order[i] = order[j];
                                order[j] = index;
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
            KeyWords.set(keys, begin + j, KeyWords.of(words[j], words[j + wide * tile], wide), wide);
            if (withIndices != 0) {
                indices.set(begin + j, order[j]);
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
     * @param indices the keys' indices before the sort, which break ties, if {@code withIndices} is not 0; otherwise not
     *     accessed
     * @param network compiled in: one of {@link NetworkPairs}
     * @param withIndices compiled in: whether indices move with the keys
     */
    public static void exchange(
            KernelContext context, IntArray keys, IntArray indices, IntArray p, int network, int kind, int wide,
            int withIndices) {
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
            if (withIndices != 0 && !swap && indices.get(j) < indices.get(i)) {
                swap = lowRank >= highRank;
            }
            if (swap) {
                KeyWords.set(keys, i, high, wide);
                KeyWords.set(keys, j, low, wide);
                if (withIndices != 0) {
                    int index = indices.get(i);
                    indices.set(i, indices.get(j));
                    indices.set(j, index);
                }
            }
        }
    }
}
