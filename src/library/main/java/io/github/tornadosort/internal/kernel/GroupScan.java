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
     * Adds up each digit's counts over the blocks, if a sample says that keys are sorted in buckets. Work-groups of
     * {@link #WORK_ITEMS}, one per digit; local memory 1,088 bytes. Reads 4 bytes per counter.
     *
     * @param counts {@code radix * blocks} counters, digit-major
     * @param words has the result of {@link GroupSample32#sample} at index {@code result}; receives each digit's sum after it, or 0
     *     if keys are sorted digit by digit
     */
    public static void sum(KernelContext context, IntArray counts, IntArray words, IntArray p, int result) {
        int[] sums = context.allocateIntLocalArray(WORK_ITEMS);
        int[] rowSums = context.allocateIntLocalArray(ROWS);
        int item = context.localIdx;
        int digit = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int counted = words.get(result) > 0 ? blocks : 0;
        int sum = 0;
        for (int block = item; block < counted; block += WORK_ITEMS) {
            sum = sum + counts.get(digit * blocks + block);
        }
        sums[item] = sum;
        context.localBarrier();
        if (item < ROWS) {
            int rowSum = 0;
            for (int k = 0; k < ROWS; k++) {
                rowSum = rowSum + sums[item * ROWS + k];
            }
            rowSums[item] = rowSum;
        }
        context.localBarrier();
        if (item == 0) {
            int total = 0;
            for (int k = 0; k < ROWS; k++) {
                total = total + rowSums[k];
            }
            words.set(result + GroupSample32.RESULT_WORDS + digit, total);
        }
    }
}
