package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What a check of keys writes for each block, and how it hashes them: the same for a multiset in any order. Sums are modulo
 * 2^32 for 32-bit keys, modulo 2^64 for 64-bit ones; longs that hold the former may have anything in their upper half.
 */
public final class Checksum {
    /** Sum of the keys and values. */
    public static final int SUM = 0;
    /** XOR of the keys and values. */
    public static final int XOR = 1;
    /** Sum of the hashes of keys, each with its value. */
    public static final int HASH = 2;
    /** Not 0 where a key of the block belongs before the one on its left. */
    public static final int DESCENTS = 3;
    /** How many keys were read. */
    public static final int KEYS = 4;
    /** Longs a block. */
    public static final int COUNT = 5;

    /** Keys have nothing beside them. */
    public static final int NO_PAYLOAD = 0;
    /** A value moves with each key. */
    public static final int VALUES = 1;
    /** As {@link #VALUES}: the keys' places before the sort, which tell whether equal keys kept their order. */
    public static final int PLACES = 2;

    private Checksum() {}

    /** What is left of the bits that a shift by 15 brings down; from a buffer, so that no compiler drops it. */
    static int mask32(IntArray p) {
        return 0x1ffff ^ p.get(PassParameters.ALWAYS_ZERO);
    }

    /** What is left of the bits that a shift by 32 brings down. */
    static long mask64(IntArray p) {
        return 0xffffffffL ^ p.get(PassParameters.ALWAYS_ZERO);
    }

    /**
     * A permutation of all ints that leaves no trace of their order, with the constants of least bias for shifts by 15 alone
     * (Wellons, hash-prospector, 2018).
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
     * The same of longs, with the constant of Evensen's rrmxmx (2018), but multiplied once: few CPUs multiply longs as vectors,
     * and sum and XOR tell the two apart that this leaves alike.
     *
     * @param mask {@link #mask64}
     */
    static long hash(long key, long mask) {
        long h = key ^ ((key >>> 32) & mask);
        h = h * 0xd6e8feb86659fd93L;
        return h ^ ((h >>> 32) & mask);
    }
}
