package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** The scan between upsweep and downsweep, for block kernels. */
public final class BlockScan {
    private BlockScan() {}

    /**
     * Replaces counts by the first index of each block's keys of each digit: an exclusive prefix sum in the order of digits,
     * then blocks. Runs in one thread, since there are only a few thousand counters. Reads and writes 8 bytes per counter, all
     * in the order of memory: the counters of one digit are a power of two apart and share a set of the first-level cache.
     *
     * @param counts {@code blocks * radix} counters, block-major
     */
    public static void scan(IntArray counts, int radix, int blocks) {
        for (@Parallel int one = 0; one < 1; one++) {
            // Add the counts of all blocks before to those of each block.
            for (int i = radix; i < blocks * radix; i++) {
                counts.set(i, counts.get(i) + counts.get(i - radix));
            }
            // Compute the indices of the last block, whose counters hold the totals.
            int last = (blocks - 1) * radix;
            int sum = 0;
            for (int digit = 0; digit < radix; digit++) {
                int total = counts.get(last + digit);
                int before = 0;
                if (blocks > 1) {
                    before = counts.get(last - radix + digit);
                }
                counts.set(last + digit, sum + before);
                sum = sum + total;
            }
            // From the last block to the first, subtract the keys of each block from the indices of the next block.
            for (int k = 1; k <= last; k++) {
                int i = last - k;
                int before = 0;
                if (i >= radix) {
                    before = counts.get(i - radix);
                }
                counts.set(i, counts.get(i + radix) - (counts.get(i) - before));
            }
        }
    }
}
