package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * {@link GroupRadix32} for 64-bit keys. The tile always holds digits and indices in the tile, so that local memory does not
 * have to hold the keys.
 */
public final class GroupRadix64 {
    private static final int RADIX = GroupRadix32.RADIX;
    private static final int UPSWEEP_WORK_ITEMS = GroupRadix32.UPSWEEP_WORK_ITEMS;
    /** Number of keys that an upsweep work-item loads before it counts the first. */
    private static final int UPSWEEP_LOADS = 8;
    /** Number of keys that an upsweep work-item counts before its 8-bit counters could overflow; a multiple of its loads. */
    private static final int UPSWEEP_KEYS = 248;

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
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows
     */
    public static void upsweep(
            KernelContext context, LongArray keys, IntArray counts, IntArray words, IntArray p, int kind, int surveying,
            int window) {
        long[] found = context.allocateLongLocalArray(surveying * 2 * UPSWEEP_WORK_ITEMS + 1);
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
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
            // Count keys in the private columns: first all loads, then all counting, then the remaining keys one by one.
            int i = done + item;
            for (; i < stop - (UPSWEEP_LOADS - 1) * UPSWEEP_WORK_ITEMS; i += UPSWEEP_LOADS * UPSWEEP_WORK_ITEMS) {
                for (int k = 0; k < UPSWEEP_LOADS; k++) {
                    loaded[k] = keys.get(i + k * UPSWEEP_WORK_ITEMS);
                }
                if (surveying != 0) {
                    for (int k = 0; k < UPSWEEP_LOADS; k++) {
                        long key = OrderedBits.of(loaded[k], kind) ^ flip;
                        long before = keys.get(Math.max(i + k * UPSWEEP_WORK_ITEMS - 1, 0));
                        long left = OrderedBits.of(before, kind) ^ flip;
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
                    long before = keys.get(Math.max(i - 1, 0));
                    long left = OrderedBits.of(before, kind) ^ flip;
                    any = any | key;
                    all = all & key;
                    descents = descents | descent(left & bits, key & bits);
                }
                int digit = (int) (key >>> shift) & mask;
                int at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
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
     * (§3.3).
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block; local memory {@code 33 * workItems *
     * items / 8 + 305 * workItems / 4 + 3276} bytes, at most 38.8 KiB. Reads 8 bytes per key twice, the second time from the
     * cache, and writes 8; reads and writes 4 bytes per value.
     *
     * @param counts the index of each block's first key of each digit among all keys of that digit, as computed by {@link
     *     GroupScan}
     * @param totals the number of keys of each digit
     * @param withValues 0 if there are no values; then {@code fromValues} and {@code toValues} are not accessed
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
        int[] tile = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        int[] counters = context.allocateIntLocalArray(workItems * 18);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(18);
        int[] lowFirst = context.allocateIntLocalArray(16);
        int[] nextIndex = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] first = context.allocateIntLocalArray(RADIX + RADIX / 16 + 1);
        int[] loaded = new int[items];
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
        int zero = p.get(PassParameters.ALWAYS_ZERO);
        int tileSize = workItems << itemsLog;
        int begin = block * span;
        int end = begin + Math.min(span, n - begin);

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
        for (int d = item; d < RADIX; d += workItems) {
            int smaller = counts.get(d * blocks + block);
            for (int k = 0; k < d >> 4; k++) {
                smaller = smaller + rowSums[k];
            }
            for (int k = d & 0xf0; k < d; k++) {
                smaller = smaller + offset[k];
            }
            nextIndex[d] = smaller;
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
        // Rows 0 to 3 and 8 to 11 have the packed counters of row d and, in the upper half, of row d + 4.
        int rakedRow = item * 8 / workItems;
        int rakedColumn = item * 8 % workItems;
        int raked = (rakedRow + (rakedRow & 4)) * counterRow + rakedColumn + (rakedColumn >> 5);
        int prefetched = 0;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            // Load the tile, striped over the work-items.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                for (int i = 0; i < items; i++) {
                    long key = from.get(tileBegin + item + i * workItems + (prefetched & zero));
                    int d = (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                    loaded[i] = (d << 16) | (i * workItems + item);
                }
                for (int i = 0; i < items; i++) {
                    tile[striped + i * stripe] = loaded[i];
                }
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    long key = from.get(Math.min(tileBegin + j, n - 1));
                    int d = (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                    tile[striped + i * stripe] = ((j < valid ? d : mask) << 16) | j;
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 8, and does not use it.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            prefetched = (int) from.get(next) | (int) from.get(Math.min(next + items / 2, n - 1));

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                int roundShift = 16 + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                // Count the work-item's own keys. Right shifts are signed and then masked, which all backends compile alike.
                long counted = 0;
                long allButLast = 0;
                long ranks = 0;
                int lastDigit = 0;
                for (int i = 0; i < items; i++) {
                    loaded[i] = tile[blocked + i];
                    int d = (loaded[i] >>> roundShift) & roundMask;
                    ranks = ranks | (((counted >> (d * 4)) & 15) << (i * 4));
                    // Sixteen keys of one digit would overflow its 4 bits, so the last key is counted below.
                    allButLast = counted;
                    counted = counted + (1L << (d * 4));
                    lastDigit = d;
                }
                // Store the counters digit-major, two digits to a word.
                for (int i = 0; i < 4; i++) {
                    counters[counter + i * counterRow] = ((int) allButLast >> (i * 4)) & 0x000f000f;
                    counters[counter + (8 + i) * counterRow] = ((int) (allButLast >> 32) >> (i * 4)) & 0x000f000f;
                }
                int lastWord = counter + (lastDigit & 11) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((lastDigit & 4) << 2));
                context.localBarrier();

                // Exclusive prefix sum over all counters, digit by digit: each work-item adds up eight words, one work-item per
                // row adds up the 16 sums of its row, and a single work-item adds up the rows.
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
                    // Digits 4 to 7 come after 0 to 3, 8 to 11 after these, and 12 to 15 last.
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

                // Find the first index of each digit: of its lower half after round 0, of the whole digit after round 1.
                if (round == 0) {
                    if (item < 16) {
                        lowFirst[item] = counters[item * counterRow];
                    }
                } else {
                    // The tile is now sorted by the lower half of the digit. A digit's first index follows from the counters of
                    // the work-item that owns the first key with the same lower half, and from that work-item's earlier keys.
                    for (int j = item; j < RADIX; j += workItems) {
                        int low = j >> 4;
                        int high = j & 15;
                        int start = lowFirst[low];
                        int owner = Math.min(start, tileSize - 1) >> itemsLog;
                        int ownerBegin = (owner << itemsLog) + ((owner << itemsLog) >> 5);
                        int index = counters[owner + (owner >> 5) + high * counterRow];
                        for (int k = 0; k < start - (owner << itemsLog); k++) {
                            int d = (tile[ownerBegin + k] >>> roundShift) & roundMask;
                            index = index + (d == high ? 1 : 0);
                        }
                        first[high * 17 + low] = index;
                    }
                    context.localBarrier();
                }
                // Move each word to its rank. All reads precede the first write, since compilers keep their order.
                for (int i = 0; i < items; i++) {
                    int d = (loaded[i] >>> roundShift) & roundMask;
                    at[i] = counters[counter + d * counterRow] + ((int) (ranks >> (i * 4)) & 15);
                }
                for (int i = 0; i < items; i++) {
                    tile[at[i] + (at[i] >> 5)] = loaded[i];
                }
                context.localBarrier();
            }

            // Advance each digit's index in the result, and compute the offset from an index in the tile.
            for (int d = item; d < RADIX; d += workItems) {
                int start = first[d + (d >> 4)];
                int after = d + 1;
                offset[d] = nextIndex[d] - start;
                nextIndex[d] = nextIndex[d] + first[after + (after >> 4)] - start;
            }
            context.localBarrier();
            // Write keys and values in the order of their digits.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i++) {
                    int word = tile[striped + i * stripe];
                    at[i] = offset[(word >>> 16) & mask] + i * workItems + item;
                    loaded[i] = tileBegin + (word & 65535);
                    moved[i] = from.get(loaded[i]);
                }
                for (int i = 0; i < items; i++) {
                    to.set(at[i], moved[i]);
                }
                if (withValues != 0) {
                    for (int i = 0; i < items; i++) {
                        loaded[i] = fromValues.get(loaded[i]);
                    }
                    for (int i = 0; i < items; i++) {
                        toValues.set(at[i], loaded[i]);
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

    /** {@return 1 if the left key is larger, as an unsigned number; otherwise 0} */
    private static int descent(long left, long key) {
        return (key ^ 0x8000000000000000L) < (left ^ 0x8000000000000000L) ? 1 : 0;
    }
}
