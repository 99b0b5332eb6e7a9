package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The last step of a counting sort. If keys differ in one digit only, the sorted keys follow from the counts of the digits, and
 * are written without another read of the unsorted keys.
 *
 * <p>{@code blocks} is compiled in as a constant. There is no work-group and no local memory.
 */
public final class BlockFill {
    private BlockFill() {}

    /**
     * Writes the sorted 32-bit keys. Reads no keys; writes 4 bytes per key.
     *
     * @param keys receives {@code N} keys
     * @param counts the first {@code radix} counters are the first index of each digit, as computed by {@link BlockScan}
     * @param p with {@link PassParameters#CONSTANT}: the bits of the keys outside of the digit
     */
    public static void fill32(IntArray keys, IntArray counts, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int shift = p.get(PassParameters.SHIFT);
            int mask = p.get(PassParameters.MASK);
            int constant = p.get(PassParameters.CONSTANT);
            int flip = p.get(PassParameters.FLIP);
            for (int digit = 0; digit <= mask; digit++) {
                int key = (constant | (digit << shift)) ^ flip;
                int last = Math.min(end, PassParameters.next(counts, digit, p));
                for (int i = Math.max(begin, counts.get(digit)); i < last; i++) {
                    keys.set(i, key);
                }
            }
        }
    }

    /**
     * Writes the sorted 64-bit keys. Reads no keys; writes 8 bytes per key.
     *
     * @param keys receives {@code N} keys
     * @param counts the first {@code radix} counters are the first index of each digit, as computed by {@link BlockScan}
     * @param p with {@link PassParameters#CONSTANT}: the bits of the keys outside of the digit
     */
    public static void fill64(LongArray keys, IntArray counts, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int shift = p.get(PassParameters.SHIFT);
            int mask = p.get(PassParameters.MASK);
            long constant = PassParameters.constant64(p);
            long flip = PassParameters.flip64(p);
            for (int digit = 0; digit <= mask; digit++) {
                long key = (constant | ((long) digit << shift)) ^ flip;
                int last = Math.min(end, PassParameters.next(counts, digit, p));
                for (int i = Math.max(begin, counts.get(digit)); i < last; i++) {
                    keys.set(i, key);
                }
            }
        }
    }
}
