package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** The scan between the upsweep and the downsweep of work-group kernels. */
public final class GroupScan {
    /** Work-items of a group, and counters that it scans at a time. */
    public static final int WORK_ITEMS = 256;

    private GroupScan() {}

    /**
     * Turns each digit's counts into an exclusive prefix sum over the blocks. Groups of {@link #WORK_ITEMS}, one a digit;
     * local memory 2 KiB.
     *
     * @param counts {@code radix * blocks} counters, digit-major
     * @param totals gets each digit's sum over all blocks
     */
    public static void scan(KernelContext context, IntArray counts, IntArray totals, IntArray p) {
        // Zeros in the lower half let every step add without asking for the left end.
        int[] sums = context.allocateIntLocalArray(2 * WORK_ITEMS);
        int item = context.localIdx;
        int digit = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int carry = 0;
        for (int base = 0; base < blocks; base += WORK_ITEMS) {
            int count = 0;
            if (base + item < blocks) {
                count = counts.get(digit * blocks + base + item);
            }
            sums[item] = 0;
            sums[WORK_ITEMS + item] = count;
            context.localBarrier();
            for (int distance = 1; distance < WORK_ITEMS; distance = distance * 2) {
                int left = sums[WORK_ITEMS + item - distance];
                context.localBarrier();
                sums[WORK_ITEMS + item] = sums[WORK_ITEMS + item] + left;
                context.localBarrier();
            }
            if (base + item < blocks) {
                counts.set(digit * blocks + base + item, carry + sums[WORK_ITEMS + item] - count);
            }
            carry = carry + sums[2 * WORK_ITEMS - 1];
            context.localBarrier();
        }
        if (item == 0) {
            totals.set(digit, carry);
        }
    }
}
