package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * One radix pass over 32-bit keys for GPUs, with digits of up to 8 bits. Upsweep, scan and downsweep follow Merrill and
 * Grimshaw (2011, §3.2-3.3). A work-group processes the tiles of one block in turn. Ranks are computed from packed private
 * counters and prefix sums, since TornadoVM's backends have broken local atomics and no integer warp operations.
 *
 * <p>Buffers: {@code keys}, {@code from} and {@code to} hold at least {@code N} keys, {@code fromValues} and {@code toValues}
 * as many values. {@code counts} holds {@code RADIX * blocks} counters, digit-major; {@code totals} holds {@code RADIX}
 * counters. {@code p} is described in {@link PassParameters}; its {@code SPAN} is a multiple of the tile size. Blocks begin
 * {@code LEAD} keys early, at cache lines: streaming reads are a tenth faster. All scalar parameters, such as {@code kind}
 * ({@link OrderedBits}), are compiled in as constants.
 */
public final class GroupRadix32 {
    /** Largest number of digit values. */
    public static final int RADIX = 256;
    /** Number of work-items in an upsweep group; each row of counters has one column per work-item. */
    public static final int UPSWEEP_WORK_ITEMS = 128;
    /** Number of keys that an upsweep work-item loads before it counts the first. */
    private static final int UPSWEEP_LOADS = 16;
    /** Number of keys that an upsweep work-item counts before its 8-bit counters could overflow; a multiple of its loads. */
    private static final int UPSWEEP_KEYS = 240;

    private GroupRadix32() {}

    /**
     * Counts each block's keys by digit. Each work-item has 256 counters of 8 bits, packed four to a word in a private column.
     * Before the counters could overflow, all work-items sum the rows and clear the columns. Work-groups of {@link
     * #UPSWEEP_WORK_ITEMS}, one per block; local memory 34,816 bytes. Reads 4 bytes per key (when surveying, left neighbours
     * come from the cache).
     *
     * <p>The first upsweep can survey the keys in the same read. The digits of the first pass are then already counted, unless
     * the survey finds that the first pass is by another digit.
     *
     * @param counts receives, at index {@code digit * blocks + block}, the number of the block's keys with that digit
     * @param words receives {@link SurveyWords#COUNT} words per block if surveying; otherwise not accessed
     * @param surveying 1 to survey the keys too; if 0 and {@link PassParameters#COUNTED} is set, the kernel does nothing
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows; a survey with an empty mask does not
     *     count
     */
    public static void upsweep(
            KernelContext context, IntArray keys, IntArray counts, IntArray words, IntArray p, int kind, int surveying,
            int window) {
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
        int[] sums = context.allocateIntLocalArray(4 * UPSWEEP_WORK_ITEMS);
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int shift = p.get(window);
        int mask = p.get(window + 1);
        int flip = p.get(PassParameters.FLIP);
        int begin = PassParameters.alignedBegin(p, block);
        int counted = window == PassParameters.SHIFT ? p.get(PassParameters.COUNTED) : 0;
        int wanted = surveying != 0 ? 1 : 1 - counted;
        int end = begin + (PassParameters.alignedEnd(p, block) - begin) * wanted;
        int bits = p.get(PassParameters.BITS);
        int any = 0;
        int all = -1;
        int descents = 0;
        // Two work-items sum a row of counters: row item / 2, and half of its columns each.
        int row = item >> 1;
        int half = row * UPSWEEP_WORK_ITEMS + (item & 1) * 64;
        // The work-items of a warp start at different columns, which spreads their reads over the memory banks.
        int column = (row & 15) + (item & 1) * 16;
        int sum0 = 0;
        int sum1 = 0;
        int sum2 = 0;
        int sum3 = 0;
        int done = begin;
        while (done < end) {
            // Clear the private columns of counters.
            for (int i = 0; i < 64; i++) {
                counters[i * UPSWEEP_WORK_ITEMS + item] = 0;
            }
            int stop = done + Math.min(end - done, UPSWEEP_KEYS * UPSWEEP_WORK_ITEMS);
            // Count keys in the private columns: first all loads, then all counting, then the remaining keys one by one. There is
            // a variable for each load, since PTX would place a private array in memory.
            int i = done + item;
            for (; i < stop - (UPSWEEP_LOADS - 1) * UPSWEEP_WORK_ITEMS; i += UPSWEEP_LOADS * UPSWEEP_WORK_ITEMS) {
                int k0 = ordered(keys.get(i), kind, flip);
                int k1 = ordered(keys.get(i + UPSWEEP_WORK_ITEMS), kind, flip);
                int k2 = ordered(keys.get(i + 2 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k3 = ordered(keys.get(i + 3 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k4 = ordered(keys.get(i + 4 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k5 = ordered(keys.get(i + 5 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k6 = ordered(keys.get(i + 6 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k7 = ordered(keys.get(i + 7 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k8 = ordered(keys.get(i + 8 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k9 = ordered(keys.get(i + 9 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k10 = ordered(keys.get(i + 10 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k11 = ordered(keys.get(i + 11 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k12 = ordered(keys.get(i + 12 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k13 = ordered(keys.get(i + 13 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k14 = ordered(keys.get(i + 14 * UPSWEEP_WORK_ITEMS), kind, flip);
                int k15 = ordered(keys.get(i + 15 * UPSWEEP_WORK_ITEMS), kind, flip);
                if (surveying != 0) {
                    any = any | k0 | k1 | k2 | k3 | k4 | k5 | k6 | k7 | k8 | k9 | k10 | k11 | k12 | k13 | k14 | k15;
                    all = all & k0 & k1 & k2 & k3 & k4 & k5 & k6 & k7 & k8 & k9 & k10 & k11 & k12 & k13 & k14 & k15;
                    // A work-item that has found a descent looks for no more.
                    if (descents == 0) {
                        for (int k = 0; k < UPSWEEP_LOADS; k++) {
                            int at = i + k * UPSWEEP_WORK_ITEMS;
                            int key = ordered(keys.get(at), kind, flip);
                            int left = ordered(keys.get(Math.max(at - 1, 0)), kind, flip);
                            descents = descents | descent(left & bits, key & bits);
                        }
                    }
                }
                if (surveying == 0 || mask != 0) {
                    int d0 = (k0 >>> shift) & mask;
                    int d1 = (k1 >>> shift) & mask;
                    int d2 = (k2 >>> shift) & mask;
                    int d3 = (k3 >>> shift) & mask;
                    int d4 = (k4 >>> shift) & mask;
                    int d5 = (k5 >>> shift) & mask;
                    int d6 = (k6 >>> shift) & mask;
                    int d7 = (k7 >>> shift) & mask;
                    int d8 = (k8 >>> shift) & mask;
                    int d9 = (k9 >>> shift) & mask;
                    int d10 = (k10 >>> shift) & mask;
                    int d11 = (k11 >>> shift) & mask;
                    int d12 = (k12 >>> shift) & mask;
                    int d13 = (k13 >>> shift) & mask;
                    int d14 = (k14 >>> shift) & mask;
                    int d15 = (k15 >>> shift) & mask;
                    counters[GroupDigits.row(d0) + item] += GroupDigits.one(d0);
                    counters[GroupDigits.row(d1) + item] += GroupDigits.one(d1);
                    counters[GroupDigits.row(d2) + item] += GroupDigits.one(d2);
                    counters[GroupDigits.row(d3) + item] += GroupDigits.one(d3);
                    counters[GroupDigits.row(d4) + item] += GroupDigits.one(d4);
                    counters[GroupDigits.row(d5) + item] += GroupDigits.one(d5);
                    counters[GroupDigits.row(d6) + item] += GroupDigits.one(d6);
                    counters[GroupDigits.row(d7) + item] += GroupDigits.one(d7);
                    counters[GroupDigits.row(d8) + item] += GroupDigits.one(d8);
                    counters[GroupDigits.row(d9) + item] += GroupDigits.one(d9);
                    counters[GroupDigits.row(d10) + item] += GroupDigits.one(d10);
                    counters[GroupDigits.row(d11) + item] += GroupDigits.one(d11);
                    counters[GroupDigits.row(d12) + item] += GroupDigits.one(d12);
                    counters[GroupDigits.row(d13) + item] += GroupDigits.one(d13);
                    counters[GroupDigits.row(d14) + item] += GroupDigits.one(d14);
                    counters[GroupDigits.row(d15) + item] += GroupDigits.one(d15);
                }
            }
            for (; i < stop; i += UPSWEEP_WORK_ITEMS) {
                int key = ordered(keys.get(i), kind, flip);
                if (surveying != 0) {
                    int left = ordered(keys.get(Math.max(i - 1, 0)), kind, flip);
                    any = any | key;
                    all = all & key;
                    descents = descents | descent(left & bits, key & bits);
                }
                int digit = (key >>> shift) & mask;
                counters[GroupDigits.row(digit) + item] += GroupDigits.one(digit);
            }
            context.localBarrier();
            // Sum the rows of counters over all work-items.
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
        // Store the counts: each digit is the sum of two halves of a row.
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
            // Reduce the survey of the work-items in a tree, in the memory of the counters, and store it.
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
     * Moves each key, with its value, to the next index of its digit. Each tile is sorted by the digit in local memory, in two
     * stable rounds of 4 bits, and then written digit by digit, so that neighbouring work-items write to neighbouring indices
     * (§3.3). A work-item has at most 16 keys, so its 16 counters of a round fit in one 64-bit word, and the ranks of its keys
     * among themselves in another. Without values, the tile holds the keys. With values, it holds digits and indices in the
     * tile; keys and values are then reordered through local memory.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block; local memory {@code 33 * workItems *
     * items / 4 + 161 * workItems / 4 + 3272} bytes, at most 46.3 KiB. Reads 4 bytes per key (with values twice, the second
     * time from the cache) and writes 4; reads and writes 4 bytes per value.
     *
     * @param counts the index of each block's first key of each digit among all keys of that digit, as computed by {@link
     *     GroupScan}
     * @param totals the number of keys of each digit
     * @param withValues a payload of {@link Checksum}: with {@link Checksum#NO_PAYLOAD}, {@code fromValues} and {@code toValues} are
     *     not accessed; with {@link Checksum#INDICES}, {@link PassParameters#NUMBERED} may say that {@code fromValues} is not read
     * @param items number of keys per work-item: 4, 8 or 16, equal to {@code 1 << itemsLog}
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows
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
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int tileWords = workItems * items + workItems * items / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(17);
        int[] lowFirst = context.allocateIntLocalArray(16);
        int[] nextIndex = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] first = context.allocateIntLocalArray(RADIX + RADIX / 16 + 1);
        int[] loaded = new int[items];
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int blocks = p.get(PassParameters.BLOCKS);
        int mask = p.get(window + 1);
        int flip = p.get(PassParameters.FLIP);
        int shift = p.get(window);
        int zero = p.get(PassParameters.ALWAYS_ZERO);
        int numbered = withValues == Checksum.INDICES ? p.get(PassParameters.NUMBERED) : 0;
        // With values, the words of the tile are digits (from bit 16 on) and indices in the tile.
        int wordKind = withValues != 0 ? OrderedBits.INTEGER : kind;
        int wordShift = withValues != 0 ? 16 : shift;
        int tileSize = workItems << itemsLog;
        int begin = PassParameters.alignedBegin(p, block);
        int end = PassParameters.alignedEnd(p, block);

        // Compute the first index of this block's keys of each digit: after all smaller digits, and after the previous blocks.
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
        for (int j = item; j < RADIX; j += workItems) {
            int d = GroupDigits.own(j);
            int smaller = counts.get(d * blocks + block);
            for (int k = 0; k < d >> 4; k++) {
                smaller = smaller + rowSums[k];
            }
            for (int k = d & 0xf0; k < d; k++) {
                smaller = smaller + offset[k];
            }
            nextIndex[j] = smaller;
        }
        if (item == 0) {
            first[RADIX + RADIX / 16] = tileSize;
        }

        int row = item >> 4;
        int rows = workItems / 16;
        // Indices of a work-item's first words in the tile and the counters; others follow at constant steps. TornadoVM's
        // compiler hoists expressions that depend on the item only, and would otherwise keep a register for each access.
        int blocked = (item << itemsLog) + ((item << itemsLog) >> 5);
        int striped = item + (item >> 5);
        int stripe = workItems + workItems / 32;
        int counter = item + (item >> 5);
        int counterRow = workItems + workItems / 8;
        int column = item * 8 % workItems;
        int raked = item * 8 / workItems * counterRow + column + (column >> 5);
        int prefetched = 0;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            // Load the tile, striped over the work-items.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                for (int i = 0; i < items; i++) {
                    loaded[i] = from.get(tileBegin + item + i * workItems + (prefetched & zero));
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
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
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
            // Prefetch the next tile while this one is ranked: reads one word in 16, and does not use it.
            prefetched = from.get(tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin));

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                // The words move from the first half of the tile's memory to the second, and back.
                int source = round * tileWords;
                int target = tileWords - source;
                int roundShift = wordShift + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                // Count the work-item's own keys. Right shifts are signed and then masked, which all backends compile alike.
                long counted = 0;
                long allButLast = 0;
                long ranks = 0;
                int lastDigit = 0;
                for (int i = 0; i < items; i++) {
                    int word = tile[source + blocked + i];
                    int d = digit(word, wordKind, flip, roundShift, roundMask);
                    ranks = ranks | (((counted >> (d * 4)) & 15) << (i * 4));
                    // Sixteen keys of one digit would overflow its 4 bits, so the last key is counted below.
                    allButLast = counted;
                    counted = counted + (1L << (d * 4));
                    lastDigit = d;
                }
                // Store the counters digit-major, two digits to a word: row (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    long pair = (allButLast >> (i * 4)) & 0x0000000f0000000fL;
                    counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                }
                int lastWord = counter + (lastDigit & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((lastDigit >> 3) << 4));
                context.localBarrier();

                // Exclusive prefix sum over all counters, digit by digit: each work-item adds up eight words, one work-item per
                // row adds up the 16 sums of its row, and a single work-item adds up the rows. They read four sums at a time.
                int sum = 0;
                for (int i = 0; i < 8; i++) {
                    sum = sum + counters[raked + i];
                }
                sums[item + row] = sum;
                context.localBarrier();
                if (item < 16) {
                    int rowSum = 0;
                    if (item < rows) {
                        for (int k = 0; k < 16; k += 4) {
                            int sum0 = sums[item * 17 + k];
                            int sum1 = sums[item * 17 + k + 1];
                            int sum2 = sums[item * 17 + k + 2];
                            int sum3 = sums[item * 17 + k + 3];
                            sums[item * 17 + k] = rowSum;
                            sums[item * 17 + k + 1] = rowSum + sum0;
                            sums[item * 17 + k + 2] = rowSum + sum0 + sum1;
                            sums[item * 17 + k + 3] = rowSum + sum0 + sum1 + sum2;
                            rowSum = rowSum + sum0 + sum1 + sum2 + sum3;
                        }
                    }
                    rowSums[item] = rowSum;
                }
                context.localBarrier();
                if (item == 0) {
                    int all = 0;
                    for (int k = 0; k < 16; k += 4) {
                        int sum0 = rowSums[k];
                        int sum1 = rowSums[k + 1];
                        int sum2 = rowSums[k + 2];
                        int sum3 = rowSums[k + 3];
                        rowSums[k] = all;
                        rowSums[k + 1] = all + sum0;
                        rowSums[k + 2] = all + sum0 + sum1;
                        rowSums[k + 3] = all + sum0 + sum1 + sum2;
                        all = all + sum0 + sum1 + sum2 + sum3;
                    }
                    // The digits in upper halves come after all digits in lower halves.
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

                // Find the first index of each digit: of its lower half after round 0, of the whole digit after round 1.
                if (round == 0) {
                    if (item < 16) {
                        lowFirst[item] = GroupDigits.half(counters[(item & 7) * counterRow], item);
                    }
                } else {
                    // The tile is now sorted by the lower half of the digit. A digit's first index follows from the counters of
                    // the work-item that owns the first key with the same lower half, and from that work-item's earlier keys.
                    // The offset from an index in the tile to the index in the result follows in turn.
                    for (int j = item; j < RADIX; j += workItems) {
                        int low = j >> 4;
                        int high = j & 15;
                        int start = lowFirst[low];
                        int owner = Math.min(start, tileSize - 1) >> itemsLog;
                        int ownerBegin = (owner << itemsLog) + ((owner << itemsLog) >> 5);
                        int index = GroupDigits.half(counters[owner + (owner >> 5) + (high & 7) * counterRow], high);
                        int earlier = start - (owner << itemsLog);
                        for (int k = 0; k < earlier; k += 4) {
                            int d0 = digit(tile[tileWords + ownerBegin + k], wordKind, flip, roundShift, roundMask);
                            int d1 = digit(tile[tileWords + ownerBegin + k + 1], wordKind, flip, roundShift, roundMask);
                            int d2 = digit(tile[tileWords + ownerBegin + k + 2], wordKind, flip, roundShift, roundMask);
                            int d3 = digit(tile[tileWords + ownerBegin + k + 3], wordKind, flip, roundShift, roundMask);
                            int equal0 = d0 == high ? 1 : 0;
                            int equal1 = d1 == high ? 1 : 0;
                            int equal2 = d2 == high ? 1 : 0;
                            int equal3 = d3 == high ? 1 : 0;
                            index = index + equal0 + (k + 1 < earlier ? equal1 : 0) + (k + 2 < earlier ? equal2 : 0)
                                    + (k + 3 < earlier ? equal3 : 0);
                        }
                        first[high * 17 + low] = index;
                        offset[GroupDigits.own(j)] = nextIndex[j] - index;
                    }
                }
                // Move each word to its rank. Four reads precede the first write, since compilers keep their order. There is a
                // variable for each, since PTX would place a private array in memory.
                for (int i = 0; i < items; i += 4) {
                    int word0 = tile[source + blocked + i];
                    int word1 = tile[source + blocked + i + 1];
                    int word2 = tile[source + blocked + i + 2];
                    int word3 = tile[source + blocked + i + 3];
                    int d0 = digit(word0, wordKind, flip, roundShift, roundMask);
                    int d1 = digit(word1, wordKind, flip, roundShift, roundMask);
                    int d2 = digit(word2, wordKind, flip, roundShift, roundMask);
                    int d3 = digit(word3, wordKind, flip, roundShift, roundMask);
                    int at0 = GroupDigits.half(counters[counter + (d0 & 7) * counterRow], d0)
                            + ((int) (ranks >> (i * 4)) & 15);
                    int at1 = GroupDigits.half(counters[counter + (d1 & 7) * counterRow], d1)
                            + ((int) (ranks >> (i * 4 + 4)) & 15);
                    int at2 = GroupDigits.half(counters[counter + (d2 & 7) * counterRow], d2)
                            + ((int) (ranks >> (i * 4 + 8)) & 15);
                    int at3 = GroupDigits.half(counters[counter + (d3 & 7) * counterRow], d3)
                            + ((int) (ranks >> (i * 4 + 12)) & 15);
                    tile[target + at0 + (at0 >> 5)] = word0;
                    tile[target + at1 + (at1 >> 5)] = word1;
                    tile[target + at2 + (at2 >> 5)] = word2;
                    tile[target + at3 + (at3 >> 5)] = word3;
                }
                context.localBarrier();
            }

            // Advance each digit's index in the result.
            for (int j = item; j < RADIX; j += workItems) {
                int d = GroupDigits.own(j);
                nextIndex[j] = nextIndex[j] + first[GroupDigits.padded(d + 1)] - first[GroupDigits.padded(d)];
            }
            if (withValues != 0) {
                // Load the keys into the second half of the tile's memory, to be read in the order of their digits.
                for (int i = 0; i < items; i++) {
                    loaded[i] = from.get(Math.min(tileBegin + item + i * workItems, n - 1));
                }
                for (int i = 0; i < items; i++) {
                    tile[tileWords + i * workItems + item] = loaded[i];
                }
                context.localBarrier();
            }
            // Write the keys in the order of their digits.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
                    int word0 = tile[striped + i * stripe];
                    int word1 = tile[striped + (i + 1) * stripe];
                    int word2 = tile[striped + (i + 2) * stripe];
                    int word3 = tile[striped + (i + 3) * stripe];
                    int at0 =
                            offset[digit(word0, wordKind, flip, wordShift, mask)] + i * workItems + item;
                    int at1 = offset[digit(word1, wordKind, flip, wordShift, mask)] + (i + 1) * workItems
                            + item;
                    int at2 = offset[digit(word2, wordKind, flip, wordShift, mask)] + (i + 2) * workItems
                            + item;
                    int at3 = offset[digit(word3, wordKind, flip, wordShift, mask)] + (i + 3) * workItems
                            + item;
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
            // No barrier after the last phase: the next tile goes to the words that the same work-item has read here. Everything
            // else that this phase reads is written again after the barriers of the next tile.
            // Write the values in the same order, through the second half of the tile's memory.
            if (withValues != 0) {
                context.localBarrier();
                if (numbered == 0) {
                    for (int i = 0; i < items; i++) {
                        loaded[i] = fromValues.get(Math.min(tileBegin + item + i * workItems, n - 1));
                    }
                    for (int i = 0; i < items; i++) {
                        tile[tileWords + i * workItems + item] = loaded[i];
                    }
                } else {
                    for (int i = 0; i < items; i++) {
                        tile[tileWords + i * workItems + item] = tileBegin + i * workItems + item;
                    }
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
                            toValues.set(offset[(word >>> 16) & mask] + j,
                                    tile[tileWords + (word & 65535)]);
                        }
                    }
                }
            }
        }
    }

    /** {@return 1 if the left key is larger, as an unsigned number; otherwise 0} */
    private static int descent(int left, int key) {
        return (key ^ 0x80000000) < (left ^ 0x80000000) ? 1 : 0;
    }

    /** {@return the bits of a key that have its order} */
    private static int ordered(int key, int kind, int flip) {
        return OrderedBits.ordered(OrderedBits.word(key, kind, flip), kind, flip);
    }

    /** {@return a digit of a word of the tile} */
    private static int digit(int word, int kind, int flip, int shift, int mask) {
        return (OrderedBits.ordered(word, kind, flip) >>> shift) & mask;
    }
}
