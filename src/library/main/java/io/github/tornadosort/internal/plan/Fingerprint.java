package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.Checksum;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Checksums of the keys and payload in a buffer. They do not depend on the order of the pairs.
 *
 * @param keys number of keys read
 * @param sum sum of all words
 * @param xor XOR of all words
 * @param hash sum of the hashes of all pairs of key and payload
 */
public record Fingerprint(long keys, long sum, long xor, long hash) {

    /**
     * Combines the checksums of all blocks.
     *
     * @param wide whether keys have 64 bits; if not, checksums have 32 bits
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

    /**
     * Checks that all n keys were read.
     *
     * @throws MismatchException if not
     */
    void requireAll(int n) {
        if (keys != n) {
            throw new MismatchException("checksums of " + keys + " keys instead of " + n);
        }
    }

    /**
     * Checks that a result has the keys and payload that this fingerprint was computed from, in sorted order.
     *
     * @param checks checksums of the result
     * @throws MismatchException if not
     */
    void requireSorted(LongArray checks, int blocks, boolean wide) {
        if (!equals(of(checks, blocks, wide))) {
            throw new MismatchException("different keys or values: " + this + " became " + of(checks, blocks, wide));
        }
        int descending = firstDescending(checks, blocks);
        if (descending < blocks) {
            throw new MismatchException("keys out of order in block " + descending + " of " + blocks);
        }
    }

    /** Returns the first block with a key that is less than its predecessor, or {@code blocks} if there is none. */
    private static int firstDescending(LongArray checks, int blocks) {
        int block = 0;
        while (block < blocks && checks.get(block * Checksum.COUNT + Checksum.DESCENTS) == 0) {
            block++;
        }
        return block;
    }
}
