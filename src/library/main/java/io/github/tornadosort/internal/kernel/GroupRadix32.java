package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * One radix pass over 32-bit keys for GPUs, digits of up to 8 bits: upsweep, scan and downsweep as in Merrill and
 * Grimshaw (2011, §3.2-3.3). A work-group walks the tiles of one block; ranks come from packed private counters and
 * prefix sums, since local atomics are broken on today's backends and integer warp operations are missing.
 *
 * <p>Buffers: {@code keys}, {@code from} and {@code to} hold at least N keys. {@code counts} holds
 * {@code RADIX * blocks} counters, digit-major; {@code totals} holds {@code RADIX}. {@code p} is described in
 * {@link PassParameters}; SPAN is a whole number of tiles. {@code kind} ({@link OrderedBits}) is compiled in.
 */
public final class GroupRadix32 {
    /** Most digit values. */
    public static final int RADIX = 256;
    /** Work-items of an upsweep group; each counter row has a column for each. */
    public static final int UPSWEEP_WORK_ITEMS = 128;
    /** Keys that an upsweep work-item loads before it counts the first. */
    private static final int UPSWEEP_LOADS = 16;
    /** Keys that an upsweep work-item may count before its 8-bit counters could overflow, a multiple of its loads. */
    private static final int UPSWEEP_KEYS = 240;

    private GroupRadix32() {}

    /**
     * Counts each block's keys by digit. A work-item has 256 counters of 8 bits, packed four to a word in a column of
     * its own; before they could overflow, the rows are summed by all work-items and the columns start again.
     * Groups of {@link #UPSWEEP_WORK_ITEMS}, one a block; local memory 34 KiB; reads 4 bytes a key.
     *
     * <p>A survey of the keys is one more read of them: the first upsweep does both in one. The next one's digits are then
     * counted already, unless the survey finds that it was another digit's turn.
     *
     * @param counts gets, at {@code digit * blocks + block}, the keys of that block with that digit
     * @param words if surveying, gets {@link SurveyWords#COUNT} words a block; else not touched
     * @param surveying whether to survey; if 0, and COUNTED says so, nothing is done
     * @param window where p has the digit's lowest bit and, next to it, its mask
     */
    public static void upsweep(
            KernelContext context, IntArray keys, IntArray counts, IntArray words, IntArray p, int kind, int surveying,
            int window) {
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
        int[] sums = context.allocateIntLocalArray(4 * UPSWEEP_WORK_ITEMS);
        int[] loaded = new int[UPSWEEP_LOADS];
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int span = p.get(PassParameters.SPAN);
        int shift = p.get(window);
        int mask = p.get(window + 1);
        int flip = p.get(PassParameters.FLIP);
        int begin = block * span;
        int counted = window == PassParameters.SHIFT ? p.get(PassParameters.COUNTED) : 0;
        int wanted = surveying != 0 ? 1 : 1 - counted;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin) * wanted;
        int bits = p.get(PassParameters.BITS);
        int any = 0;
        int all = -1;
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
                        int key = OrderedBits.ordered(OrderedBits.word(loaded[k], kind, flip), kind, flip);
                        int before = keys.get(Math.max(i + k * UPSWEEP_WORK_ITEMS - 1, 0));
                        int left = OrderedBits.ordered(OrderedBits.word(before, kind, flip), kind, flip);
                        any = any | key;
                        all = all & key;
                        descents = descents | descent(left & bits, key & bits);
                    }
                }
                for (int k = 0; k < UPSWEEP_LOADS; k++) {
                    int digit = (OrderedBits.ordered(OrderedBits.word(loaded[k], kind, flip), kind, flip) >>> shift) & mask;
                    int at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                    counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                }
            }
            for (; i < stop; i += UPSWEEP_WORK_ITEMS) {
                int key = OrderedBits.ordered(OrderedBits.word(keys.get(i), kind, flip), kind, flip);
                if (surveying != 0) {
                    int before = keys.get(Math.max(i - 1, 0));
                    int left = OrderedBits.ordered(OrderedBits.word(before, kind, flip), kind, flip);
                    any = any | key;
                    all = all & key;
                    descents = descents | descent(left & bits, key & bits);
                }
                int digit = (key >>> shift) & mask;
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
            // The counters' memory is free again.
            counters[item] = any;
            counters[UPSWEEP_WORK_ITEMS + item] = all;
            counters[2 * UPSWEEP_WORK_ITEMS + item] = descents;
            for (int step = UPSWEEP_WORK_ITEMS / 2; step > 0; step = step / 2) {
                context.localBarrier();
                if (item < step) {
                    counters[item] = counters[item] | counters[item + step];
                    int other = UPSWEEP_WORK_ITEMS + item;
                    counters[other] = counters[other] & counters[other + step];
                    other = 2 * UPSWEEP_WORK_ITEMS + item;
                    counters[other] = counters[other] | counters[other + step];
                }
            }
            if (item == 0) {
                words.set(block * SurveyWords.COUNT + SurveyWords.ANY, counters[0]);
                words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, 0);
                words.set(block * SurveyWords.COUNT + SurveyWords.ALL, counters[UPSWEEP_WORK_ITEMS]);
                words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, 0);
                words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, counters[2 * UPSWEEP_WORK_ITEMS]);
            }
        }
    }

    /**
     * Moves each key, and its value with it, to its digit's next place. Each tile is sorted by the digit in local memory,
     * in two stable rounds of 4 bits, and then written digit by digit, so that neighbours go to neighbouring places
     * (§3.3). A round's 16 counters of a work-item fit in one 64-bit word, since it has at most 16 keys; ranks among its own
     * keys fit in another. Where keys go alone, the tile holds them; where they have values, it holds digits and places in the
     * tile, and what moves is read again and put in order through local memory.
     * Groups of {@code workItems} (a multiple of 32, at most 256), one a block; local memory
     * {@code 33 * workItems * items / 4 + 161 * workItems / 4 + 3272} bytes, 46.3 KiB at most; reads 4 and writes 4 bytes a
     * key, and as much a value.
     *
     * @param withValues whether there are values; if 0, the values' arrays are not touched
     * @param items keys a work-item: 4, 8 or 16, {@code 1 << itemsLog}
     * @param window where p has the digit's lowest bit and, next to it, its mask
     */
    public static void downsweep(
            KernelContext context,
            IntArray from,
            IntArray to,
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
        int tileWords = workItems * items + workItems * items / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(17);
        int[] lowFirst = context.allocateIntLocalArray(16);
        int[] place = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] first = context.allocateIntLocalArray(RADIX + RADIX / 16 + 1);
        int[] loaded = new int[items];
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int blocks = p.get(PassParameters.BLOCKS);
        int span = p.get(PassParameters.SPAN);
        int mask = p.get(window + 1);
        int flip = p.get(PassParameters.FLIP);
        int shift = p.get(window);
        int none = p.get(PassParameters.ALWAYS_ZERO);
        // With values, a tile's words are digits (from bit 16 on) and places in the tile.
        int wordKind = withValues != 0 ? OrderedBits.INTEGER : kind;
        int wordShift = withValues != 0 ? 16 : shift;
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
        int column = item * 8 % workItems;
        int raked = item * 8 / workItems * counterRow + column + (column >> 5);
        int ahead = 0;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers could alias, and would be waited for one by one.
                for (int i = 0; i < items; i++) {
                    loaded[i] = from.get(tileBegin + item + i * workItems + (ahead & none));
                }
                for (int i = 0; i < items; i++) {
                    int word = OrderedBits.word(loaded[i], kind, flip);
                    if (withValues != 0) {
                        int d = digit(word, kind, flip, shift, mask);
                        word = (d << 16) | (i * workItems + item);
                    }
                    tile[striped + i * stripe] = word;
                }
            } else {
                // The last tile of all. Padding gets the largest digit, so that it ends up behind the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int key = from.get(Math.min(tileBegin + j, n - 1));
                    int word =
                            j < valid ? OrderedBits.word(key, kind, flip) : OrderedBits.lastWord(kind, flip, mask << shift);
                    if (withValues != 0) {
                        int d = digit(word, kind, flip, shift, mask);
                        word = (d << 16) | j;
                    }
                    tile[striped + i * stripe] = word;
                }
            }
            context.localBarrier();
            // Brings the next tile closer while this one is ranked: a read of one word in 16, of which nothing is used.
            ahead = from.get(tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin));

            for (int round = 0; round < 2; round++) {
                // The tile's words go from the first half of its memory to the second, and back.
                int source = round * tileWords;
                int target = tileWords - source;
                int roundShift = wordShift + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                // Shifts to the right are signed and then masked: that is the same everywhere.
                long counted = 0;
                long allButLast = 0;
                long ranks = 0;
                int lastDigit = 0;
                for (int i = 0; i < items; i++) {
                    int word = tile[source + blocked + i];
                    int d = digit(word, wordKind, flip, roundShift, roundMask);
                    ranks = ranks | (((counted >> (d * 4)) & 15) << (i * 4));
                    // Sixteen keys of one digit would overflow its 4 bits: the last is counted below.
                    allButLast = counted;
                    counted = counted + (1L << (d * 4));
                    lastDigit = d;
                }
                // Digit-major, two digits to a word: row (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    long pair = (allButLast >> (i * 4)) & 0x0000000f0000000fL;
                    counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                }
                int lastWord = counter + (lastDigit & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((lastDigit >> 3) << 4));
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
                    for (int k = 0; k < rows; k++) {
                        int word = rowSums[k];
                        rowSums[k] = all;
                        all = all + word;
                    }
                    // The upper halves' digits come behind all of the lower halves'.
                    rowSums[16] = all << 16;
                }
                context.localBarrier();
                int before = sums[item + row] + rowSums[row] + rowSums[16];
                for (int i = 0; i < 8; i++) {
                    int word = counters[raked + i];
                    counters[raked + i] = before;
                    before = before + word;
                }
                context.localBarrier();

                if (round == 0) {
                    if (item < 16) {
                        lowFirst[item] = half(counters[(item & 7) * counterRow], item);
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
                        int its = half(counters[owner + (owner >> 5) + (high & 7) * counterRow], high);
                        for (int k = 0; k < start - (owner << itemsLog); k++) {
                            int d = digit(tile[tileWords + words + k], wordKind, flip, roundShift, roundMask);
                            its = its + (d == high ? 1 : 0);
                        }
                        first[high * 17 + low] = its;
                    }
                }
                // Four reads before the first write, since compilers keep their order; named one by one, since on PTX a
                // private array would lie in memory.
                for (int i = 0; i < items; i += 4) {
                    int word0 = tile[source + blocked + i];
                    int word1 = tile[source + blocked + i + 1];
                    int word2 = tile[source + blocked + i + 2];
                    int word3 = tile[source + blocked + i + 3];
                    int d0 = digit(word0, wordKind, flip, roundShift, roundMask);
                    int d1 = digit(word1, wordKind, flip, roundShift, roundMask);
                    int d2 = digit(word2, wordKind, flip, roundShift, roundMask);
                    int d3 = digit(word3, wordKind, flip, roundShift, roundMask);
                    int at0 = half(counters[counter + (d0 & 7) * counterRow], d0) + ((int) (ranks >> (i * 4)) & 15);
                    int at1 = half(counters[counter + (d1 & 7) * counterRow], d1) + ((int) (ranks >> (i * 4 + 4)) & 15);
                    int at2 = half(counters[counter + (d2 & 7) * counterRow], d2) + ((int) (ranks >> (i * 4 + 8)) & 15);
                    int at3 = half(counters[counter + (d3 & 7) * counterRow], d3) + ((int) (ranks >> (i * 4 + 12)) & 15);
                    tile[target + at0 + (at0 >> 5)] = word0;
                    tile[target + at1 + (at1 >> 5)] = word1;
                    tile[target + at2 + (at2 >> 5)] = word2;
                    tile[target + at3 + (at3 >> 5)] = word3;
                }
                context.localBarrier();
            }

            for (int d = item; d < RADIX; d += workItems) {
                int start = first[d + (d >> 4)];
                int next = d + 1;
                offset[d] = place[d] - start;
                place[d] = place[d] + first[next + (next >> 4)] - start;
            }
            context.localBarrier();
            if (withValues != 0) {
                // The second half of the tile's memory takes what moves, to be read again in the digits' order.
                for (int i = 0; i < items; i++) {
                    loaded[i] = from.get(Math.min(tileBegin + item + i * workItems, n - 1));
                }
                for (int i = 0; i < items; i++) {
                    tile[tileWords + i * workItems + item] = loaded[i];
                }
                context.localBarrier();
            }
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
                    int word0 = tile[striped + i * stripe];
                    int word1 = tile[striped + (i + 1) * stripe];
                    int word2 = tile[striped + (i + 2) * stripe];
                    int word3 = tile[striped + (i + 3) * stripe];
                    int at0 = offset[digit(word0, wordKind, flip, wordShift, mask)] + i * workItems + item;
                    int at1 = offset[digit(word1, wordKind, flip, wordShift, mask)] + (i + 1) * workItems + item;
                    int at2 = offset[digit(word2, wordKind, flip, wordShift, mask)] + (i + 2) * workItems + item;
                    int at3 = offset[digit(word3, wordKind, flip, wordShift, mask)] + (i + 3) * workItems + item;
                    int moved0 = withValues != 0 ? tile[tileWords + (word0 & 65535)] : OrderedBits.key(word0, kind, flip);
                    int moved1 = withValues != 0 ? tile[tileWords + (word1 & 65535)] : OrderedBits.key(word1, kind, flip);
                    int moved2 = withValues != 0 ? tile[tileWords + (word2 & 65535)] : OrderedBits.key(word2, kind, flip);
                    int moved3 = withValues != 0 ? tile[tileWords + (word3 & 65535)] : OrderedBits.key(word3, kind, flip);
                    to.set(at0, moved0);
                    to.set(at1, moved1);
                    to.set(at2, moved2);
                    to.set(at3, moved3);
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        int word = tile[striped + i * stripe];
                        int target = offset[digit(word, wordKind, flip, wordShift, mask)] + j;
                        to.set(target,
                                withValues != 0 ? tile[tileWords + (word & 65535)] : OrderedBits.key(word, kind, flip));
                    }
                }
            }
            context.localBarrier();
            if (withValues != 0) {
                for (int i = 0; i < items; i++) {
                    loaded[i] = fromValues.get(Math.min(tileBegin + item + i * workItems, n - 1));
                }
                for (int i = 0; i < items; i++) {
                    tile[tileWords + i * workItems + item] = loaded[i];
                }
                context.localBarrier();
                if (valid >= tileSize) {
                    for (int i = 0; i < items; i += 4) {
                        int word0 = tile[striped + i * stripe];
                        int word1 = tile[striped + (i + 1) * stripe];
                        int word2 = tile[striped + (i + 2) * stripe];
                        int word3 = tile[striped + (i + 3) * stripe];
                        int at0 = offset[(word0 >>> 16) & mask] + i * workItems + item;
                        int at1 = offset[(word1 >>> 16) & mask] + (i + 1) * workItems + item;
                        int at2 = offset[(word2 >>> 16) & mask] + (i + 2) * workItems + item;
                        int at3 = offset[(word3 >>> 16) & mask] + (i + 3) * workItems + item;
                        int moved0 = tile[tileWords + (word0 & 65535)];
                        int moved1 = tile[tileWords + (word1 & 65535)];
                        int moved2 = tile[tileWords + (word2 & 65535)];
                        int moved3 = tile[tileWords + (word3 & 65535)];
                        toValues.set(at0, moved0);
                        toValues.set(at1, moved1);
                        toValues.set(at2, moved2);
                        toValues.set(at3, moved3);
                    }
                } else {
                    for (int i = 0; i < items; i++) {
                        int j = i * workItems + item;
                        if (j < valid) {
                            int word = tile[striped + i * stripe];
                            toValues.set(offset[(word >>> 16) & mask] + j, tile[tileWords + (word & 65535)]);
                        }
                    }
                }
                context.localBarrier();
            }
        }
    }

    /** 1 if the key on the left is larger, as unsigned numbers. */
    private static int descent(int left, int key) {
        return (key ^ 0x80000000) < (left ^ 0x80000000) ? 1 : 0;
    }

    /** A digit of a tile's word. */
    private static int digit(int word, int kind, int flip, int shift, int mask) {
        return (OrderedBits.ordered(word, kind, flip) >>> shift) & mask;
    }

    /** The half of a word of counters that counts a 4-bit digit: the upper one from 8 on. */
    private static int half(int counters, int digit) {
        return (counters >> ((digit >> 3) << 4)) & 65535;
    }
}
