package io.github.tornadosort.kernel.lab;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * An exclusive prefix sum over any number of ints, in place: sums of spans, a scan of the sums, and a scan of each span
 * (reduce-then-scan; Merrill and Grimshaw 2011, §3.1). {@link StepParameters} has length, span and number of groups.
 */
public final class Scan {
    /** Elements that a work-item takes at a time. */
    public static final int ITEMS = 8;
    /** Most groups, and so most sums. */
    public static final int MOST_GROUPS = 1024;

    private Scan() {}

    /** Sums each group's span into {@code sums}. Reads 4 bytes an element; local memory {@code 4 * workItems} bytes. */
    public static void reduce(KernelContext context, IntArray data, IntArray sums, IntArray p, int workItems) {
        int[] local = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int begin = context.groupIdx * p.get(StepParameters.SCAN_SPAN);
        int end = Math.min(begin + p.get(StepParameters.SCAN_SPAN), p.get(StepParameters.SCAN_LENGTH));
        int sum = 0;
        for (int i = begin + item; i < end; i += workItems) {
            sum = sum + data.get(i);
        }
        local[item] = sum;
        context.localBarrier();
        for (int half = workItems / 2; half > 0; half = half / 2) {
            if (item < half) {
                local[item] = local[item] + local[item + half];
            }
            context.localBarrier();
        }
        if (item == 0) {
            sums.set(context.groupIdx, local[0]);
        }
    }

    /** Scans the sums, and puts the sum of all behind them. One group; local memory {@code 8 * workItems} bytes. */
    public static void spine(KernelContext context, IntArray sums, IntArray p, int workItems) {
        int[] local = context.allocateIntLocalArray(2 * workItems);
        int item = context.localIdx;
        int groups = p.get(StepParameters.SCAN_GROUPS);
        int carry = 0;
        for (int base = 0; base < groups; base += workItems) {
            int sum = 0;
            if (base + item < groups) {
                sum = sums.get(base + item);
            }
            // Steps of growing distance (Hillis and Steele 1986), from one half of the array to the other.
            int plane = 0;
            local[item] = sum;
            context.localBarrier();
            for (int distance = 1; distance < workItems; distance = distance * 2) {
                int up = local[plane + item];
                if (item >= distance) {
                    up = up + local[plane + item - distance];
                }
                plane = workItems - plane;
                local[plane + item] = up;
                context.localBarrier();
            }
            int upTo = local[plane + item];
            int all = local[plane + workItems - 1];
            if (base + item < groups) {
                sums.set(base + item, carry + upTo - sum);
            }
            carry = carry + all;
            context.localBarrier();
        }
        if (item == 0) {
            sums.set(groups, carry);
        }
    }

    /**
     * Scans each group's span, beginning with its sum. Reads 8 bytes (half from the cache) and writes 4 an element; local
     * memory {@code 8 * workItems} bytes.
     */
    public static void spans(KernelContext context, IntArray data, IntArray sums, IntArray p, int workItems) {
        int[] local = context.allocateIntLocalArray(2 * workItems);
        int item = context.localIdx;
        int begin = context.groupIdx * p.get(StepParameters.SCAN_SPAN);
        int end = Math.min(begin + p.get(StepParameters.SCAN_SPAN), p.get(StepParameters.SCAN_LENGTH));
        int carry = sums.get(context.groupIdx);
        for (int base = begin; base < end; base += workItems * ITEMS) {
            int mine = base + item * ITEMS;
            int stop = Math.min(mine + ITEMS, end);
            int sum = 0;
            for (int i = mine; i < stop; i++) {
                sum = sum + data.get(i);
            }
            int plane = 0;
            local[item] = sum;
            context.localBarrier();
            for (int distance = 1; distance < workItems; distance = distance * 2) {
                int up = local[plane + item];
                if (item >= distance) {
                    up = up + local[plane + item - distance];
                }
                plane = workItems - plane;
                local[plane + item] = up;
                context.localBarrier();
            }
            int before = carry + local[plane + item] - sum;
            carry = carry + local[plane + workItems - 1];
            for (int i = mine; i < stop; i++) {
                int element = data.get(i);
                data.set(i, before);
                before = before + element;
            }
            context.localBarrier();
        }
    }
}
