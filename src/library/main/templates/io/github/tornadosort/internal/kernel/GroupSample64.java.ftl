<#assign W = 64 key = "long" toInt = "(int) ">
<#include "widths.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Decides from a sample how to sort 64-bit keys: digit by digit, or by two to four digits and then in buckets. */
public final class GroupSample64 {
    /** Number of keys in the sample. */
    public static final int KEYS = 2048;
    /** Number of work-items in the group. */
    public static final int WORK_ITEMS = 256;
    /** Number of words of the result. */
    public static final int RESULT_WORDS = 4;

    private GroupSample64() {}

    /**
     * Sorts a sample of the keys by their highest varying bits, merging by rank, and counts those that tie in the bits of two,
     * three and four digits. Few ties mean that the buckets of these digits fit in local memory; the digits are then the
     * result. One work-group of {@link GroupSample64#WORK_ITEMS}; local memory 23,744 bytes. Reads {@link #KEYS} keys.
     *
     * @param words receives, at {@code result}, the number of bits of the digits, or 0 if the keys are better sorted digit by
     *     digit, the index of the highest varying bit, not 0 if the survey counts no digit, and their number of ties
     * @param p receives the windows of these digits, for the survey that follows; keeps its windows if there are none; receives
     *     empty ones if the sample is in order, since the keys are then probably sorted
     * @param digitBits number of bits of a digit
     */
    public static void sample(
            KernelContext context, LongArray keys, IntArray words, IntArray p, int kind, int digitBits, int result) {
        long[] found = context.allocateLongLocalArray(2 * WORK_ITEMS);
        int[] sorted = context.allocateIntLocalArray(2 * KEYS);
        int[] counts = context.allocateIntLocalArray(3 * WORK_ITEMS);
        int[] rowCounts = context.allocateIntLocalArray(3 * WORK_ITEMS / 16);
        long[] loaded = new long[KEYS / WORK_ITEMS];
        int item = context.localIdx;
        int stride = p.get(PassParameters.N) / KEYS;
        int jitter = p.get(PassParameters.SAMPLE_JITTER);
        int mostTies = p.get(PassParameters.SAMPLE_TIES);
        int longestRun = p.get(PassParameters.SAMPLE_RUN);
<@order/>
        // Load the sample: a key from each part of the array, at an index within the part that follows no pattern.
        long any = 0;
        long all = -1;
        for (int i = 0; i < KEYS / WORK_ITEMS; i++) {
            int part = i * WORK_ITEMS + item;
            loaded[i] = keys.get(part * stride + (((part * 0x9e3779b1) >> 8) & jitter));
        }
        for (int i = 0; i < KEYS / WORK_ITEMS; i++) {
            loaded[i] = order(loaded[i], kind, flip, bits);
            any = any | loaded[i];
            all = all & loaded[i];
        }
        // Find the bits that vary.
        found[item] = any;
        found[WORK_ITEMS + item] = all;
        for (int step = WORK_ITEMS / 2; step > 0; step = step / 2) {
            context.localBarrier();
            if (item < step) {
                found[item] = found[item] | found[item + step];
                int other = WORK_ITEMS + item;
                found[other] = found[other] & found[other + step];
            }
        }
        context.localBarrier();
        long varying = found[0] ^ found[WORK_ITEMS];
        int top = 63;
        while (top > 0 && ((varying >> top) & 1) == 0) {
            top = top - 1;
        }
        int lowest = 0;
        while (lowest < top && ((varying >> lowest) & 1) == 0) {
            lowest = lowest + 1;
        }
        // Sort the sample by its highest varying bits: a word holds 30 of them. If no ties are allowed, the result is known. No
        // compiler can tell that the mask is constant: TornadoVM would drop it, and shift signed words.
        int wordMask = 0x3fffffff + p.get(PassParameters.ALWAYS_ZERO);
        int shift = Math.max(top - 31, 0);
        for (int i = 0; i < KEYS / WORK_ITEMS; i++) {
            sorted[i * WORK_ITEMS + item] = ((int) (loaded[i] >>> shift) >>> 2) & wordMask;
        }
        context.localBarrier();
        // Two digits, another pass and the sort of the buckets take no less time than three passes. A sample with so few
        // varying bits need not be sorted, nor one that is in order: that of keys which are sorted or nearly sorted.
        int varies = top - lowest + 1;
        int descents = 0;
        for (int j = item; j < KEYS; j += WORK_ITEMS) {
            descents = descents + (sorted[j] < sorted[Math.max(j - 1, 0)] ? 1 : 0);
        }
        counts[item] = descents;
        context.localBarrier();
        if (item < WORK_ITEMS / 16) {
            int rowDescents = 0;
            for (int k = 0; k < 16; k++) {
                rowDescents = rowDescents + counts[item * 16 + k];
            }
            rowCounts[item] = rowDescents;
        }
        context.localBarrier();
        int allDescents = 0;
        for (int k = 0; k < WORK_ITEMS / 16; k++) {
            allDescents = allDescents + rowCounts[k];
        }
        int source = 0;
        int runs = mostTies < 0 || varies <= 3 * digitBits || allDescents == 0 ? 0 : KEYS;
        for (int run = 1; run < runs; run = run * 2) {
            // A word's index after the merge of two runs is its index in its own run, and the number of smaller words in the
            // other one. Words of the second run come after equal words of the first. Eight searches run side by side.
<#list 0..7 as k>
            int j${k} = <#if k == 0>item<#else>${(k == 1)?then("", k + " * ")}WORK_ITEMS + item</#if>;
</#list>
<#list 0..7 as k>
            int word${k} = sorted[source + j${k}] + ((j${k} & run) != 0 ? 1 : 0);
</#list>
<#list 0..7 as k>
            int other${k} = source + ((j${k} ^ run) & -run);
</#list>
<#list 0..7 as k>
            int low${k} = other${k};
</#list>
            for (int step = run / 2; step > 0; step = step / 2) {
<#list 0..7 as k>
                low${k} = low${k} + (sorted[low${k} + step - 1] < word${k} ? step : 0);
</#list>
            }
            int target = KEYS - source;
<#list 0..7 as k>
            int rank${k} = low${k} - other${k} + (sorted[low${k}] < word${k} ? 1 : 0);
</#list>
<#list 0..7 as k>
            sorted[target + (j${k} & (-2 * run)) + (j${k} & (run - 1)) + rank${k}] = word${k} - ((j${k} & run) != 0 ? 1 : 0);
</#list>
            context.localBarrier();
            source = target;
        }
        // Count the ties in two to four digits, and runs of more than the longest run allowed.
<#list 2..4 as digits>
        int after${digits} = Math.max(Math.min(top, 31) - 1 - ${digits} * digitBits, 0);
</#list>
<#list 2..4 as digits>
        int ties${digits} = 0;
</#list>
        for (int j = item; j < KEYS; j += WORK_ITEMS) {
            int second = j > 0 ? 1 : 0;
            int tie = sorted[source + j] ^ sorted[source + j - second];
            int run = sorted[source + j] ^ sorted[source + Math.max(j - longestRun, 0)];
            int far = j >= longestRun ? KEYS : 0;
<#list 2..4 as digits>
            ties${digits} = ties${digits} + ((tie >> after${digits}) == 0 ? second : 0) + far * ((run >> after${digits}) == 0 ? 1 : 0);
</#list>
        }
<#list 2..4 as digits>
        counts[${digits - 2} * WORK_ITEMS + item] = ties${digits};
</#list>
        context.localBarrier();
        int rows = WORK_ITEMS / 16;
        if (item < 3 * rows) {
            int sum = 0;
            for (int k = 0; k < 16; k++) {
                sum = sum + counts[item * 16 + k];
            }
            rowCounts[item] = sum;
        }
        context.localBarrier();
        if (item == 0) {
<#list 2..4 as digits>
            int allTies${digits} = 0;
</#list>
            for (int k = 0; k < rows; k++) {
<#list 2..4 as digits>
                allTies${digits} = allTies${digits} + rowCounts[${digits - 2} * rows + k];
</#list>
            }
            // Another pass than these and the sort of the buckets must be saved.
            int digits = 0;
            int ties = 0;
<#list 4..2 as few>
            int by${few} = (varies > ${few + 1} * digitBits ? 1 : 0) & (allTies${few} <= mostTies ? 1 : 0);
            digits = digits + by${few} * (${few} - digits);
            ties = ties + by${few} * (allTies${few} - ties);
</#list>
            int sortedBits = digits * digitBits;
            int uncounted = mostTies >= 0 && allDescents == 0 ? 1 : 0;
            words.set(result, sortedBits);
            words.set(result + 1, top);
            words.set(result + 2, uncounted);
            words.set(result + 3, ties);
            if (uncounted + sortedBits > 0) {
                for (int i = 0; i < PassParameters.MOST_WINDOWS; i++) {
                    int counted = i < digits ? 1 - uncounted : 0;
                    p.set(PassParameters.WINDOWS + 2 * i, Math.min(top + 1 - sortedBits + i * digitBits, 63));
                    p.set(PassParameters.WINDOWS + 2 * i + 1, ((1 << digitBits) - 1) * counted);
                }
            }
        }
    }

    /** {@return the bits of a key by which it is compared} */
    private static long order(long key, int kind, long flip, long bits) {
        return (OrderedBits.of(key, kind) ^ flip) & bits;
    }
}
