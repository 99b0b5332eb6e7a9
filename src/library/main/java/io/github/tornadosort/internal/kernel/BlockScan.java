package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** The scan between the upsweep and the downsweep of block kernels. */
public final class BlockScan {
    private BlockScan() {}

    /**
     * Turns counts into each block's first place of each digit: an exclusive prefix sum in the order digit, then block.
     * One thread: there are some thousand counters.
     *
     * @param counts {@code blocks * radix} counters, block-major
     */
    public static void scan(IntArray counts, int radix, int blocks) {
        for (@Parallel int one = 0; one < 1; one++) {
            int sum = 0;
            for (int digit = 0; digit < radix; digit++) {
                for (int block = 0; block < blocks; block++) {
                    int at = block * radix + digit;
                    int count = counts.get(at);
                    counts.set(at, sum);
                    sum = sum + count;
                }
            }
        }
    }
}
