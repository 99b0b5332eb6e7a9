package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Sums of an upsweep's counts over the blocks, and the scan between upsweep and downsweep, for work-group kernels. */
public final class GroupScan {
    /** Number of work-items per group, and of counters that a group scans at a time. */
    public static final int WORK_ITEMS = 256;

    private static final int ROWS = 16;

    private GroupScan() {}

    /**
     * Replaces each digit's counts by an exclusive prefix sum over the blocks, in rows of 16 counters. Work-groups of
     * {@link #WORK_ITEMS}, one per digit; local memory 1,088 bytes. Reads and writes 4 bytes per counter.
     *
     * @param counts {@code radix * blocks} counters, digit-major
     * @param totals receives each digit's sum over all blocks
     */
    public static void scan(KernelContext context, IntArray counts, IntArray totals, IntArray p) {
        int[] sums = context.allocateIntLocalArray(WORK_ITEMS);
        int[] rowSums = context.allocateIntLocalArray(ROWS);
        int item = context.localIdx;
        int row = item / ROWS;
        int column = item & (ROWS - 1);
        int digit = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int carry = 0;
        for (int base = 0; base < blocks; base += WORK_ITEMS) {
            // Load the next counters, one per work-item.
            int count = 0;
            if (base + item < blocks) {
                count = counts.get(digit * blocks + base + item);
            }
            sums[item] = count;
            context.localBarrier();
            // Add up the counters before this one in its row.
            int before = carry;
            int rowSum = 0;
            for (int k = 0; k < ROWS; k++) {
                int sum = sums[row * ROWS + k];
                before = before + (k < column ? sum : 0);
                rowSum = rowSum + sum;
            }
            if (column == 0) {
                rowSums[row] = rowSum;
            }
            context.localBarrier();
            // Add up the rows before.
            for (int k = 0; k < ROWS; k++) {
                int sum = rowSums[k];
                before = before + (k < row ? sum : 0);
                carry = carry + sum;
            }
            if (base + item < blocks) {
                counts.set(digit * blocks + base + item, before);
            }
            // No barrier: all sums were read before the last one, and row sums are written again after the next one.
        }
        // Store the digit's total.
        if (item == 0) {
            totals.set(digit, carry);
        }
    }

    /**
     * Adds up each digit's counts over the blocks. Work-groups of {@link #WORK_ITEMS}, one per digit; local memory 1,024 bytes.
     * Reads 4 bytes per counter.
     *
     * @param counts {@code radix * blocks} counters, digit-major
     * @param words receives each digit's sum, at index {@code first + digit}
     */
    public static void sum(KernelContext context, IntArray counts, IntArray words, IntArray p, int first) {
        int[] sums = context.allocateIntLocalArray(WORK_ITEMS);
        int item = context.localIdx;
        int digit = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int sum = 0;
        for (int block = item; block < blocks; block += WORK_ITEMS) {
            sum = sum + counts.get(digit * blocks + block);
        }
        sums[item] = sum;
        for (int step = WORK_ITEMS / 2; step > 0; step = step / 2) {
            context.localBarrier();
            if (item < step) {
                sums[item] = sums[item] + sums[item + step];
            }
        }
        if (item == 0) {
            words.set(first + digit, sums[0]);
        }
    }
}
