package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * {@link GroupRadix32} for 64-bit keys. The tile always holds digits and places in the tile: ranking is the same for every
 * width, and local memory need not hold the keys.
 */
public final class GroupRadix64 {
    private static final int RADIX = GroupRadix32.RADIX;
    private static final int UPSWEEP_WORK_ITEMS = GroupRadix32.UPSWEEP_WORK_ITEMS;
    /** Keys that an upsweep work-item loads before it counts the first. */
    private static final int UPSWEEP_LOADS = 8;
    /** Keys that an upsweep work-item may count before its 8-bit counters could overflow, a multiple of its loads. */
    private static final int UPSWEEP_KEYS = 248;

    private GroupRadix64() {}

    /**
     * Counts each block's keys by digit. A work-item has 256 counters of 8 bits, packed four to a word in a column of
     * its own; before they could overflow, the rows are summed by all work-items and the columns start again.
     * Groups of {@link #UPSWEEP_WORK_ITEMS}, one a block; local memory 34 KiB; reads 8 bytes a key.
     *
     * @param counts gets, at {@code digit * blocks + block}, the keys of that block with that digit
     */
    public static void upsweep(KernelContext context, LongArray keys, IntArray counts, IntArray p, int kind) {
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
        int[] sums = context.allocateIntLocalArray(4 * UPSWEEP_WORK_ITEMS);
        long[] loaded = new long[UPSWEEP_LOADS];
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int span = p.get(PassParameters.SPAN);
        int shift = p.get(PassParameters.SHIFT);
        int mask = p.get(PassParameters.MASK);
        long flip = PassParameters.flip64(p);
        int begin = block * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        // Two work-items sum a row of counters: row item / 2, columns from half on.
        int row = item / 2;
        int half = (item & 1) * 64;
        int sum0 = 0;
        int sum1 = 0;
        int sum2 = 0;
        int sum3 = 0;
        int done = begin;
        while (done < end) {
            for (int i = 0; i < 64; i++) {
                counters[i * UPSWEEP_WORK_ITEMS + item] = 0;
            }
            int stop = done + Math.min(end - done, UPSWEEP_KEYS * UPSWEEP_WORK_ITEMS);
            int i = done + item;
            for (; i < stop - (UPSWEEP_LOADS - 1) * UPSWEEP_WORK_ITEMS; i += UPSWEEP_LOADS * UPSWEEP_WORK_ITEMS) {
                for (int k = 0; k < UPSWEEP_LOADS; k++) {
                    loaded[k] = keys.get(i + k * UPSWEEP_WORK_ITEMS);
                }
                for (int k = 0; k < UPSWEEP_LOADS; k++) {
                    int digit = (int) ((OrderedBits.of(loaded[k], kind) ^ flip) >>> shift) & mask;
                    int at = (digit / 4) * UPSWEEP_WORK_ITEMS + item;
                    counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                }
            }
            for (; i < stop; i += UPSWEEP_WORK_ITEMS) {
                int digit = (int) ((OrderedBits.of(keys.get(i), kind) ^ flip) >>> shift) & mask;
                int at = (digit / 4) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
            }
            context.localBarrier();
            int even = 0;
            int odd = 0;
            for (int k = 0; k < 64; k++) {
                // Starting at the row's own column spreads the rows over the memory banks.
                int word = counters[row * UPSWEEP_WORK_ITEMS + half + ((k + row) & 63)];
                even = even + (word & 0x00ff00ff);
                odd = odd + ((word >> 8) & 0x00ff00ff);
            }
            sum0 = sum0 + (even & 65535);
            sum1 = sum1 + (odd & 65535);
            sum2 = sum2 + ((even >> 16) & 65535);
            sum3 = sum3 + ((odd >> 16) & 65535);
            context.localBarrier();
            done = stop;
        }
        sums[item * 4] = sum0;
        sums[item * 4 + 1] = sum1;
        sums[item * 4 + 2] = sum2;
        sums[item * 4 + 3] = sum3;
        context.localBarrier();
        for (int digit = item; digit < RADIX; digit += UPSWEEP_WORK_ITEMS) {
            int at = (digit / 4) * 8 + (digit & 3);
            counts.set(digit * blocks + block, sums[at] + sums[at + 4]);
        }
    }

    /**
     * Moves each key, and its value with it, to its digit's next place. Each tile is sorted by the digit in local memory,
     * in two stable rounds of 4 bits, and then written digit by digit, so that neighbours go to neighbouring places
     * (§3.3).
     * Groups of {@code workItems} (a multiple of 16, at most 256), one a block; local memory
     * {@code 4 * workItems * (items + 11) + workItems / 4 + 5184} bytes; reads 8 and writes 8 bytes a key, and 4 a value.
     *
     * @param withValues whether there are values; if 0, the values' arrays are not touched
     * @param items keys a work-item, a power of two, {@code 1 << itemsLog}
     */
    public static void downsweep(
            KernelContext context,
            LongArray from,
            LongArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray totals,
            IntArray p,
            int kind,
            int withValues,
            int workItems,
            int items,
            int itemsLog) {
        // A word of padding after each work-item's words (and after each 8 counters) ends most bank conflicts.
        int[] tile = context.allocateIntLocalArray(workItems * (items + 1));
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(16);
        int[] place = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] first = context.allocateIntLocalArray(RADIX);
        int[] last = context.allocateIntLocalArray(RADIX);
        int[] digits = context.allocateIntLocalArray(RADIX);
        int[] mine = new int[items];
        int[] rank = new int[items];
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int blocks = p.get(PassParameters.BLOCKS);
        int span = p.get(PassParameters.SPAN);
        int mask = p.get(PassParameters.MASK);
        long flip = PassParameters.flip64(p);
        int shift = p.get(PassParameters.SHIFT);
        int rounds = 1 + Math.min(mask / 16, 1);
        int tileSize = workItems << itemsLog;
        int begin = block * span;
        int end = begin + Math.min(span, n - begin);

        // Where this block's keys of each digit go: behind all smaller digits, and behind the blocks before this one.
        for (int d = item; d < RADIX; d += workItems) {
            digits[d] = totals.get(d);
        }
        context.localBarrier();
        for (int d = item; d < RADIX; d += workItems) {
            int smaller = 0;
            for (int k = 0; k < d; k++) {
                smaller = smaller + digits[k];
            }
            place[d] = smaller + counts.get(d * blocks + block);
            first[d] = 0;
            last[d] = 0;
        }
        context.localBarrier();

        int row = item / 16;
        int rows = workItems / 16;
        // Everything that a work-item touches in the tile and the counters lies at one of these plus constant steps:
        // TornadoVM's compiler hoists whatever depends on the item alone, and would keep an index for each access.
        int blocked = item * (items + 1);
        int striped = item + (item >> itemsLog);
        int stripe = workItems + (workItems >> itemsLog);
        int counter = item + item / 8;
        int counterRow = workItems + workItems / 8;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            if (valid >= tileSize) {
                for (int i = 0; i < items; i++) {
                    long key = from.get(tileBegin + item + i * workItems);
                    int d = (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                    tile[striped + i * stripe] = (d << 16) | (i * workItems + item);
                }
            } else {
                // The last tile of all. Padding gets the largest digit, so that it ends up behind the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    long key = from.get(Math.min(tileBegin + j, n - 1));
                    int d = (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                    tile[striped + i * stripe] = ((j < valid ? d : mask) << 16) | j;
                }
            }
            context.localBarrier();

            for (int round = 0; round < rounds; round++) {
                int roundShift = 16 + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                for (int i = 0; i < items; i++) {
                    mine[i] = tile[blocked + i];
                }
                // Sixteen counters a work-item, two to a word, digit-major: word (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    counters[counter + i * counterRow] = 0;
                }
                for (int i = 0; i < items; i++) {
                    int d = (mine[i] >>> roundShift) & roundMask;
                    int at = counter + (d & 7) * counterRow;
                    int half = (d >> 3) << 4;
                    int word = counters[at];
                    rank[i] = (word >> half) & 65535;
                    counters[at] = word + (1 << half);
                }
                context.localBarrier();

                // Exclusive prefix sum over all counters: eight a work-item, then rows of 16 by a work-item each, then the
                // rows. Loops with a condition inside are not unrolled, so none is in a loop over private arrays.
                int sum = 0;
                for (int i = 0; i < 8; i++) {
                    int word = counters[item * 9 + i];
                    counters[item * 9 + i] = sum;
                    sum = sum + word;
                }
                sums[item + row] = sum;
                context.localBarrier();
                if (item < rows) {
                    int rowSum = 0;
                    for (int k = 0; k < 16; k++) {
                        int word = sums[item * 17 + k];
                        sums[item * 17 + k] = rowSum;
                        rowSum = rowSum + word;
                    }
                    rowSums[item] = rowSum;
                }
                context.localBarrier();
                int before = sums[item + row];
                int all = 0;
                for (int k = 0; k < rows; k++) {
                    int word = rowSums[k];
                    before = before + (k < row ? word : 0);
                    all = all + word;
                }
                // The upper halves' digits come behind all of the lower halves'.
                before = before + (all << 16);
                for (int i = 0; i < 8; i++) {
                    counters[item * 9 + i] = counters[item * 9 + i] + before;
                }
                context.localBarrier();

                for (int i = 0; i < items; i++) {
                    int d = (mine[i] >>> roundShift) & roundMask;
                    int half = (d >> 3) << 4;
                    int at = ((counters[counter + (d & 7) * counterRow] >> half) & 65535) + rank[i];
                    tile[at + (at >> itemsLog)] = mine[i];
                }
                context.localBarrier();
            }

            // The tile is sorted by digit now: a digit starts where its left neighbour differs.
            int left = Math.max(item * items - 1, 0);
            int leftDigit = (tile[left + (left >> itemsLog)] >>> 16) & mask;
            for (int i = 0; i < items; i++) {
                int d = (tile[blocked + i] >>> 16) & mask;
                if (d != leftDigit) {
                    first[d] = item * items + i;
                    last[leftDigit] = item * items + i;
                }
                leftDigit = d;
            }
            if (item == workItems - 1) {
                last[leftDigit] = tileSize;
            }
            context.localBarrier();
            for (int d = item; d < RADIX; d += workItems) {
                int start = first[d];
                int stop = last[d];
                offset[d] = place[d] - start;
                place[d] = place[d] + stop - start;
                first[d] = 0;
                last[d] = 0;
            }
            context.localBarrier();
            for (int i = 0; i < items; i++) {
                int j = i * workItems + item;
                if (j < valid) {
                    int word = tile[striped + i * stripe];
                    int at = offset[(word >>> 16) & mask] + j;
                    int source = tileBegin + (word & 65535);
                    to.set(at, from.get(source));
                    if (withValues != 0) {
                        toValues.set(at, fromValues.get(source));
                    }
                }
            }
            context.localBarrier();
        }
    }
}
