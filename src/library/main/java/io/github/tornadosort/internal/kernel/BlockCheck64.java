package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockCheck32} for 64-bit keys. */
public final class BlockCheck64 {
    private BlockCheck64() {}

    /** Computes the checksums of each block. Reads 8 bytes per key and 4 bytes per value. */
    public static void checksum(
            LongArray keys, IntArray values, LongArray checks, IntArray p, int payload, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            long mask = Checksum.mask64(p);
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            long sum = 0;
            long xor = 0;
            long hash = 0;
            for (int i = begin; i < end; i++) {
                long key = keys.get(i);
                long hashed = Checksum.hash(key, mask);
                sum = sum + key;
                xor = xor ^ key;
                if (payload != Checksum.NO_PAYLOAD) {
                    long value = values.get(i);
                    sum = sum + value;
                    xor = xor ^ value;
                    hashed = Checksum.hash(hashed ^ value, mask);
                }
                hash = hash + hashed;
            }
            checks.set(block * Checksum.COUNT + Checksum.SUM, sum);
            checks.set(block * Checksum.COUNT + Checksum.XOR, xor);
            checks.set(block * Checksum.COUNT + Checksum.HASH, hash);
            checks.set(block * Checksum.COUNT + Checksum.KEYS, Math.max(end - begin, 0));
        }
    }

    /**
     * Looks for keys that are smaller than their left neighbour. Reads 8 bytes per key (left neighbours come from the cache),
     * and 4 bytes per value if the values are indices.
     *
     * @param lefts the same array as {@code keys}: the JVM does not vectorize reads of neighbours in a single array
     */
    public static void order(
            LongArray keys,
            LongArray lefts,
            IntArray values,
            LongArray checks,
            IntArray p,
            int kind,
            int payload,
            int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            long flip = PassParameters.flip64(p);
            long bits = PassParameters.bits64(p);
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            long descents = 0;
            // The left neighbour of the first key belongs to the previous block.
            for (int i = Math.max(begin, 1); i < end; i++) {
                long left = (OrderedBits.of(lefts.get(i - 1), kind) ^ flip) & bits;
                long key = (OrderedBits.of(keys.get(i), kind) ^ flip) & bits;
                long before = left ^ 0x8000000000000000L;
                descents = descents | (before ^ Math.min(before, key ^ 0x8000000000000000L));
                if (payload == Checksum.INDICES) {
                    descents = descents | (key == left && values.get(i) < values.get(i - 1) ? 1 : 0);
                }
            }
            checks.set(block * Checksum.COUNT + Checksum.DESCENTS, descents);
        }
    }
}
