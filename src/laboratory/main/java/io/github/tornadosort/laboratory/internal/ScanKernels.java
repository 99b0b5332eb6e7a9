package io.github.tornadosort.laboratory.internal;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * An exclusive prefix sum over any number of {@code int} elements, in place, by three kernels: {@link #reduce} adds up each
 * group's span, {@link #spine} scans these sums, {@link #spans} scans each span (reduce-then-scan: Merrill and Grimshaw 2011,
 * §3.1). The parameter buffer holds {@link AlgorithmParameters#SCAN_LENGTH}, {@code SCAN_SPAN} and {@code SCAN_GROUPS}.
 * Within a group the scan takes steps of doubling distance (Hillis and Steele 1986), alternating between two planes of local
 * memory.
 */
public final class ScanKernels {
    /** Consecutive elements per work-item and round of {@link #spans}. */
    public static final int ITEMS = 8;
    /** Maximum number of groups, and of sums. */
    public static final int MAX_GROUPS = 1024;

    private ScanKernels() {}

    /**
     * Computes the sum of each group's span. Groups of {@code workItems}, one per span; local memory {@code 4 * workItems}
     * bytes. Reads 4 bytes per element.
     *
     * @param data {@code SCAN_LENGTH} elements
     * @param sums receives {@code SCAN_GROUPS} sums
     */
    public static void reduce(KernelContext context, IntArray data, IntArray sums, IntArray p, int workItems) {
        int[] local = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int begin = context.groupIdx * p.get(AlgorithmParameters.SCAN_SPAN);
        int end = Math.min(begin + p.get(AlgorithmParameters.SCAN_SPAN), p.get(AlgorithmParameters.SCAN_LENGTH));
        // Each work-item adds up every workItems-th element.
        int sum = 0;
        for (int i = begin + item; i < end; i += workItems) {
            sum = sum + data.get(i);
        }
        // Reduce the work-items' sums in local memory.
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

    /**
     * Scans the sums in place, and stores the total after them. One group of {@code workItems}; local memory
     * {@code 8 * workItems} bytes. Reads and writes 4 bytes per sum.
     *
     * @param sums {@code SCAN_GROUPS} sums; receives one more element
     */
    public static void spine(KernelContext context, IntArray sums, IntArray p, int workItems) {
        int[] local = context.allocateIntLocalArray(2 * workItems);
        int item = context.localIdx;
        int groups = p.get(AlgorithmParameters.SCAN_GROUPS);
        int carry = 0;
        for (int base = 0; base < groups; base += workItems) {
            // Load one sum per work-item.
            int sum = 0;
            if (base + item < groups) {
                sum = sums.get(base + item);
            }
            // Scan the work-items' sums in local memory.
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
            // Store the exclusive sums, and carry the total to the next round.
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
     * Scans each group's span in place, starting from the span's scanned sum. Groups of {@code workItems}, one per span; local
     * memory {@code 8 * workItems} bytes. Reads 8 bytes per element, half of them from the cache, and writes 4.
     *
     * @param data {@code SCAN_LENGTH} elements
     * @param sums {@code SCAN_GROUPS} scanned sums
     */
    public static void spans(KernelContext context, IntArray data, IntArray sums, IntArray p, int workItems) {
        int[] local = context.allocateIntLocalArray(2 * workItems);
        int item = context.localIdx;
        int begin = context.groupIdx * p.get(AlgorithmParameters.SCAN_SPAN);
        int end = Math.min(begin + p.get(AlgorithmParameters.SCAN_SPAN), p.get(AlgorithmParameters.SCAN_LENGTH));
        int carry = sums.get(context.groupIdx);
        for (int base = begin; base < end; base += workItems * ITEMS) {
            // Add up the work-item's consecutive elements.
            int mine = base + item * ITEMS;
            int stop = Math.min(mine + ITEMS, end);
            int sum = 0;
            for (int i = mine; i < stop; i++) {
                sum = sum + data.get(i);
            }
            // Scan the work-items' sums in local memory.
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
            // Replace each element by the sum of all elements before it.
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
