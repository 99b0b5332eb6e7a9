package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A pass of a radix sort (Merrill and Grimshaw 2011): {@link #upsweep}, an exclusive scan of its counts, and {@link #downsweep}. Both
 * decode a digit where they need it. The 16 counters of a work-item are in four longs, of four fields of 16 bits each, so that one
 * addition adds up the counters of four digits: the paper's multi-scan.
 *
 * <p>{@link AlgorithmParameters#TILES} is the number of blocks. A block is a whole number of tiles, and at most 65,535 keys of it
 * belong to a work-item of the upsweep.
 */
public final class ScanKernels {
    static final int DIGIT_BITS = 4;
    static final int RADIX = 1 << DIGIT_BITS;
    /** Multiplied by this, each field becomes the sum of the fields up to it. */
    private static final long PREFIXES = 0x0001000100010001L;

    private ScanKernels() {}

    /**
     * Counts the digits of each block. Groups of {@code workItems}, one per block; local memory {@code 64 * workItems} bytes. Reads 4
     * bytes per 32-bit key or 8 per 64-bit key.
     *
     * @param counts receives the number of keys for each digit and block, in that order
     */
    public static void upsweep(
            KernelContext context, IntArray keys, IntArray counts, IntArray p, int kind, int wide, int workItems, int tile) {
        int[] sums = context.allocateIntLocalArray(RADIX * workItems);
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(AlgorithmParameters.TILES);
        int begin = block * span(p, blocks, tile);
        int end = Math.min(begin + span(p, blocks, tile), p.get(PassParameters.N));
        int shift = p.get(PassParameters.WINDOWS);
        int mask = p.get(PassParameters.WINDOWS + 1);
        long c0 = 0;
        long c1 = 0;
        long c2 = 0;
        long c3 = 0;
        for (int i = begin + item; i < end; i += workItems) {
            int digit = KeyWords.digit(KeyWords.get(keys, i, wide), kind, wide, p, shift, mask);
            c0 = c0 + one(digit, 0);
            c1 = c1 + one(digit, 1);
            c2 = c2 + one(digit, 2);
            c3 = c3 + one(digit, 3);
        }
        for (int digit = 0; digit < RADIX; digit++) {
            sums[digit * workItems + item] = field(c0, c1, c2, c3, digit);
        }
        // Add up the counters of the work-items in a tree.
        for (int step = workItems / 2; step > 0; step = step / 2) {
            context.localBarrier();
            if (item < step) {
                for (int digit = 0; digit < RADIX; digit++) {
                    int at = digit * workItems + item;
                    sums[at] = sums[at] + sums[at + step];
                }
            }
        }
        context.localBarrier();
        if (item < RADIX) {
            counts.set(item * blocks + block, sums[item * workItems]);
        }
    }

    /**
     * Moves each key to the next index of its digit. Groups of {@code workItems}, one per block; local memory
     * {@code 8 * workItems * (33 * items / 32 + 4) + 128} bytes. Reads each key twice, the second time from the cache, and its value
     * once; writes each once.
     *
     * @param starts the counts of {@link #upsweep} after an exclusive scan
     */
    public static void downsweep(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray starts,
            IntArray p, int kind, int wide, int withValues, int workItems, int items) {
        int tile = workItems * items;
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int[] digits = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        int[] order = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        long[] sums = context.allocateLongLocalArray(4 * workItems);
        int[] next = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(AlgorithmParameters.TILES);
        int begin = block * span(p, blocks, tile);
        int end = Math.min(begin + span(p, blocks, tile), p.get(PassParameters.N));
        int shift = p.get(PassParameters.WINDOWS);
        int mask = p.get(PassParameters.WINDOWS + 1);
        int last = 4 * workItems - 4;
        if (item < RADIX) {
            next[item] = starts.get(item * blocks + block);
        }
        for (int tileBegin = begin; tileBegin < end; tileBegin += tile) {
            int valid = Math.min(tile, end - tileBegin);
            // Decode the digits. Padding has the largest digit, so that it ends up after the keys; no tile of the block follows.
            for (int j = item; j < tile; j += workItems) {
                int i = tileBegin + Math.min(j, valid - 1);
                int digit = KeyWords.digit(KeyWords.get(from, i, wide), kind, wide, p, shift, mask);
                digits[padded(j)] = j < valid ? digit : RADIX - 1;
            }
            context.localBarrier();
            // Count the digits of the work-item's own keys.
            long c0 = 0;
            long c1 = 0;
            long c2 = 0;
            long c3 = 0;
            for (int k = 0; k < items; k++) {
                int digit = digits[padded(item * items + k)];
                c0 = c0 + one(digit, 0);
                c1 = c1 + one(digit, 1);
                c2 = c2 + one(digit, 2);
                c3 = c3 + one(digit, 3);
            }
            // Scan the counters over all work-items.
            int at = 4 * item;
            sums[at] = c0;
            sums[at + 1] = c1;
            sums[at + 2] = c2;
            sums[at + 3] = c3;
            for (int distance = 1; distance < workItems; distance = distance * 2) {
                int before = Math.max(at - 4 * distance, 0);
                long wanted = item < distance ? 0 : -1L;
                context.localBarrier();
                long s0 = sums[before] & wanted;
                long s1 = sums[before + 1] & wanted;
                long s2 = sums[before + 2] & wanted;
                long s3 = sums[before + 3] & wanted;
                context.localBarrier();
                sums[at] = sums[at] + s0;
                sums[at + 1] = sums[at + 1] + s1;
                sums[at + 2] = sums[at + 2] + s2;
                sums[at + 3] = sums[at + 3] + s3;
            }
            context.localBarrier();
            // Scan the numbers of keys of all digits of the tile.
            long t0 = sums[last];
            long t1 = sums[last + 1];
            long t2 = sums[last + 2];
            long t3 = sums[last + 3];
            long p0 = t0 * PREFIXES;
            long p1 = t1 * PREFIXES + all(p0) * PREFIXES;
            long p2 = t2 * PREFIXES + all(p1) * PREFIXES;
            long p3 = t3 * PREFIXES + all(p2) * PREFIXES;
            if (item < RADIX) {
                int first = field(p0 - t0, p1 - t1, p2 - t2, p3 - t3, item);
                offset[item] = next[item] - first;
                next[item] = next[item] + field(t0, t1, t2, t3, item);
            }
            // Store the index of each key at its rank.
            long r0 = p0 - t0 + sums[at] - c0;
            long r1 = p1 - t1 + sums[at + 1] - c1;
            long r2 = p2 - t2 + sums[at + 2] - c2;
            long r3 = p3 - t3 + sums[at + 3] - c3;
            for (int k = 0; k < items; k++) {
                int digit = digits[padded(item * items + k)];
                order[padded(field(r0, r1, r2, r3, digit))] = item * items + k;
                r0 = r0 + one(digit, 0);
                r1 = r1 + one(digit, 1);
                r2 = r2 + one(digit, 2);
                r3 = r3 + one(digit, 3);
            }
            context.localBarrier();
            // Scatter the keys in the order of their digits, so that neighbours are written to neighbouring indices.
            for (int j = item; j < valid; j += workItems) {
                int source = order[padded(j)];
                int target = offset[digits[padded(source)]] + j;
                KeyWords.set(to, target, KeyWords.get(from, tileBegin + source, wide), wide);
                if (withValues != 0) {
                    toValues.set(target, fromValues.get(tileBegin + source));
                }
            }
            context.localBarrier();
        }
    }

    /** {@return the number of keys of a block} */
    private static int span(IntArray p, int blocks, int tile) {
        int tiles = (p.get(PassParameters.N) - 1) / tile + 1;
        return ((tiles - 1) / blocks + 1) * tile;
    }

    /** {@return an index in local memory with a word of padding after every 32} */
    private static int padded(int i) {
        return i + (i >> 5);
    }

    /** {@return what counts a digit, if its field is in this of the four longs} */
    private static long one(int digit, int word) {
        return digit >> 2 == word ? 1L << ((digit & 3) << 4) : 0;
    }

    /** {@return the field of a digit} */
    private static int field(long w0, long w1, long w2, long w3, int digit) {
        long low = digit < 4 ? w0 : w1;
        long high = digit < 12 ? w2 : w3;
        return (int) ((digit < 8 ? low : high) >> ((digit & 3) << 4)) & 0xffff;
    }

    /** {@return the sum of all fields, of which this has the prefix sums} */
    private static long all(long prefixes) {
        return (prefixes >> 48) & 0xffff;
    }
}
