package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** The scan between upsweep and downsweep, for block kernels. */
public final class BlockScan {
    private BlockScan() {}

    /**
     * Replaces counts by the first index of each block's keys of each digit: an exclusive prefix sum in the order of digits,
     * then blocks. Runs in one thread, since there are only a few thousand counters. Reads and writes 4 bytes per counter.
     *
     * @param counts {@code blocks * radix} counters, block-major
     */
    public static void scan(IntArray counts, int radix, int blocks) {
        for (@Parallel int one = 0; one < 1; one++) {
            int sum = 0;
            for (int digit = 0; digit < radix; digit++) {
                for (int block = 0; block < blocks; block++) {
                    int index = block * radix + digit;
                    int count = counts.get(index);
                    counts.set(index, sum);
                    sum = sum + count;
                }
            }
        }
    }
}
