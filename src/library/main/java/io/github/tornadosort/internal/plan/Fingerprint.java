package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.Checksum;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * What one read of a buffer's keys, and of what moves with them, tells of the multiset that they are: the same in any order.
 *
 * @param keys how many were read
 * @param sum of all words
 * @param xor of all words
 * @param hash sum of the hashes of keys with their values
 */
public record Fingerprint(long keys, long sum, long xor, long hash) {

    /**
     * Puts the blocks' words together.
     *
     * @param wide whether keys have 64 bits; if not, sums have 32
     */
    public static Fingerprint of(LongArray checks, int blocks, boolean wide) {
        long keys = 0;
        long sum = 0;
        long xor = 0;
        long hash = 0;
        for (int block = 0; block < blocks; block++) {
            int at = block * Checksum.COUNT;
            keys += checks.get(at + Checksum.KEYS);
            sum += checks.get(at + Checksum.SUM);
            xor ^= checks.get(at + Checksum.XOR);
            hash += checks.get(at + Checksum.HASH);
        }
        return wide
                ? new Fingerprint(keys, sum, xor, hash)
                : new Fingerprint(keys, (int) sum, (int) xor, (int) hash);
    }

    /** @throws MismatchException if not all of n keys were read */
    void requireAll(int n) {
        if (keys != n) {
            throw new MismatchException("checksums of " + keys + " keys, of " + n);
        }
    }

    /**
     * Compares what a sort made with what it was given.
     *
     * @param checks what was found of the result
     * @throws MismatchException if they are not the same keys and values, or not in order
     */
    void requireSorted(LongArray checks, int blocks, boolean wide) {
        if (!equals(of(checks, blocks, wide))) {
            throw new MismatchException("other keys or values than it was given: " + this + " became "
                    + of(checks, blocks, wide));
        }
        int descending = firstDescending(checks, blocks);
        if (descending < blocks) {
            throw new MismatchException("keys that are not in order, in block " + descending + " of " + blocks);
        }
    }

    /** The first block with a key that belongs before the one on its left; or {@code blocks}. */
    public static int firstDescending(LongArray checks, int blocks) {
        int block = 0;
        while (block < blocks && checks.get(block * Checksum.COUNT + Checksum.DESCENTS) == 0) {
            block++;
        }
        return block;
    }
}
