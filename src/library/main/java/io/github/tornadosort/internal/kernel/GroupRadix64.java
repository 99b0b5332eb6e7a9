package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * {@link GroupRadix32} for 64-bit keys. The tile always holds digits and indices in the tile while it is sorted, since local
 * memory has no room for a tile of keys and another one to move them to.
 */
public final class GroupRadix64 {
    private static final int RADIX = GroupRadix32.RADIX;
    private static final int UPSWEEP_WORK_ITEMS = GroupRadix32.UPSWEEP_WORK_ITEMS;
    /** Number of keys that an upsweep work-item loads before it counts the first. */
    private static final int UPSWEEP_LOADS = 8;
    /** Number of keys that an upsweep work-item counts before its 8-bit counters could overflow; a multiple of its loads. */
    private static final int UPSWEEP_KEYS = 248;

    /** The lowest bit of the digit in a word of the tile; the bits below are an index. */
    private static final int DIGIT_SHIFT = 16;

    private GroupRadix64() {}

    /**
     * Counts each block's keys by digit. Each work-item has 256 counters of 8 bits, packed four to a word in a private column.
     * Before the counters could overflow, all work-items sum the rows and clear the columns. Work-groups of {@link
     * #UPSWEEP_WORK_ITEMS}, one per block; local memory 34,824 bytes, or 36,872 bytes when surveying. Reads 8 bytes per key
     * (when surveying, left neighbours come from the cache).
     *
     * @param counts receives, at index {@code digit * blocks + block}, the number of the block's keys with that digit
     * @param words receives {@link SurveyWords#COUNT} words per block if surveying; otherwise not accessed
     * @param surveying 1 to survey the keys too; if 0 and {@link PassParameters#COUNTED} is set, the kernel does nothing
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows; a survey with an empty mask does not
     *     count
     */
    public static void upsweep(
            KernelContext context, LongArray keys, IntArray counts, IntArray words, IntArray p, int kind, int surveying,
            int window) {
        long[] found = context.allocateLongLocalArray(surveying * 2 * UPSWEEP_WORK_ITEMS + 1);
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
        int[] sums = context.allocateIntLocalArray(4 * UPSWEEP_WORK_ITEMS);
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int shift = p.get(window);
        int mask = p.get(window + 1);
        long flip = PassParameters.flip64(p);
        int begin = PassParameters.alignedBegin(p, block);
        int counted = window == PassParameters.SHIFT ? p.get(PassParameters.COUNTED) : 0;
        int wanted = surveying != 0 ? 1 : 1 - counted;
        int end = begin + (PassParameters.alignedEnd(p, block) - begin) * wanted;
        long bits = PassParameters.bits64(p);
        long any = 0;
        long all = -1;
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
                long k0 = ordered(keys.get(i), kind, flip);
                long k1 = ordered(keys.get(i + UPSWEEP_WORK_ITEMS), kind, flip);
                long k2 = ordered(keys.get(i + 2 * UPSWEEP_WORK_ITEMS), kind, flip);
                long k3 = ordered(keys.get(i + 3 * UPSWEEP_WORK_ITEMS), kind, flip);
                long k4 = ordered(keys.get(i + 4 * UPSWEEP_WORK_ITEMS), kind, flip);
                long k5 = ordered(keys.get(i + 5 * UPSWEEP_WORK_ITEMS), kind, flip);
                long k6 = ordered(keys.get(i + 6 * UPSWEEP_WORK_ITEMS), kind, flip);
                long k7 = ordered(keys.get(i + 7 * UPSWEEP_WORK_ITEMS), kind, flip);
                if (surveying != 0) {
                    any = any | k0 | k1 | k2 | k3 | k4 | k5 | k6 | k7;
                    all = all & k0 & k1 & k2 & k3 & k4 & k5 & k6 & k7;
                    // A work-item that has found a descent looks for no more.
                    if (descents == 0) {
                        for (int k = 0; k < UPSWEEP_LOADS; k++) {
                            int at = i + k * UPSWEEP_WORK_ITEMS;
                            long key = ordered(keys.get(at), kind, flip);
                            long left = ordered(keys.get(Math.max(at - 1, 0)), kind, flip);
                            descents = descents | descent(left & bits, key & bits);
                        }
                    }
                }
                if (surveying == 0 || mask != 0) {
                    int d0 = (int) (k0 >>> shift) & mask;
                    int d1 = (int) (k1 >>> shift) & mask;
                    int d2 = (int) (k2 >>> shift) & mask;
                    int d3 = (int) (k3 >>> shift) & mask;
                    int d4 = (int) (k4 >>> shift) & mask;
                    int d5 = (int) (k5 >>> shift) & mask;
                    int d6 = (int) (k6 >>> shift) & mask;
                    int d7 = (int) (k7 >>> shift) & mask;
                    counters[GroupDigits.row(d0) + item] += GroupDigits.one(d0);
                    counters[GroupDigits.row(d1) + item] += GroupDigits.one(d1);
                    counters[GroupDigits.row(d2) + item] += GroupDigits.one(d2);
                    counters[GroupDigits.row(d3) + item] += GroupDigits.one(d3);
                    counters[GroupDigits.row(d4) + item] += GroupDigits.one(d4);
                    counters[GroupDigits.row(d5) + item] += GroupDigits.one(d5);
                    counters[GroupDigits.row(d6) + item] += GroupDigits.one(d6);
                    counters[GroupDigits.row(d7) + item] += GroupDigits.one(d7);
                }
            }
            for (; i < stop; i += UPSWEEP_WORK_ITEMS) {
                long key = ordered(keys.get(i), kind, flip);
                if (surveying != 0) {
                    long left = ordered(keys.get(Math.max(i - 1, 0)), kind, flip);
                    any = any | key;
                    all = all & key;
                    descents = descents | descent(left & bits, key & bits);
                }
                int digit = (int) (key >>> shift) & mask;
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
            // Reduce the survey of the work-items in a tree, and store it.
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
     * Moves each key, with its value, to the next index of its digit. Each tile is sorted by the digit in local memory, in two
     * stable rounds of 4 bits, and then written digit by digit, so that neighbouring work-items write to neighbouring indices
     * (§3.3). The rounds move words with the digit and the index in the tile, as those of {@link GroupRadix32} do with values.
     * The last round stores each key's rank at its index in the tile. Keys and values are then read again, side by side, and
     * reordered through the memory of the tile: a tile of keys needs both of its halves.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block; local memory {@code 33 * workItems *
     * items / 4 + 161 * workItems / 4 + 3272} bytes, at most 46.3 KiB. Reads 8 bytes per key twice, the second time from the
     * cache, and writes 8; reads and writes 4 bytes per value.
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
        long flip = PassParameters.flip64(p);
        int shift = p.get(window);
        int zero = p.get(PassParameters.ALWAYS_ZERO);
        int numbered = withValues == Checksum.INDICES ? p.get(PassParameters.NUMBERED) : 0;
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
            // Load the digits of the tile, striped over the work-items. Their words name the keys by index in the tile's memory.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                for (int i = 0; i < items; i++) {
                    long key = from.get(tileBegin + item + i * workItems + (prefetched & zero));
                    loaded[i] = (digitOf(key, kind, flip, shift, mask) << DIGIT_SHIFT) | (striped + i * stripe);
                }
                for (int i = 0; i < items; i++) {
                    tile[striped + i * stripe] = loaded[i];
                }
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int d = digitOf(from.get(Math.min(tileBegin + j, n - 1)), kind, flip, shift, mask);
                    tile[striped + i * stripe] = ((j < valid ? d : mask) << DIGIT_SHIFT) | (striped + i * stripe);
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 8, and does not use it.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            prefetched = (int) from.get(next) | (int) from.get(Math.min(next + items / 2, n - 1));

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                // The words move from the first half of the tile's memory to the second, and back.
                int source = round * tileWords;
                int target = tileWords - source;
                int roundShift = DIGIT_SHIFT + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                // Count the work-item's own keys. Right shifts are signed and then masked, which all backends compile alike.
                long counted = 0;
                long allButLast = 0;
                long ranks = 0;
                int lastDigit = 0;
                for (int i = 0; i < items; i++) {
                    int word = tile[source + blocked + i];
                    int d = (word >>> roundShift) & roundMask;
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
                            int d0 = (tile[tileWords + ownerBegin + k] >>> roundShift) & roundMask;
                            int d1 = (tile[tileWords + ownerBegin + k + 1] >>> roundShift) & roundMask;
                            int d2 = (tile[tileWords + ownerBegin + k + 2] >>> roundShift) & roundMask;
                            int d3 = (tile[tileWords + ownerBegin + k + 3] >>> roundShift) & roundMask;
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
                // Move each word to its rank in round 0. In round 1, store each rank at the index that the word names instead.
                // Four reads precede the first write, since compilers keep their order.
                int last = -round;
                for (int i = 0; i < items; i += 4) {
                    int word0 = tile[source + blocked + i];
                    int word1 = tile[source + blocked + i + 1];
                    int word2 = tile[source + blocked + i + 2];
                    int word3 = tile[source + blocked + i + 3];
                    int d0 = (word0 >>> roundShift) & roundMask;
                    int d1 = (word1 >>> roundShift) & roundMask;
                    int d2 = (word2 >>> roundShift) & roundMask;
                    int d3 = (word3 >>> roundShift) & roundMask;
                    int at0 = GroupDigits.half(counters[counter + (d0 & 7) * counterRow], d0)
                            + ((int) (ranks >> (i * 4)) & 15);
                    int at1 = GroupDigits.half(counters[counter + (d1 & 7) * counterRow], d1)
                            + ((int) (ranks >> (i * 4 + 4)) & 15);
                    int at2 = GroupDigits.half(counters[counter + (d2 & 7) * counterRow], d2)
                            + ((int) (ranks >> (i * 4 + 8)) & 15);
                    int at3 = GroupDigits.half(counters[counter + (d3 & 7) * counterRow], d3)
                            + ((int) (ranks >> (i * 4 + 12)) & 15);
                    at0 = at0 + (at0 >> 5);
                    at1 = at1 + (at1 >> 5);
                    at2 = at2 + (at2 >> 5);
                    at3 = at3 + (at3 >> 5);
                    tile[target + GroupDigits.select(at0, word0 & 65535, last)] = GroupDigits.select(word0, at0, last);
                    tile[target + GroupDigits.select(at1, word1 & 65535, last)] = GroupDigits.select(word1, at1, last);
                    tile[target + GroupDigits.select(at2, word2 & 65535, last)] = GroupDigits.select(word2, at2, last);
                    tile[target + GroupDigits.select(at3, word3 & 65535, last)] = GroupDigits.select(word3, at3, last);
                }
                context.localBarrier();
            }

            // Advance each digit's index in the result.
            for (int j = item; j < RADIX; j += workItems) {
                int d = GroupDigits.own(j);
                nextIndex[j] = nextIndex[j] + first[GroupDigits.padded(d + 1)] - first[GroupDigits.padded(d)];
            }
            // Read the ranks of the work-item's keys, four to a word. These queues of words stay in registers: a private array
            // would be placed in memory.
            long ranks0 = 0;
            long ranks1 = 0;
            long ranks2 = 0;
            long ranks3 = 0;
            for (int i = 0; i < items; i += 4) {
                long rank0 = tile[striped + i * stripe];
                long rank1 = tile[striped + (i + 1) * stripe];
                long rank2 = tile[striped + (i + 2) * stripe];
                long rank3 = tile[striped + (i + 3) * stripe];
                ranks0 = ranks1;
                ranks1 = ranks2;
                ranks2 = ranks3;
                ranks3 = (rank3 << 48) | (rank2 << 32) | (rank1 << 16) | rank0;
            }
            context.localBarrier();
            // Read the keys again, and store each at its rank: lower halves in the first half of the tile's memory. Eight loads
            // precede the first store.
            for (int i = 0; i < items; i += 8) {
                int source = tileBegin + i * workItems + item;
                long key0 = from.get(Math.min(source, n - 1));
                long key1 = from.get(Math.min(source + workItems, n - 1));
                long key2 = from.get(Math.min(source + 2 * workItems, n - 1));
                long key3 = from.get(Math.min(source + 3 * workItems, n - 1));
                long key4 = items > 4 ? from.get(Math.min(source + 4 * workItems, n - 1)) : 0;
                long key5 = items > 4 ? from.get(Math.min(source + 5 * workItems, n - 1)) : 0;
                long key6 = items > 4 ? from.get(Math.min(source + 6 * workItems, n - 1)) : 0;
                long key7 = items > 4 ? from.get(Math.min(source + 7 * workItems, n - 1)) : 0;
                long four = items == 16 ? ranks0 : items == 8 ? ranks2 : ranks3;
                ranks0 = ranks1;
                ranks1 = ranks2;
                ranks2 = ranks3;
                ranks3 = four;
                int rank0 = (int) four & 65535;
                int rank1 = ((int) four >> 16) & 65535;
                int rank2 = (int) (four >> 32) & 65535;
                int rank3 = (int) (four >> 48) & 65535;
                tile[rank0] = (int) key0;
                tile[rank1] = (int) key1;
                tile[rank2] = (int) key2;
                tile[rank3] = (int) key3;
                tile[tileWords + rank0] = (int) (key0 >> 32);
                tile[tileWords + rank1] = (int) (key1 >> 32);
                tile[tileWords + rank2] = (int) (key2 >> 32);
                tile[tileWords + rank3] = (int) (key3 >> 32);
                if (items > 4) {
                    four = items == 16 ? ranks0 : ranks2;
                    ranks0 = ranks1;
                    ranks1 = ranks2;
                    ranks2 = ranks3;
                    ranks3 = four;
                    int rank4 = (int) four & 65535;
                    int rank5 = ((int) four >> 16) & 65535;
                    int rank6 = (int) (four >> 32) & 65535;
                    int rank7 = (int) (four >> 48) & 65535;
                    tile[rank4] = (int) key4;
                    tile[rank5] = (int) key5;
                    tile[rank6] = (int) key6;
                    tile[rank7] = (int) key7;
                    tile[tileWords + rank4] = (int) (key4 >> 32);
                    tile[tileWords + rank5] = (int) (key5 >> 32);
                    tile[tileWords + rank6] = (int) (key6 >> 32);
                    tile[tileWords + rank7] = (int) (key7 >> 32);
                }
            }
            context.localBarrier();
            // Write the keys in the order of their digits. With values, keep the indices to which they go.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
                    int word0 = striped + i * stripe;
                    int word1 = striped + (i + 1) * stripe;
                    int word2 = striped + (i + 2) * stripe;
                    int word3 = striped + (i + 3) * stripe;
                    long key0 = key(tile[word0], tile[tileWords + word0]);
                    long key1 = key(tile[word1], tile[tileWords + word1]);
                    long key2 = key(tile[word2], tile[tileWords + word2]);
                    long key3 = key(tile[word3], tile[tileWords + word3]);
                    int at0 = offset[digitOf(key0, kind, flip, shift, mask)] + i * workItems + item;
                    int at1 =
                            offset[digitOf(key1, kind, flip, shift, mask)] + (i + 1) * workItems + item;
                    int at2 =
                            offset[digitOf(key2, kind, flip, shift, mask)] + (i + 2) * workItems + item;
                    int at3 =
                            offset[digitOf(key3, kind, flip, shift, mask)] + (i + 3) * workItems + item;
                    to.set(at0, key0);
                    to.set(at1, key1);
                    to.set(at2, key2);
                    to.set(at3, key3);
                    if (withValues != 0) {
                        tile[tileWords + word0] = at0;
                        tile[tileWords + word1] = at1;
                        tile[tileWords + word2] = at2;
                        tile[tileWords + word3] = at3;
                    }
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        int word = striped + i * stripe;
                        long key = key(tile[word], tile[tileWords + word]);
                        int at = offset[digitOf(key, kind, flip, shift, mask)] + j;
                        to.set(at, key);
                        tile[tileWords + word] = at;
                    }
                }
            }
            // No barrier after the last phase: the next tile goes to the words that the same work-item has read here. Everything
            // else that this phase reads is written again after the barriers of the next tile.
            // Write the values in the same order, through the first half of the tile's memory.
            if (withValues != 0) {
                context.localBarrier();
                if (numbered == 0) {
                    for (int i = 0; i < items; i += 4) {
                        long four = items == 16 ? ranks0 : items == 8 ? ranks2 : ranks3;
                        ranks0 = ranks1;
                        ranks1 = ranks2;
                        ranks2 = ranks3;
                        ranks3 = four;
                        int source = tileBegin + i * workItems + item;
                        int value0 = fromValues.get(Math.min(source, n - 1));
                        int value1 = fromValues.get(Math.min(source + workItems, n - 1));
                        int value2 = fromValues.get(Math.min(source + 2 * workItems, n - 1));
                        int value3 = fromValues.get(Math.min(source + 3 * workItems, n - 1));
                        tile[(int) four & 65535] = value0;
                        tile[((int) four >> 16) & 65535] = value1;
                        tile[(int) (four >> 32) & 65535] = value2;
                        tile[(int) (four >> 48) & 65535] = value3;
                    }
                } else {
                    for (int i = 0; i < items; i += 4) {
                        long four = items == 16 ? ranks0 : items == 8 ? ranks2 : ranks3;
                        ranks0 = ranks1;
                        ranks1 = ranks2;
                        ranks2 = ranks3;
                        ranks3 = four;
                        int source = tileBegin + i * workItems + item;
                        tile[(int) four & 65535] = source;
                        tile[((int) four >> 16) & 65535] = source + workItems;
                        tile[(int) (four >> 32) & 65535] = source + 2 * workItems;
                        tile[(int) (four >> 48) & 65535] = source + 3 * workItems;
                    }
                }
                context.localBarrier();
                if (valid >= tileSize) {
                    for (int i = 0; i < items; i += 4) {
                        int word0 = striped + i * stripe;
                        int word1 = striped + (i + 1) * stripe;
                        int word2 = striped + (i + 2) * stripe;
                        int word3 = striped + (i + 3) * stripe;
                        int value0 = tile[word0];
                        int value1 = tile[word1];
                        int value2 = tile[word2];
                        int value3 = tile[word3];
                        int at0 = tile[tileWords + word0];
                        int at1 = tile[tileWords + word1];
                        int at2 = tile[tileWords + word2];
                        int at3 = tile[tileWords + word3];
                        toValues.set(at0, value0);
                        toValues.set(at1, value1);
                        toValues.set(at2, value2);
                        toValues.set(at3, value3);
                    }
                } else {
                    for (int i = 0; i < items; i++) {
                        int word = striped + i * stripe;
                        if (i * workItems + item < valid) {
                            toValues.set(tile[tileWords + word], tile[word]);
                        }
                    }
                }
            }
        }
    }

    /** {@return the bits of a key that have its order} */
    private static long ordered(long key, int kind, long flip) {
        return OrderedBits.of(key, kind) ^ flip;
    }

    /** {@return a digit of a key} */
    private static int digitOf(long key, int kind, long flip, int shift, int mask) {
        return (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
    }

    /** {@return the key with these halves} */
    private static long key(int low, int high) {
        return ((long) high << 32) | (low & 0xffffffffL);
    }

    /** {@return 1 if the left key is larger, as an unsigned number; otherwise 0} */
    private static int descent(long left, long key) {
        return (key ^ 0x8000000000000000L) < (left ^ 0x8000000000000000L) ? 1 : 0;
    }
}
