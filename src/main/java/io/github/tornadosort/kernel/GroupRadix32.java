package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * One radix pass over 32-bit keys for GPUs, digits of up to 8 bits: upsweep, scan and downsweep as in Merrill and
 * Grimshaw (2011, §3.2-3.3). A work-group walks the tiles of one block; ranks come from packed private counters and
 * prefix sums, since local atomics are broken on today's backends and integer warp operations are missing.
 *
 * <p>Buffers: {@code keys} and {@code from} hold at least N keys, {@code to} a tile more (the padding of the last tile is
 * written behind the keys, which costs no branch). {@code counts} holds {@code RADIX * blocks} counters, digit-major;
 * {@code totals} holds {@code RADIX}. {@code p} is described in {@link PassParameters}; SPAN is a whole number of tiles.
 */
public final class GroupRadix32 {
    /** Most digit values. */
    public static final int RADIX = 256;
    /** Work-items of an upsweep group; each counter row has a column for each. */
    public static final int UPSWEEP_WORK_ITEMS = 128;
    /** Work-items of a scan group, and counters that it scans at a time. */
    public static final int SCAN_WORK_ITEMS = 256;
    /** Keys that an upsweep work-item may count before its 8-bit counters could overflow, a multiple of 8. */
    private static final int UPSWEEP_KEYS = 248;

    private GroupRadix32() {}

    /**
     * Counts each block's keys by digit. A work-item has 256 counters of 8 bits, packed four to a word in a column of
     * its own; before they could overflow, the rows are summed by all work-items and the columns start again.
     * Groups of {@link #UPSWEEP_WORK_ITEMS}, one a block; local memory 34 KiB; reads 4 bytes a key.
     *
     * @param counts gets, at {@code digit * blocks + block}, the keys of that block with that digit
     */
    public static void upsweep(KernelContext context, IntArray keys, IntArray counts, IntArray p) {
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
        int[] sums = context.allocateIntLocalArray(4 * UPSWEEP_WORK_ITEMS);
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int span = p.get(PassParameters.SPAN);
        int shift = p.get(PassParameters.SHIFT);
        int mask = p.get(PassParameters.MASK);
        int flip = p.get(PassParameters.FLIP);
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
            // Eight keys at a time: eight loads are on their way before the first is needed.
            for (; i < stop - 7 * UPSWEEP_WORK_ITEMS; i += 8 * UPSWEEP_WORK_ITEMS) {
                int key0 = keys.get(i);
                int key1 = keys.get(i + UPSWEEP_WORK_ITEMS);
                int key2 = keys.get(i + 2 * UPSWEEP_WORK_ITEMS);
                int key3 = keys.get(i + 3 * UPSWEEP_WORK_ITEMS);
                int key4 = keys.get(i + 4 * UPSWEEP_WORK_ITEMS);
                int key5 = keys.get(i + 5 * UPSWEEP_WORK_ITEMS);
                int key6 = keys.get(i + 6 * UPSWEEP_WORK_ITEMS);
                int key7 = keys.get(i + 7 * UPSWEEP_WORK_ITEMS);
                int digit = ((key0 ^ flip) >>> shift) & mask;
                int at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                digit = ((key1 ^ flip) >>> shift) & mask;
                at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                digit = ((key2 ^ flip) >>> shift) & mask;
                at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                digit = ((key3 ^ flip) >>> shift) & mask;
                at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                digit = ((key4 ^ flip) >>> shift) & mask;
                at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                digit = ((key5 ^ flip) >>> shift) & mask;
                at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                digit = ((key6 ^ flip) >>> shift) & mask;
                at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
                digit = ((key7 ^ flip) >>> shift) & mask;
                at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
                counters[at] = counters[at] + (1 << ((digit & 3) * 8));
            }
            for (; i < stop; i += UPSWEEP_WORK_ITEMS) {
                int digit = ((keys.get(i) ^ flip) >>> shift) & mask;
                int at = (digit >> 2) * UPSWEEP_WORK_ITEMS + item;
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
     * Turns each digit's counts into an exclusive prefix sum over the blocks. Groups of {@link #SCAN_WORK_ITEMS}, one a
     * digit; local memory 2 KiB.
     *
     * @param totals gets each digit's sum over all blocks
     */
    public static void scan(KernelContext context, IntArray counts, IntArray totals, IntArray p) {
        // Zeros in the lower half let every step add without asking for the left end.
        int[] sums = context.allocateIntLocalArray(2 * SCAN_WORK_ITEMS);
        int item = context.localIdx;
        int digit = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int carry = 0;
        for (int base = 0; base < blocks; base += SCAN_WORK_ITEMS) {
            int count = 0;
            if (base + item < blocks) {
                count = counts.get(digit * blocks + base + item);
            }
            sums[item] = 0;
            sums[SCAN_WORK_ITEMS + item] = count;
            context.localBarrier();
            for (int distance = 1; distance < SCAN_WORK_ITEMS; distance = distance * 2) {
                int left = sums[SCAN_WORK_ITEMS + item - distance];
                context.localBarrier();
                sums[SCAN_WORK_ITEMS + item] = sums[SCAN_WORK_ITEMS + item] + left;
                context.localBarrier();
            }
            if (base + item < blocks) {
                counts.set(digit * blocks + base + item, carry + sums[SCAN_WORK_ITEMS + item] - count);
            }
            carry = carry + sums[2 * SCAN_WORK_ITEMS - 1];
            context.localBarrier();
        }
        if (item == 0) {
            totals.set(digit, carry);
        }
    }

    /**
     * Moves each key to its digit's next place. Each tile is sorted by the digit in local memory, in two stable rounds of
     * 4 bits, and then written digit by digit, so that neighbours go to neighbouring places (§3.3).
     * Groups of {@code workItems} (a multiple of 16, at most 256), one a block; local memory
     * {@code 4 * workItems * (items + 11) + 5.1} KiB; reads 4 and writes 4 bytes a key.
     *
     * @param items keys a work-item, a power of two, {@code 1 << itemsLog}
     */
    public static void downsweep(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray counts,
            IntArray totals,
            IntArray p,
            int workItems,
            int items,
            int itemsLog) {
        // A word of padding after each work-item's keys (and after each 8 counters) ends most bank conflicts.
        int[] tile = context.allocateIntLocalArray(workItems * (items + 1));
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] sums = context.allocateIntLocalArray(workItems);
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
        int shift = p.get(PassParameters.SHIFT);
        int mask = p.get(PassParameters.MASK);
        int flip = p.get(PassParameters.FLIP);
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

        int column = item & 15;
        int row = item / 16;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            for (int i = 0; i < items; i++) {
                int j = i * workItems + item;
                // Ones where there is a key. Padding gets the largest digit; only the last tile of all has any, so it
                // lands behind the keys. No branch: one would send the private arrays to memory.
                int isKey = -(((j - valid) >> 31) & 1);
                int key = from.get(Math.min(tileBegin + j, n - 1));
                tile[j + (j >> itemsLog)] = (key & isKey) | (~flip & ~isKey);
            }
            context.localBarrier();

            for (int round = 0; round < rounds; round++) {
                int roundShift = shift + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                for (int i = 0; i < items; i++) {
                    mine[i] = tile[item * (items + 1) + i];
                }
                // Sixteen counters a work-item, two to a word, digit-major: word (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    int q = i * workItems + item;
                    counters[q + (q >> 3)] = 0;
                }
                for (int i = 0; i < items; i++) {
                    int d = ((mine[i] ^ flip) >>> roundShift) & roundMask;
                    int q = (d & 7) * workItems + item;
                    int at = q + (q >> 3);
                    int half = (d >> 3) << 4;
                    int word = counters[at];
                    rank[i] = (word >> half) & 65535;
                    counters[at] = word + (1 << half);
                }
                context.localBarrier();

                // Exclusive prefix sum over all counters: eight a work-item, then the rows of 16, then the rows' sums.
                int sum = 0;
                for (int i = 0; i < 8; i++) {
                    int word = counters[item * 9 + i];
                    counters[item * 9 + i] = sum;
                    sum = sum + word;
                }
                sums[item] = sum;
                context.localBarrier();
                int before = 0;
                int rowSum = 0;
                for (int k = 0; k < 16; k++) {
                    int word = sums[row * 16 + k];
                    before = before + (word & -(((k - column) >> 31) & 1));
                    rowSum = rowSum + word;
                }
                if (column == 0) {
                    rowSums[row] = rowSum;
                }
                context.localBarrier();
                int all = 0;
                for (int k = 0; k < workItems / 16; k++) {
                    int word = rowSums[k];
                    before = before + (word & -(((k - row) >> 31) & 1));
                    all = all + word;
                }
                // The upper halves' digits come behind all of the lower halves'.
                before = before + (all << 16);
                for (int i = 0; i < 8; i++) {
                    counters[item * 9 + i] = counters[item * 9 + i] + before;
                }
                context.localBarrier();

                for (int i = 0; i < items; i++) {
                    int d = ((mine[i] ^ flip) >>> roundShift) & roundMask;
                    int q = (d & 7) * workItems + item;
                    int half = (d >> 3) << 4;
                    int at = ((counters[q + (q >> 3)] >> half) & 65535) + rank[i];
                    tile[at + (at >> itemsLog)] = mine[i];
                }
                context.localBarrier();
            }

            // The tile is sorted by digit now: a digit starts where its left neighbour differs.
            for (int i = 0; i < items; i++) {
                int j = i * workItems + item;
                int left = Math.max(j - 1, 0);
                int d = ((tile[j + (j >> itemsLog)] ^ flip) >>> shift) & mask;
                int leftDigit = ((tile[left + (left >> itemsLog)] ^ flip) >>> shift) & mask;
                if (d != leftDigit) {
                    first[d] = j;
                    last[leftDigit] = j;
                }
            }
            context.localBarrier();
            int end0 = tileSize - 1 + ((tileSize - 1) >> itemsLog);
            int lastDigit = ((tile[end0] ^ flip) >>> shift) & mask;
            for (int d = item; d < RADIX; d += workItems) {
                int start = first[d];
                int stop = last[d];
                if (d == lastDigit) {
                    stop = tileSize;
                }
                offset[d] = place[d] - start;
                place[d] = place[d] + stop - start;
                first[d] = 0;
                last[d] = 0;
            }
            context.localBarrier();
            for (int i = 0; i < items; i++) {
                int j = i * workItems + item;
                int key = tile[j + (j >> itemsLog)];
                int d = ((key ^ flip) >>> shift) & mask;
                to.set(offset[d] + j, key);
            }
            context.localBarrier();
        }
    }
}
