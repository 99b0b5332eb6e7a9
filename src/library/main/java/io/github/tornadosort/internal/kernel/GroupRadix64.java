package io.github.tornadosort.internal.kernel;

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
     * Groups of {@link #UPSWEEP_WORK_ITEMS}, one a block; local memory 34 KiB, and 2 KiB to survey; reads 8 bytes a key.
     *
     * @param counts gets, at {@code digit * blocks + block}, the keys of that block with that digit
     * @param words if surveying, gets {@link SurveyWords#COUNT} words a block; else not touched
     * @param surveying whether to survey; if 0, and COUNTED says so, nothing is done
     * @param window where p has the digit's lowest bit and, next to it, its mask
     */
    public static void upsweep(
            KernelContext context, LongArray keys, IntArray counts, IntArray words, IntArray p, int kind, int surveying,
            int window) {
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
        long[] found = context.allocateLongLocalArray(surveying * 2 * UPSWEEP_WORK_ITEMS + 1);
        int[] sums = context.allocateIntLocalArray(4 * UPSWEEP_WORK_ITEMS);
        long[] loaded = new long[UPSWEEP_LOADS];
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int span = p.get(PassParameters.SPAN);
        int shift = p.get(window);
        int mask = p.get(window + 1);
        long flip = PassParameters.flip64(p);
        int begin = block * span;
        int counted = window == PassParameters.SHIFT ? p.get(PassParameters.COUNTED) : 0;
        int wanted = surveying != 0 ? 1 : 1 - counted;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin) * wanted;
        long bits = PassParameters.bits64(p);
        long any = 0;
        long all = -1;
        int descents = 0;
        // Two work-items sum a row of counters: row item / 2, columns from half on.
        int row = item >> 1;
        int half = row * UPSWEEP_WORK_ITEMS + (item & 1) * 64;
        // Starting at columns of their own spreads a warp's reads over the memory banks.
        int column = (row & 15) + (item & 1) * 16;
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
                if (surveying != 0) {
                    for (int k = 0; k < UPSWEEP_LOADS; k++) {
                        long key = OrderedBits.of(loaded[k], kind) ^ flip;
                        long left = OrderedBits.of(keys.get(Math.max(i + k * UPSWEEP_WORK_ITEMS - 1, 0)), kind) ^ flip;
                        any = any | key;
                        all = all & key;
                        descents = descents | descent(left & bits, key & bits);
                    }
                }
                for (int k = 0; k < UPSWEEP_LOADS; k++) {
                    int digit = (int) ((OrderedBits.of(loaded[k], kind) ^ flip) >>> shift) & mask;
                    int at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                    counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                }
            }
            for (; i < stop; i += UPSWEEP_WORK_ITEMS) {
                long key = OrderedBits.of(keys.get(i), kind) ^ flip;
                if (surveying != 0) {
                    long left = OrderedBits.of(keys.get(Math.max(i - 1, 0)), kind) ^ flip;
                    any = any | key;
                    all = all & key;
                    descents = descents | descent(left & bits, key & bits);
                }
                int digit = (int) (key >>> shift) & mask;
                int at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
            }
            context.localBarrier();
            int even = 0;
            int odd = 0;
            for (int k = 0; k < 64; k++) {
                int word = counters[half + ((k + column) & 63)];
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
        for (int digit = item; digit < RADIX * wanted; digit += UPSWEEP_WORK_ITEMS) {
            int at = (digit / 4) * 8 + (digit & 3);
            counts.set(digit * blocks + block, sums[at] + sums[at + 4]);
        }
        if (surveying != 0) {
            found[item] = any;
            found[UPSWEEP_WORK_ITEMS + item] = all;
            counters[item] = descents;
            for (int step = UPSWEEP_WORK_ITEMS / 2; step > 0; step = step / 2) {
                context.localBarrier();
                if (item < step) {
                    found[item] = found[item] | found[item + step];
                    int other = UPSWEEP_WORK_ITEMS + item;
                    found[other] = found[other] & found[other + step];
                    counters[item] = counters[item] | counters[item + step];
                }
            }
            if (item == 0) {
                words.set(block * SurveyWords.COUNT + SurveyWords.ANY, (int) found[0]);
                words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, (int) (found[0] >>> 32));
                words.set(block * SurveyWords.COUNT + SurveyWords.ALL, (int) found[UPSWEEP_WORK_ITEMS]);
                words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, (int) (found[UPSWEEP_WORK_ITEMS] >>> 32));
                words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, counters[0]);
            }
        }
    }

    /**
     * Moves each key, and its value with it, to its digit's next place. Each tile is sorted by the digit in local memory,
     * in two stable rounds of 4 bits, and then written digit by digit, so that neighbours go to neighbouring places
     * (§3.3).
     * Groups of {@code workItems} (a multiple of 32, at most 256), one a block; local memory
     * {@code 33 * workItems * items / 8 + 305 * workItems / 4 + 3276} bytes; reads 8 and writes 8 bytes a key, and 4 a value.
     *
     * @param withValues whether there are values; if 0, the values' arrays are not touched
     * @param items keys a work-item: 4, 8 or 16, {@code 1 << itemsLog}
     * @param window where p has the digit's lowest bit and, next to it, its mask
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
            int itemsLog,
            int window) {
        // A word of padding after each 32 ends bank conflicts, whether work-items read neighbours or each its own words.
        int[] tile = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        int[] counters = context.allocateIntLocalArray(workItems * 18);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(18);
        int[] lowFirst = context.allocateIntLocalArray(16);
        int[] place = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] first = context.allocateIntLocalArray(RADIX + RADIX / 16 + 1);
        int[] mine = new int[items];
        int[] at = new int[items];
        long[] moved = new long[items];
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int blocks = p.get(PassParameters.BLOCKS);
        int span = p.get(PassParameters.SPAN);
        int mask = p.get(window + 1);
        long flip = PassParameters.flip64(p);
        int shift = p.get(window);
        int none = p.get(PassParameters.ALWAYS_ZERO);
        int tileSize = workItems << itemsLog;
        int begin = block * span;
        int end = begin + Math.min(span, n - begin);

        // Where this block's keys of each digit go: behind all smaller digits, and behind the blocks before this one.
        for (int d = item; d < RADIX; d += workItems) {
            offset[d] = totals.get(d);
        }
        context.localBarrier();
        if (item < 16) {
            int rowSum = 0;
            for (int k = 0; k < 16; k++) {
                rowSum = rowSum + offset[item * 16 + k];
            }
            rowSums[item] = rowSum;
        }
        context.localBarrier();
        for (int d = item; d < RADIX; d += workItems) {
            int smaller = counts.get(d * blocks + block);
            for (int k = 0; k < d >> 4; k++) {
                smaller = smaller + rowSums[k];
            }
            for (int k = d & 0xf0; k < d; k++) {
                smaller = smaller + offset[k];
            }
            place[d] = smaller;
        }
        if (item == 0) {
            first[RADIX + RADIX / 16] = tileSize;
        }

        int row = item >> 4;
        int rows = workItems / 16;
        // Everything that a work-item touches in the tile and the counters lies at one of these plus constant steps:
        // TornadoVM's compiler hoists whatever depends on the item alone, and would keep an index for each access.
        int blocked = (item << itemsLog) + ((item << itemsLog) >> 5);
        int striped = item + (item >> 5);
        int stripe = workItems + workItems / 32;
        int counter = item + (item >> 5);
        int counterRow = workItems + workItems / 8;
        // Rows 0 to 3 and 8 to 11 have the packed counters: those of row d and, in the upper half, of row d + 4.
        int rakedRow = item * 8 / workItems;
        int rakedColumn = item * 8 % workItems;
        int raked = (rakedRow + (rakedRow & 4)) * counterRow + rakedColumn + (rakedColumn >> 5);
        int ahead = 0;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers could alias, and would be waited for one by one.
                for (int i = 0; i < items; i++) {
                    long key = from.get(tileBegin + item + i * workItems + (ahead & none));
                    int d = (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                    mine[i] = (d << 16) | (i * workItems + item);
                }
                for (int i = 0; i < items; i++) {
                    tile[striped + i * stripe] = mine[i];
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
            // Brings the next tile closer while this one is ranked: a read of one word in 8, of which nothing is used.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            ahead = (int) from.get(next) | (int) from.get(Math.min(next + items / 2, n - 1));

            for (int round = 0; round < 2; round++) {
                int roundShift = 16 + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                // Shifts to the right are signed and then masked: that is the same everywhere.
                long counted = 0;
                long allButLast = 0;
                long ranks = 0;
                int lastDigit = 0;
                for (int i = 0; i < items; i++) {
                    mine[i] = tile[blocked + i];
                    int d = (mine[i] >>> roundShift) & roundMask;
                    ranks = ranks | (((counted >> (d * 4)) & 15) << (i * 4));
                    // Sixteen keys of one digit would overflow its 4 bits: the last is counted below.
                    allButLast = counted;
                    counted = counted + (1L << (d * 4));
                    lastDigit = d;
                }
                for (int i = 0; i < 4; i++) {
                    counters[counter + i * counterRow] = ((int) allButLast >> (i * 4)) & 0x000f000f;
                    counters[counter + (8 + i) * counterRow] = ((int) (allButLast >> 32) >> (i * 4)) & 0x000f000f;
                }
                int lastWord = counter + (lastDigit & 11) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((lastDigit & 4) << 2));
                context.localBarrier();

                // Exclusive prefix sum over all counters, digit by digit: eight words a work-item, then rows of 16 by a
                // work-item each, then the rows by one.
                int sum = 0;
                for (int i = 0; i < 8; i++) {
                    sum = sum + counters[raked + i];
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
                if (item == 0) {
                    int all = 0;
                    for (int k = 0; k < rows / 2; k++) {
                        int word = rowSums[k];
                        rowSums[k] = all;
                        all = all + word;
                    }
                    int half = all;
                    for (int k = rows / 2; k < rows; k++) {
                        int word = rowSums[k];
                        rowSums[k] = all;
                        all = all + word;
                    }
                    // Digits 4 to 7 come behind 0 to 3; 8 to 11 behind those two; 12 to 15 behind those three.
                    rowSums[16] = half << 16;
                    rowSums[17] = (all << 16) + ((half >> 16) & 65535);
                }
                context.localBarrier();
                int before = sums[item + row] + rowSums[row] + rowSums[16 + rakedRow / 4];
                for (int i = 0; i < 8; i++) {
                    int word = counters[raked + i];
                    counters[raked + i] = before & 65535;
                    counters[raked + i + 4 * counterRow] = (before >> 16) & 65535;
                    before = before + word;
                }
                context.localBarrier();

                if (round == 0) {
                    if (item < 16) {
                        lowFirst[item] = counters[item * counterRow];
                    }
                } else {
                    // The tile is sorted by the digits' lower halves. A digit's first place is known from the counters of
                    // the work-item that its lower half begins at, and from that work-item's keys before it.
                    for (int j = item; j < RADIX; j += workItems) {
                        int low = j >> 4;
                        int high = j & 15;
                        int start = lowFirst[low];
                        int owner = Math.min(start, tileSize - 1) >> itemsLog;
                        int words = (owner << itemsLog) + ((owner << itemsLog) >> 5);
                        int its = counters[owner + (owner >> 5) + high * counterRow];
                        for (int k = 0; k < start - (owner << itemsLog); k++) {
                            int d = (tile[words + k] >>> roundShift) & roundMask;
                            its = its + (d == high ? 1 : 0);
                        }
                        first[high * 17 + low] = its;
                    }
                    context.localBarrier();
                }
                // All reads before the first write, since compilers keep their order.
                for (int i = 0; i < items; i++) {
                    int d = (mine[i] >>> roundShift) & roundMask;
                    at[i] = counters[counter + d * counterRow] + ((int) (ranks >> (i * 4)) & 15);
                }
                for (int i = 0; i < items; i++) {
                    tile[at[i] + (at[i] >> 5)] = mine[i];
                }
                context.localBarrier();
            }

            for (int d = item; d < RADIX; d += workItems) {
                int start = first[d + (d >> 4)];
                int after = d + 1;
                offset[d] = place[d] - start;
                place[d] = place[d] + first[after + (after >> 4)] - start;
            }
            context.localBarrier();
            if (valid >= tileSize) {
                for (int i = 0; i < items; i++) {
                    int word = tile[striped + i * stripe];
                    at[i] = offset[(word >>> 16) & mask] + i * workItems + item;
                    mine[i] = tileBegin + (word & 65535);
                    moved[i] = from.get(mine[i]);
                }
                for (int i = 0; i < items; i++) {
                    to.set(at[i], moved[i]);
                }
                if (withValues != 0) {
                    for (int i = 0; i < items; i++) {
                        mine[i] = fromValues.get(mine[i]);
                    }
                    for (int i = 0; i < items; i++) {
                        toValues.set(at[i], mine[i]);
                    }
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        int word = tile[striped + i * stripe];
                        int target = offset[(word >>> 16) & mask] + j;
                        int source = tileBegin + (word & 65535);
                        to.set(target, from.get(source));
                        if (withValues != 0) {
                            toValues.set(target, fromValues.get(source));
                        }
                    }
                }
            }
            context.localBarrier();
        }
    }

    /** 1 if the key on the left is larger, as unsigned numbers. */
    private static int descent(long left, long key) {
        return (key ^ 0x8000000000000000L) < (left ^ 0x8000000000000000L) ? 1 : 0;
    }
}
