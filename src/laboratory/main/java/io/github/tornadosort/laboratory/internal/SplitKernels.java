package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A stable split of all keys by one bit (Programming Massively Parallel Processors, 4th edition, §13.3, Figure 13.4):
 * {@link #flags}, an exclusive scan of the flags, and {@link #scatter}.
 */
public final class SplitKernels {
    private SplitKernels() {}

    /**
     * Writes the bit of each key. One work-item per key, and one more, in groups of any size; no local memory. Reads 4 bytes per 32-bit key
     * or 8 per 64-bit key, and writes 4.
     *
     * @param flags receives {@code N} flags, 0 or 1, and a 0 after them
     */
    public static void flags(KernelContext context, IntArray keys, IntArray flags, IntArray p, int kind, int wide) {
        int i = context.globalIdx;
        if (i == p.get(PassParameters.N)) {
            flags.set(i, 0);
        }
        if (i < p.get(PassParameters.N)) {
            flags.set(i, KeyWords.digit(KeyWords.get(keys, i, wide), kind, wide, p));
        }
    }

    /**
     * Moves keys whose bit is 0 before keys whose bit is 1, and keeps the order of each kind. One work-item per key, in groups
     * of any size; no local memory. Reads and writes each key and its value once, and reads 4 bytes more per key.
     *
     * @param ones the scanned flags: the number of keys before each key whose bit is 1, and the number of all of them
     */
    public static void scatter(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray ones,
            IntArray p, int kind, int wide, int withValues) {
        int i = context.globalIdx;
        int n = p.get(PassParameters.N);
        if (i < n) {
            long key = KeyWords.get(from, i, wide);
            int zeros = n - ones.get(n);
            int onesBefore = ones.get(i);
            int targetOfOne = zeros + onesBefore;
            int target = KeyWords.digit(key, kind, wide, p) == 0 ? i - onesBefore : targetOfOne;
            KeyWords.set(to, target, key, wide);
            if (withValues != 0) {
                toValues.set(target, fromValues.get(i));
            }
        }
    }
}
