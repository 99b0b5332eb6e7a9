package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The words that a check writes for each block, and the hash of keys. The checksums do not depend on the order of the keys.
 * Sums are modulo 2^32 for 32-bit keys and modulo 2^64 for 64-bit keys. The upper half of a long that holds a 32-bit sum is
 * undefined.
 */
public final class Checksum {
    /** Index of the sum of the keys and values. */
    public static final int SUM = 0;
    /** Index of the XOR of the keys and values. */
    public static final int XOR = 1;
    /** Index of the sum of the hashes; the hash of a key includes its value. */
    public static final int HASH = 2;
    /** Index of a word that is not 0 if a key of the block is smaller than its left neighbour. */
    public static final int DESCENTS = 3;
    /** Index of the number of keys that were read. */
    public static final int KEYS = 4;
    /** Number of longs per block. */
    public static final int COUNT = 5;

    /** Payload: nothing moves with the keys. */
    public static final int NO_PAYLOAD = 0;
    /** Payload: a value moves with each key. */
    public static final int VALUES = 1;
    /**
     * Payload: a value moves with each key, and the values are the indices of the keys before the sort. They show whether the
     * sort is stable.
     */
    public static final int INDICES = 2;

    private Checksum() {}

    /**
     * {@return the bits that an unsigned shift by 15 leaves} The mask is computed from a buffer, so that no compiler removes
     * the operation.
     */
    static int mask32(IntArray p) {
        return 0x1ffff ^ p.get(PassParameters.ALWAYS_ZERO);
    }

    /** {@return the bits that an unsigned shift by 32 leaves} */
    static long mask64(IntArray p) {
        return 0xffffffffL ^ p.get(PassParameters.ALWAYS_ZERO);
    }

    /**
     * A bijective hash of ints, with the constants of least bias for shifts by 15 only (Wellons, hash-prospector, 2018).
     *
     * @param mask {@link #mask32}
     */
    static int hash(int key, int mask) {
        int h = key ^ ((key >>> 15) & mask);
        h = h * 0xd168aaad;
        h = h ^ ((h >>> 15) & mask);
        h = h * 0xaf723597;
        return h ^ ((h >>> 15) & mask);
    }

    /**
     * A hash of longs, with the constant of Evensen's rrmxmx (2018), but with one multiplication: few CPUs have vector
     * multiplications of longs. Sum and XOR detect what this weaker hash misses.
     *
     * @param mask {@link #mask64}
     */
    static long hash(long key, long mask) {
        long h = key ^ ((key >>> 32) & mask);
        h = h * 0xd6e8feb86659fd93L;
        return h ^ ((h >>> 32) & mask);
    }
}
