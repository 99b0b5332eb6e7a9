package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Checks of what a sort made: whether the keys, and what moved with them, are the same ones as before, and in order. Two
 * kernels, because the JVM compiles neither to vector code where both are in one loop.
 *
 * <p>Buffers: {@code checks} gets {@link Checksum#COUNT} longs a block; {@code values} is not touched unless the
 * {@code payload} says that there are some ({@link Checksum}).
 */
public final class BlockCheck32 {
    private BlockCheck32() {}

    /** The checksums of each block. Reads 4 bytes a key, and as much a value. */
    public static void checksum(
            IntArray keys, IntArray values, LongArray checks, IntArray p, int payload, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int mask = Checksum.mask32(p);
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int sum = 0;
            int xor = 0;
            int hash = 0;
            for (int i = begin; i < end; i++) {
                int key = keys.get(i);
                int hashed = Checksum.hash(key, mask);
                sum = sum + key;
                xor = xor ^ key;
                if (payload != Checksum.NO_PAYLOAD) {
                    int value = values.get(i);
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
     * Looks for keys that belong before the one on their left. Reads 4 bytes a key.
     *
     * @param lefts the keys once more: of one array, the JVM does not compile reads of neighbours to vector code
     */
    public static void order(
            IntArray keys,
            IntArray lefts,
            IntArray values,
            LongArray checks,
            IntArray p,
            int kind,
            int payload,
            int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int flip = p.get(PassParameters.FLIP);
            int bits = p.get(PassParameters.BITS);
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int fallen = 0;
            // The first neighbour on the left belongs to the block before.
            for (int i = Math.max(begin, 1); i < end; i++) {
                int left = OrderedBits.ordered(OrderedBits.word(lefts.get(i - 1), kind, flip), kind, flip) & bits;
                int key = OrderedBits.ordered(OrderedBits.word(keys.get(i), kind, flip), kind, flip) & bits;
                int before = left ^ 0x80000000;
                fallen = fallen | (before ^ Math.min(before, key ^ 0x80000000));
                if (payload == Checksum.PLACES) {
                    fallen = fallen | (key == left && values.get(i) < values.get(i - 1) ? 1 : 0);
                }
            }
            checks.set(block * Checksum.COUNT + Checksum.DESCENTS, fallen);
        }
    }
}
