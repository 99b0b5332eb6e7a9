package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockRadix32} for 64-bit keys: a kernel each, since kernels have no generic types. */
public final class BlockRadix64 {
    private BlockRadix64() {}

    /**
     * Counts each block's keys by digit. Reads 8 bytes a key.
     *
     * @param counts gets, at {@code block * radix + digit}, the keys of that block with that digit
     */
    public static void upsweep(LongArray keys, IntArray counts, IntArray p, int kind, int radix, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int[] count = new int[radix];
            for (int digit = 0; digit < radix; digit++) {
                count[digit] = 0;
            }
            int shift = p.get(PassParameters.SHIFT);
            int mask = p.get(PassParameters.MASK);
            long flip = PassParameters.flip64(p);
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
            for (int i = begin; i < end; i++) {
                int digit = (int) ((OrderedBits.of(keys.get(i), kind) ^ flip) >>> shift) & mask;
                count[digit] = count[digit] + 1;
            }
            for (int digit = 0; digit < radix; digit++) {
                counts.set(block * radix + digit, count[digit]);
            }
        }
    }

    /**
     * Moves each key, and its value with it, to its digit's next place; equal digits keep their order. Reads 8 and writes
     * 8 bytes a key, and 4 a value.
     *
     * @param counts the first place of each block's keys of each digit, by {@link BlockScan}
     * @param withValues whether there are values; if 0, the values' arrays are not touched
     */
    public static void downsweep(
            LongArray from,
            LongArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray p,
            int kind,
            int withValues,
            int radix,
            int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int[] place = new int[radix];
            for (int digit = 0; digit < radix; digit++) {
                place[digit] = counts.get(block * radix + digit);
            }
            int shift = p.get(PassParameters.SHIFT);
            int mask = p.get(PassParameters.MASK);
            long flip = PassParameters.flip64(p);
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
            for (int i = begin; i < end; i++) {
                long key = from.get(i);
                int digit = (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                int at = place[digit];
                place[digit] = at + 1;
                to.set(at, key);
                if (withValues != 0) {
                    toValues.set(at, fromValues.get(i));
                }
            }
        }
    }
}
