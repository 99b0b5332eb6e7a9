package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockRadix32} for 64-bit keys. Kernels cannot be generic, so there is one for each width. */
public final class BlockRadix64 {
    private BlockRadix64() {}

    /**
     * Counts each block's keys by digit. Reads 8 bytes per key; private memory {@code 4 * radix} bytes.
     *
     * @param counts receives, at index {@code block * radix + digit}, the number of the block's keys with that digit
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
     * Moves each key, with its value, to the next index of its digit. Keys with equal digits keep their order. Reads and writes
     * 8 bytes per key and 4 bytes per value; private memory {@code 4 * radix} bytes.
     *
     * @param counts the first index of each block's keys of each digit, as computed by {@link BlockScan}
     * @param withValues 0 if there are no values; then {@code fromValues} and {@code toValues} are not accessed
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
            int[] nextIndex = new int[radix];
            for (int digit = 0; digit < radix; digit++) {
                nextIndex[digit] = counts.get(block * radix + digit);
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
                int target = nextIndex[digit];
                nextIndex[digit] = target + 1;
                to.set(target, key);
                if (withValues != 0) {
                    toValues.set(target, fromValues.get(i));
                }
            }
        }
    }
}
