package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A split by one bit (Programming Massively Parallel Processors, 4th edition, Figure 13.4): flags, an exclusive scan of them
 * over all keys ({@link Scan}), and a scatter. One key a work-item.
 */
public final class Split {
    private Split() {}

    /** Writes each key's bit. Reads and writes 4 bytes a 32-bit key. */
    public static void flags(KernelContext context, IntArray keys, IntArray flags, IntArray p, int kind, int wide) {
        int i = context.globalIdx;
        if (i < p.get(PassParameters.N)) {
            flags.set(i, Keys.digit(Keys.get(keys, i, wide), kind, wide, p));
        }
    }

    /**
     * Moves keys whose bit is 0 before those whose bit is 1, both in their order.
     *
     * @param ones for each key, the ones before it
     * @param sums has, behind the sums of {@link StepParameters#SCAN_GROUPS} groups, the number of ones
     */
    public static void scatter(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray ones,
            IntArray sums,
            IntArray p,
            int kind,
            int wide,
            int withValues) {
        int i = context.globalIdx;
        int n = p.get(PassParameters.N);
        if (i < n) {
            long key = Keys.get(from, i, wide);
            int zeros = n - sums.get(p.get(StepParameters.SCAN_GROUPS));
            int before = ones.get(i);
            int to1 = zeros + before;
            int at = Keys.digit(key, kind, wide, p) == 0 ? i - before : to1;
            Keys.set(to, at, key, wide);
            if (withValues != 0) {
                toValues.set(at, fromValues.get(i));
            }
        }
    }
}
