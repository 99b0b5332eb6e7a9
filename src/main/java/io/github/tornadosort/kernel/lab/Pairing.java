package io.github.tornadosort.kernel.lab;

/**
 * Which keys the steps of a sorting network compare. Steps come in merges of growing size, and within a merge at falling
 * distances; a comparison always leaves the smaller key at the lower place, so that places beyond the keys need no padding:
 * what would be there never moves.
 */
public final class Pairing {
    /**
     * Bitonic sort (Batcher 1968), with the first step of a merge mirrored in place of descending runs: sizes and distances
     * are powers of two.
     */
    public static final int BITONIC = 0;
    /** Odd-even merge sort (Batcher 1968; Knuth, volume 3, algorithm 5.2.2M): sizes and distances are powers of two. */
    public static final int ODD_EVEN_MERGE = 1;
    /** Odd-even transposition sort (PMPP, §13.8): neighbours only; a "size" is a step's number, from 2. */
    public static final int TRANSPOSITION = 2;
    /** A place where no key is. */
    private static final int NOWHERE = 0x7fffffff;

    private Pairing() {}

    /** The first distance of a merge. */
    public static int firstDistance(int size, int network) {
        return network == TRANSPOSITION ? 1 : size / 2;
    }

    /** The size after this one. */
    public static int nextSize(int size, int network) {
        return network == TRANSPOSITION ? size + 1 : size * 2;
    }

    /** The lower place of a step's pair number {@code pair}. */
    public static int low(int pair, int size, int distance, int network) {
        int within = pair & (distance - 1);
        int low = 2 * pair - within;
        if (network == ODD_EVEN_MERGE) {
            int half = size / 2;
            int block = pair & ~(half - 1);
            int inBlock = pair & (half - 1);
            // After the first step, the first and the last keys of a block have no partner.
            int later = 2 * block + distance + 2 * inBlock - within;
            low = distance == half ? low : later;
        }
        if (network == TRANSPOSITION) {
            low = 2 * pair + (size & 1);
        }
        return low;
    }

    /** The upper place of that pair; beyond all keys if there is none. */
    public static int high(int pair, int size, int distance, int network) {
        int low = low(pair, size, distance, network);
        int high = low + distance;
        if (network == BITONIC) {
            int within = pair & (distance - 1);
            high = distance == size / 2 ? low + size - 1 - 2 * within : high;
        }
        if (network == ODD_EVEN_MERGE) {
            int half = size / 2;
            int inBlock = pair & (half - 1);
            high = distance == half || inBlock < half - distance ? high : NOWHERE;
        }
        return high;
    }
}
