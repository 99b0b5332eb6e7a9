<#-- How the bin of a key is found: by a search among boundaries, or from the distance to the lowest one. -->
<#assign kinds = [
    {"name": "Words32", "array": "IntArray", "type": "int", "even": false, "guess": ""},
    {"name": "Words64", "array": "LongArray", "type": "long", "even": false, "guess": ""},
    {"name": "EvenInts", "array": "IntArray", "type": "int", "even": true, "guess": "(int) ((float) ((long) KEY - lowest) * (float) scale)"},
    {"name": "EvenLongs", "array": "LongArray", "type": "long", "even": true, "guess": "(int) ((double) (KEY - lowest) * scale)"}]>
<#-- Keys that a work-item loads at a time. -->
<#assign batch = 4>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Histograms: count, then add. Bins are divided into windows of {@link #WINDOW}, and the keys into parts. For a window and a part, each
 * work-item of a group counts in its own column of local memory, four bins in an int, since there are no atomic operations on local
 * memory. Before a counter can overflow, the columns are added up.
 *
 * <p>Bin b has the keys from boundary b on that are less than boundary b + 1. Other keys are not counted.
 */
public final class GroupHistogram {
    /** The number of bins that a group counts at a time. */
    public static final int WINDOW = 256;

    private static final int WORDS = WINDOW / 4;
    /** Keys that a work-item counts before its counters of 8 bits are added up. */
    private static final int FULL = 240;

    private GroupHistogram() {}
<#list kinds as h>

    /**
     * Counts the keys of a part in each bin of a window. Local memory: 64 ints per work-item, and an int and a key per bin of a window.
     * Reads the keys once per window.
     *
     * @param boundaries {@code bins + 1} keys in ascending order
     * @param counts receives {@code bins} counts of each part
<#if h.even>
     * @param scale bins per unit. It need not be exact: the boundaries decide
<#else>
     * @param kind one of {@link OrderedBits}
</#if>
     * @param workItems up to 256
     */
    public static void count${h.name}(
            KernelContext context, ${h.array} keys, ${h.array} boundaries, IntArray counts, int bins, int parts,
            ${h.even?then("double scale", "int kind")}, IntArray length, int at, int capacity, int workItems, int blocks) {
        int[] columns = context.allocateIntLocalArray(WORDS * workItems);
        int[] totals = context.allocateIntLocalArray(WINDOW);
        ${h.type}[] limits = context.allocate${h.type?cap_first}LocalArray(WINDOW + 1);
        int item = context.localIdx;
        int n = Math.max(0, Math.min(length.get(at), capacity));
        int windows = (bins + WINDOW - 1) / WINDOW;
        for (int unit = context.groupIdx; unit < windows * parts; unit += blocks) {
            int part = unit - unit / parts * parts;
            int firstBin = unit / parts * WINDOW;
            int binsHere = Math.min(WINDOW, bins - firstBin);
            for (int b = item; b <= binsHere; b += workItems) {
                limits[b] = ${h.even?then("boundaries.get(firstBin + b)", "SignedWords.of(boundaries.get(firstBin + b), kind, 0)")};
            }
            for (int b = item; b < WINDOW; b += workItems) {
                totals[b] = 0;
            }
            context.localBarrier();
            ${h.type} lowest = limits[0];
            ${h.type} highest = limits[binsHere];
            int begin = StageSpan.begin(n, part, workItems, parts);
            int end = StageSpan.begin(n, part + 1, workItems, parts);
            for (int base = begin; base < end; base += FULL * workItems) {
                for (int q = 0; q < WORDS; q++) {
                    columns[q * workItems + item] = 0;
                }
                int stop = Math.min(FULL, (end - base - item + workItems - 1) / workItems) * workItems + base + item;
                for (int i = base + item; i < stop; i += ${batch} * workItems) {
<#list 0..<batch as c>
                    ${h.type} key${c} = keys.get(Math.min(i + ${c} * workItems, stop - workItems));
</#list>
<#list 0..<batch as c>
<#if !h.even>
                    key${c} = SignedWords.of(key${c}, kind, 0);
</#if>
                    int real${c} = i + ${c} * workItems < stop ? 1 : 0;
                    int notLess${c} = key${c} >= lowest ? real${c} : 0;
                    int inside${c} = key${c} < highest ? notLess${c} : 0;
                    if (inside${c} != 0) {
                        int bin = 0;
<#if h.even>
                        bin = Math.max(0, Math.min(${h.guess?replace("KEY", "key" + c)}, binsHere - 1));
                        while (key${c} < limits[bin]) {
                            bin = bin - 1;
                        }
                        while (key${c} >= limits[bin + 1]) {
                            bin = bin + 1;
                        }
<#else>
                        for (int step = WINDOW / 2; step > 0; step = step / 2) {
                            int next = Math.min(bin + step, binsHere);
                            bin = limits[next] <= key${c} ? next : bin;
                        }
</#if>
                        int cell = (bin / 4) * workItems + item;
                        columns[cell] = columns[cell] + (1 << ((bin & 3) * 8));
                    }
</#list>
                }
                context.localBarrier();
                // Add up the columns, each work-item beginning with another one because of the banks of local memory.
                for (int q = item; q < WORDS; q += workItems) {
                    int even = 0;
                    int odd = 0;
                    for (int c = 0; c < workItems; c++) {
                        int four = columns[q * workItems + ((c + item) & (workItems - 1))];
                        even = even + (four & 0x00ff00ff);
                        odd = odd + ((four >> 8) & 0x00ff00ff);
                    }
                    totals[4 * q] = totals[4 * q] + (even & 0xffff);
                    totals[4 * q + 1] = totals[4 * q + 1] + (odd & 0xffff);
                    totals[4 * q + 2] = totals[4 * q + 2] + ((even >> 16) & 0xffff);
                    totals[4 * q + 3] = totals[4 * q + 3] + ((odd >> 16) & 0xffff);
                }
                context.localBarrier();
            }
            for (int b = item; b < binsHere; b += workItems) {
                counts.set(part * bins + firstBin + b, totals[b]);
            }
            context.localBarrier();
        }
    }
</#list>

    /** Adds up the counts of the parts of each bin. No local memory. Reads each count once. */
    public static void add(KernelContext context, IntArray counts, IntArray result, int bins, int parts, int workItems, int blocks) {
        for (int b = context.globalIdx; b < bins; b += blocks * workItems) {
            int sum = 0;
            for (int part = 0; part < parts; part++) {
                sum = sum + counts.get(part * bins + b);
            }
            result.set(b, sum);
        }
    }
}
