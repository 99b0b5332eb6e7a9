package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.BitonicPairs;

/**
 * The pairs of keys that a step of a sorting network compares. A network consists of merges of growing size, and a merge of
 * steps at falling distances. A step always leaves the smaller key of a pair at the lower index. Therefore keys after the last
 * one, which would be larger than all others, never move and need not exist.
 */
public final class NetworkPairs {
    /** Bitonic sort (Batcher 1968): see {@link BitonicPairs}. Sizes and distances are powers of two. */
    public static final int BITONIC = 0;
    /** Odd-even merge sort (Batcher 1968; Knuth, volume 3, algorithm 5.2.2M). Sizes and distances are powers of two. */
    public static final int ODD_EVEN_MERGE = 1;
    /** An index after all keys. */
    private static final int NO_INDEX = 0x7fffffff;

    private NetworkPairs() {}

    /** {@return the lower index of a step's pair number {@code pair}} */
    public static int low(int pair, int size, int distance, int network) {
        int low = BitonicPairs.low(pair, distance);
        if (network == ODD_EVEN_MERGE) {
            int half = size / 2;
            int block = pair & -half;
            int inBlock = pair & (half - 1);
            // After the first step, the first and the last keys of a block have no partner.
            int later = 2 * block + distance + 2 * inBlock - (pair & (distance - 1));
            low = distance == half ? low : later;
        }
        return low;
    }

    /** {@return the upper index of that pair, or an index after all keys if the pair does not exist} */
    public static int high(int pair, int size, int distance, int network) {
        int high = low(pair, size, distance, network) + distance;
        if (network == BITONIC) {
            high = BitonicPairs.high(pair, size, distance);
        }
        if (network == ODD_EVEN_MERGE) {
            int half = size / 2;
            int inBlock = pair & (half - 1);
            high = distance == half || inBlock < half - distance ? high : NO_INDEX;
        }
        return high;
    }
}
