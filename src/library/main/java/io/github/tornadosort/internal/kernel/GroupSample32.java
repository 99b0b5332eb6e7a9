package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Decides from a sample of 32-bit keys how to sort them on GPUs: digit by digit, or by two or three digits and then in buckets. */
public final class GroupSample32 {
    /** Number of keys in the sample. */
    public static final int KEYS = 2048;
    /** Number of work-items in the group. */
    public static final int WORK_ITEMS = 256;
    /** Number of words of the result. */
    public static final int RESULT_WORDS = 3;

    private GroupSample32() {}

    /**
     * Sorts a sample of the keys by their highest varying bits, merging by rank, and counts those that tie in the bits of two or
     * three digits. Few ties mean that the buckets of these digits fit in local memory; the digits are then the result. Keys
     * that are surely uniform are sorted by two narrow digits, whose buckets just fit. One work-group of {@link
     * #WORK_ITEMS}; local memory 21,696 bytes. Reads {@link #KEYS} keys.
     *
     * @param words receives, at {@code result}, the number of bits of the digits, or 0 if the keys are better sorted digit by
     *     digit, the index of the highest varying bit, and not 0 if the survey counts no digit
     * @param p receives the window of the lowest of these digits, for the survey that follows; keeps the window if there are none;
     *     receives an empty one if the sample is in order and {@link PassParameters#SORTED_UNCOUNTED} is set
     * @param digitBits number of bits of a digit that is not narrow
     */
    public static void sample(
            KernelContext context, IntArray keys, IntArray words, IntArray p, int kind, int digitBits, int result) {
        int[] found = context.allocateIntLocalArray(2 * WORK_ITEMS);
        int[] sorted = context.allocateIntLocalArray(2 * KEYS);
        int[] counts = context.allocateIntLocalArray(3 * WORK_ITEMS);
        int[] rowCounts = context.allocateIntLocalArray(3 * WORK_ITEMS / 16);
        int[] loaded = new int[KEYS / WORK_ITEMS];
        int item = context.localIdx;
        int stride = p.get(PassParameters.N) / KEYS;
        int jitter = p.get(PassParameters.SAMPLE_JITTER);
        int mostTies = p.get(PassParameters.SAMPLE_TIES);
        int longestRun = p.get(PassParameters.SAMPLE_RUN);
        int narrowBits = p.get(PassParameters.NARROW_BITS);
        int narrowTies = p.get(PassParameters.NARROW_TIES);
        int flip = p.get(PassParameters.FLIP);
        int bits = p.get(PassParameters.BITS);
        // Load the sample: a key from each part of the array, at an index within the part that follows no pattern.
        int any = 0;
        int all = -1;
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
        int varying = found[0] ^ found[WORK_ITEMS];
        int top = 31;
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
            sorted[i * WORK_ITEMS + item] = ((loaded[i] >>> shift) >>> 2) & wordMask;
        }
        context.localBarrier();
        // Two digits, another pass and the sort of the buckets take no less time than three passes. A sample with so few varying
        // bits need not be sorted, nor one that is in order: that of keys which are sorted or nearly sorted.
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
            int j0 = item;
            int j1 = WORK_ITEMS + item;
            int j2 = 2 * WORK_ITEMS + item;
            int j3 = 3 * WORK_ITEMS + item;
            int j4 = 4 * WORK_ITEMS + item;
            int j5 = 5 * WORK_ITEMS + item;
            int j6 = 6 * WORK_ITEMS + item;
            int j7 = 7 * WORK_ITEMS + item;
            int word0 = sorted[source + j0] + ((j0 & run) != 0 ? 1 : 0);
            int word1 = sorted[source + j1] + ((j1 & run) != 0 ? 1 : 0);
            int word2 = sorted[source + j2] + ((j2 & run) != 0 ? 1 : 0);
            int word3 = sorted[source + j3] + ((j3 & run) != 0 ? 1 : 0);
            int word4 = sorted[source + j4] + ((j4 & run) != 0 ? 1 : 0);
            int word5 = sorted[source + j5] + ((j5 & run) != 0 ? 1 : 0);
            int word6 = sorted[source + j6] + ((j6 & run) != 0 ? 1 : 0);
            int word7 = sorted[source + j7] + ((j7 & run) != 0 ? 1 : 0);
            int other0 = source + ((j0 ^ run) & -run);
            int other1 = source + ((j1 ^ run) & -run);
            int other2 = source + ((j2 ^ run) & -run);
            int other3 = source + ((j3 ^ run) & -run);
            int other4 = source + ((j4 ^ run) & -run);
            int other5 = source + ((j5 ^ run) & -run);
            int other6 = source + ((j6 ^ run) & -run);
            int other7 = source + ((j7 ^ run) & -run);
            int low0 = other0;
            int low1 = other1;
            int low2 = other2;
            int low3 = other3;
            int low4 = other4;
            int low5 = other5;
            int low6 = other6;
            int low7 = other7;
            for (int step = run / 2; step > 0; step = step / 2) {
                low0 = low0 + (sorted[low0 + step - 1] < word0 ? step : 0);
                low1 = low1 + (sorted[low1 + step - 1] < word1 ? step : 0);
                low2 = low2 + (sorted[low2 + step - 1] < word2 ? step : 0);
                low3 = low3 + (sorted[low3 + step - 1] < word3 ? step : 0);
                low4 = low4 + (sorted[low4 + step - 1] < word4 ? step : 0);
                low5 = low5 + (sorted[low5 + step - 1] < word5 ? step : 0);
                low6 = low6 + (sorted[low6 + step - 1] < word6 ? step : 0);
                low7 = low7 + (sorted[low7 + step - 1] < word7 ? step : 0);
            }
            int target = KEYS - source;
            int rank0 = low0 - other0 + (sorted[low0] < word0 ? 1 : 0);
            int rank1 = low1 - other1 + (sorted[low1] < word1 ? 1 : 0);
            int rank2 = low2 - other2 + (sorted[low2] < word2 ? 1 : 0);
            int rank3 = low3 - other3 + (sorted[low3] < word3 ? 1 : 0);
            int rank4 = low4 - other4 + (sorted[low4] < word4 ? 1 : 0);
            int rank5 = low5 - other5 + (sorted[low5] < word5 ? 1 : 0);
            int rank6 = low6 - other6 + (sorted[low6] < word6 ? 1 : 0);
            int rank7 = low7 - other7 + (sorted[low7] < word7 ? 1 : 0);
            sorted[target + (j0 & (-2 * run)) + (j0 & (run - 1)) + rank0] = word0 - ((j0 & run) != 0 ? 1 : 0);
            sorted[target + (j1 & (-2 * run)) + (j1 & (run - 1)) + rank1] = word1 - ((j1 & run) != 0 ? 1 : 0);
            sorted[target + (j2 & (-2 * run)) + (j2 & (run - 1)) + rank2] = word2 - ((j2 & run) != 0 ? 1 : 0);
            sorted[target + (j3 & (-2 * run)) + (j3 & (run - 1)) + rank3] = word3 - ((j3 & run) != 0 ? 1 : 0);
            sorted[target + (j4 & (-2 * run)) + (j4 & (run - 1)) + rank4] = word4 - ((j4 & run) != 0 ? 1 : 0);
            sorted[target + (j5 & (-2 * run)) + (j5 & (run - 1)) + rank5] = word5 - ((j5 & run) != 0 ? 1 : 0);
            sorted[target + (j6 & (-2 * run)) + (j6 & (run - 1)) + rank6] = word6 - ((j6 & run) != 0 ? 1 : 0);
            sorted[target + (j7 & (-2 * run)) + (j7 & (run - 1)) + rank7] = word7 - ((j7 & run) != 0 ? 1 : 0);
            context.localBarrier();
            source = target;
        }
        // Count the ties in two narrow digits, two digits and three, and runs of more than the longest run allowed. Narrow digits
        // are for uniform keys only: none in a sixteenth of the sample are closer by a third than they should be, and both ends
        // are near.
        int ranged = Math.max(Math.min(top, 31) - 1, 8);
        int afterNarrow = Math.max(Math.min(top, 31) - 1 - narrowBits, 0);
        int afterTwo = Math.max(Math.min(top, 31) - 1 - 2 * digitBits, 0);
        int afterThree = Math.max(afterTwo - digitBits, 0);
        int narrow = (sorted[source] >> (ranged - 7)) == 0 ? 0 : KEYS;
        narrow = narrow + ((sorted[source + KEYS - 1] >> (ranged - 7)) == 127 ? 0 : KEYS);
        int two = 0;
        int three = 0;
        for (int j = item; j < KEYS; j += WORK_ITEMS) {
            int second = j > 0 ? 1 : 0;
            int tie = sorted[source + j] ^ sorted[source + j - second];
            int run = sorted[source + j] ^ sorted[source + Math.max(j - longestRun, 0)];
            int far = j >= longestRun ? KEYS : 0;
            int span = sorted[source + j] - sorted[source + Math.max(j - KEYS / 16, 0)];
            int dense = j >= KEYS / 16 ? KEYS : 0;
            narrow = narrow + ((tie >> afterNarrow) == 0 ? second : 0) + dense * ((span >> (ranged - 8)) < 11 ? 1 : 0);
            two = two + ((tie >> afterTwo) == 0 ? second : 0) + far * ((run >> afterTwo) == 0 ? 1 : 0);
            three = three + ((tie >> afterThree) == 0 ? second : 0) + far * ((run >> afterThree) == 0 ? 1 : 0);
        }
        counts[item] = narrow;
        counts[WORK_ITEMS + item] = two;
        counts[2 * WORK_ITEMS + item] = three;
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
            int tiesOfNarrow = 0;
            int tiesOfTwo = 0;
            int tiesOfThree = 0;
            for (int k = 0; k < rows; k++) {
                tiesOfNarrow = tiesOfNarrow + rowCounts[k];
                tiesOfTwo = tiesOfTwo + rowCounts[rows + k];
                tiesOfThree = tiesOfThree + rowCounts[2 * rows + k];
            }
            // Another pass than these and the sort of the buckets must be saved.
            int byNarrow = (varies > 3 * digitBits ? 1 : 0) & (tiesOfNarrow <= narrowTies ? 1 : 0);
            int byTwo = (varies > 3 * digitBits ? 1 : 0) & (tiesOfTwo <= mostTies ? 1 : 0);
            int byThree = (varies > 4 * digitBits ? 1 : 0) & (tiesOfThree <= mostTies ? 1 : 0);
            int digits = byTwo * 2 + (1 - byTwo) * byThree * 3;
            int sortedBits = byNarrow * narrowBits + (1 - byNarrow) * digits * digitBits;
            int uncounted = mostTies >= 0 && allDescents == 0 ? p.get(PassParameters.SORTED_UNCOUNTED) : 0;
            words.set(result, sortedBits);
            words.set(result + 1, top);
            words.set(result + 2, uncounted);
            if (uncounted != 0) {
                p.set(PassParameters.MASK, 0);
            } else if (sortedBits > 0) {
                p.set(PassParameters.SHIFT, top + 1 - sortedBits);
                p.set(PassParameters.MASK, (1 << (byNarrow * (narrowBits / 2) + (1 - byNarrow) * digitBits)) - 1);
            }
        }
    }

    /** {@return the bits of a key by which it is compared} */
    private static int order(int key, int kind, int flip, int bits) {
        return OrderedBits.ordered(OrderedBits.word(key, kind, flip), kind, flip) & bits;
    }
}
