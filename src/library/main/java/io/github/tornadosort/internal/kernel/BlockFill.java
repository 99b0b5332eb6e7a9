package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The last step of a counting sort: where keys differ in one digit alone, their counts say all, and the sorted keys are
 * written without the unsorted ones being read again.
 */
public final class BlockFill {
    private BlockFill() {}

    /**
     * Writes the sorted keys. Writes 4 bytes a key.
     *
     * @param counts the first {@code radix} counters are each digit's first place, by {@link BlockScan}
     * @param p with {@link PassParameters#CONSTANT}, all bits of the keys but the digit's
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

    /** Writes the sorted keys. Writes 8 bytes a key. */
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
