package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The downsweep of {@link GroupRadix32} for many keys with values, with tiles of twice as many keys; see {@link
 * GroupRadixKeys32}. The tile holds words with the digit and the index in the tile. The last round stores each key's rank at
 * its index. Keys and then values are read again, and reordered through the memory of the tile.
 */
public final class GroupRadixPairs32 {
    private static final int RADIX = GroupRadix32.RADIX;

    private GroupRadixPairs32() {}

    /**
     * Moves each key to the next index of its digit. Each tile is sorted by the digit in local memory, in two stable rounds of
     * 4 bits, and then written digit by digit, first the keys and then the values.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block, whose span is a multiple of a tile of
     * {@code 32 * workItems} keys; local memory {@code 689 * workItems / 4 + 3272} bytes, at most
     * 46.3 KiB. Reads 4 bytes per key twice, the second time from the
     * cache, and writes 4; reads and writes 4 bytes per value.
     *
     * @param counts the index of each block's first key of each digit among all keys of that digit, as computed by {@link
     *     GroupScan}
     * @param totals the number of keys of each digit
     * @param withValues not used
     * @param items number of keys per work-item: 32, equal to {@code 1 << itemsLog}
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
        int[] tile = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(17);
        int[] lowFirst = context.allocateIntLocalArray(16);
        int[] nextIndex = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] first = context.allocateIntLocalArray(RADIX + RADIX / 16 + 1);
        int[] words = new int[items];
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int blocks = p.get(PassParameters.BLOCKS);
        int mask = p.get(window + 1);
        int flip = p.get(PassParameters.FLIP);
        int shift = p.get(window);
        int zero = p.get(PassParameters.ALWAYS_ZERO);
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
        // Indices of a work-item's first words in the tile and the counters; others follow at constant steps.
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
            // Load the digits of the tile, striped over the work-items. Their words name the keys by index in the tile's
            // memory.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                for (int i = 0; i < items; i++) {
                    int key = from.get(tileBegin + item + i * workItems + (prefetched & zero));
                    words[i] = (digit(key, kind, flip, shift, mask) << 16) | (striped + i * stripe);
                }
                for (int i = 0; i < items; i++) {
                    tile[striped + i * stripe] = words[i];
                }
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int d = digit(from.get(Math.min(tileBegin + j, n - 1)), kind, flip, shift, mask);
                    tile[striped + i * stripe] = ((j < valid ? d : mask) << 16) | (striped + i * stripe);
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 16, and does not use it.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            prefetched = from.get(next) | from.get(Math.min(next + items / 2, n - 1));

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                int roundShift = 16 + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                // Count the work-item's own keys, half of them at a time. Right shifts are signed and then masked, which all
                // backends compile alike.
                long counted = 0;
                long allButLast = 0;
                int lastDigit = 0;
                for (int i = 0; i < items / 2; i++) {
                    words[i] = tile[blocked + i];
                    int d = (words[i] >>> roundShift) & roundMask;
                    // Sixteen keys of one digit would overflow its 4 bits, so the last key is counted below.
                    allButLast = counted;
                    counted = counted + (1L << (d * 4));
                    lastDigit = d;
                }
                long otherCounted = 0;
                long otherAllButLast = 0;
                int otherLastDigit = 0;
                for (int i = items / 2; i < items; i++) {
                    words[i] = tile[blocked + i];
                    int d = (words[i] >>> roundShift) & roundMask;
                    otherAllButLast = otherCounted;
                    otherCounted = otherCounted + (1L << (d * 4));
                    otherLastDigit = d;
                }
                // Store the counters digit-major, two digits to a word: row (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    long pair = ((allButLast >> (i * 4)) & 0x0000000f0000000fL)
                            + ((otherAllButLast >> (i * 4)) & 0x0000000f0000000fL);
                    counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                }
                int lastWord = counter + (lastDigit & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((lastDigit >> 3) << 4));
                lastWord = counter + (otherLastDigit & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((otherLastDigit >> 3) << 4));
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
                            int d0 = (tile[ownerBegin + k] >>> roundShift) & roundMask;
                            int d1 = (tile[ownerBegin + k + 1] >>> roundShift) & roundMask;
                            int d2 = (tile[ownerBegin + k + 2] >>> roundShift) & roundMask;
                            int d3 = (tile[ownerBegin + k + 3] >>> roundShift) & roundMask;
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
                context.localBarrier();
                // Move each word to its rank in round 0, and advance the work-item's counter of its digit. In round 1, store
                // each rank at the index that the word names instead.
                int last = -round;
                for (int i = 0; i < items; i++) {
                    int d = (words[i] >>> roundShift) & roundMask;
                    int at = counter + (d & 7) * counterRow;
                    int count = counters[at];
                    counters[at] = count + (1 << ((d >> 3) << 4));
                    int rank = GroupDigits.half(count, d);
                    rank = rank + (rank >> 5);
                    tile[GroupDigits.select(rank, words[i] & 65535, last)] = GroupDigits.select(words[i], rank, last);
                }
                context.localBarrier();
            }

            // Advance each digit's index in the result.
            for (int j = item; j < RADIX; j += workItems) {
                int d = GroupDigits.own(j);
                nextIndex[j] = nextIndex[j] + first[GroupDigits.padded(d + 1)] - first[GroupDigits.padded(d)];
            }
            // Read the ranks of the work-item's keys.
            for (int i = 0; i < items; i++) {
                words[i] = tile[striped + i * stripe];
            }
            context.localBarrier();
            // Read the keys again, and store each at its rank. Eight loads precede the first store.
            int reading = item + (prefetched & zero);
            for (int i = 0; i < items; i += 8) {
                int source = tileBegin + i * workItems + reading;
                int key0 = from.get(Math.min(source, n - 1));
                int key1 = from.get(Math.min(source + workItems, n - 1));
                int key2 = from.get(Math.min(source + 2 * workItems, n - 1));
                int key3 = from.get(Math.min(source + 3 * workItems, n - 1));
                int key4 = from.get(Math.min(source + 4 * workItems, n - 1));
                int key5 = from.get(Math.min(source + 5 * workItems, n - 1));
                int key6 = from.get(Math.min(source + 6 * workItems, n - 1));
                int key7 = from.get(Math.min(source + 7 * workItems, n - 1));
                tile[words[i]] = key0;
                tile[words[i + 1]] = key1;
                tile[words[i + 2]] = key2;
                tile[words[i + 3]] = key3;
                tile[words[i + 4]] = key4;
                tile[words[i + 5]] = key5;
                tile[words[i + 6]] = key6;
                tile[words[i + 7]] = key7;
            }
            context.localBarrier();
            // Write the keys in the order of their digits, and keep the digits in the memory of the counters, four to a word.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
                    int key0 = tile[striped + i * stripe];
                    int key1 = tile[striped + (i + 1) * stripe];
                    int key2 = tile[striped + (i + 2) * stripe];
                    int key3 = tile[striped + (i + 3) * stripe];
                    int d0 = digit(key0, kind, flip, shift, mask);
                    int d1 = digit(key1, kind, flip, shift, mask);
                    int d2 = digit(key2, kind, flip, shift, mask);
                    int d3 = digit(key3, kind, flip, shift, mask);
                    counters[i / 4 * workItems + item] = d0 | (d1 << 8) | (d2 << 16) | (d3 << 24);
                    to.set(offset[d0] + i * workItems + item, key0);
                    to.set(offset[d1] + (i + 1) * workItems + item, key1);
                    to.set(offset[d2] + (i + 2) * workItems + item, key2);
                    to.set(offset[d3] + (i + 3) * workItems + item, key3);
                }
            } else {
                for (int i = 0; i < items; i += 4) {
                    int key0 = tile[striped + i * stripe];
                    int key1 = tile[striped + (i + 1) * stripe];
                    int key2 = tile[striped + (i + 2) * stripe];
                    int key3 = tile[striped + (i + 3) * stripe];
                    int d0 = digit(key0, kind, flip, shift, mask);
                    int d1 = digit(key1, kind, flip, shift, mask);
                    int d2 = digit(key2, kind, flip, shift, mask);
                    int d3 = digit(key3, kind, flip, shift, mask);
                    counters[i / 4 * workItems + item] = d0 | (d1 << 8) | (d2 << 16) | (d3 << 24);
                    if (i * workItems + item < valid) {
                        to.set(offset[d0] + i * workItems + item, key0);
                    }
                    if ((i + 1) * workItems + item < valid) {
                        to.set(offset[d1] + (i + 1) * workItems + item, key1);
                    }
                    if ((i + 2) * workItems + item < valid) {
                        to.set(offset[d2] + (i + 2) * workItems + item, key2);
                    }
                    if ((i + 3) * workItems + item < valid) {
                        to.set(offset[d3] + (i + 3) * workItems + item, key3);
                    }
                }
            }
            context.localBarrier();
            // Write the values in the same order. Indices are computed again: compilers would keep them in registers.
            int readingValues = item + (prefetched & zero);
            for (int i = 0; i < items; i += 8) {
                int source = tileBegin + i * workItems + readingValues;
                int value0 = fromValues.get(Math.min(source, n - 1));
                int value1 = fromValues.get(Math.min(source + workItems, n - 1));
                int value2 = fromValues.get(Math.min(source + 2 * workItems, n - 1));
                int value3 = fromValues.get(Math.min(source + 3 * workItems, n - 1));
                int value4 = fromValues.get(Math.min(source + 4 * workItems, n - 1));
                int value5 = fromValues.get(Math.min(source + 5 * workItems, n - 1));
                int value6 = fromValues.get(Math.min(source + 6 * workItems, n - 1));
                int value7 = fromValues.get(Math.min(source + 7 * workItems, n - 1));
                tile[words[i]] = value0;
                tile[words[i + 1]] = value1;
                tile[words[i + 2]] = value2;
                tile[words[i + 3]] = value3;
                tile[words[i + 4]] = value4;
                tile[words[i + 5]] = value5;
                tile[words[i + 6]] = value6;
                tile[words[i + 7]] = value7;
            }
            context.localBarrier();
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
                    int four = counters[i / 4 * workItems + item];
                    int value0 = tile[striped + i * stripe];
                    int value1 = tile[striped + (i + 1) * stripe];
                    int value2 = tile[striped + (i + 2) * stripe];
                    int value3 = tile[striped + (i + 3) * stripe];
                    toValues.set(offset[four & 255] + i * workItems + item, value0);
                    toValues.set(offset[(four >> 8) & 255] + (i + 1) * workItems + item, value1);
                    toValues.set(offset[(four >> 16) & 255] + (i + 2) * workItems + item, value2);
                    toValues.set(offset[(four >> 24) & 255] + (i + 3) * workItems + item, value3);
                }
            } else {
                for (int i = 0; i < items; i += 4) {
                    int four = counters[i / 4 * workItems + item];
                    int value0 = tile[striped + i * stripe];
                    int value1 = tile[striped + (i + 1) * stripe];
                    int value2 = tile[striped + (i + 2) * stripe];
                    int value3 = tile[striped + (i + 3) * stripe];
                    if (i * workItems + item < valid) {
                        toValues.set(offset[four & 255] + i * workItems + item, value0);
                    }
                    if ((i + 1) * workItems + item < valid) {
                        toValues.set(offset[(four >> 8) & 255] + (i + 1) * workItems + item, value1);
                    }
                    if ((i + 2) * workItems + item < valid) {
                        toValues.set(offset[(four >> 16) & 255] + (i + 2) * workItems + item, value2);
                    }
                    if ((i + 3) * workItems + item < valid) {
                        toValues.set(offset[(four >> 24) & 255] + (i + 3) * workItems + item, value3);
                    }
                }
            }
            // No barrier: the next tile goes to the words that the same work-item has read here.
        }
    }

    /** {@return a digit of a key} */
    private static int digit(int key, int kind, int flip, int shift, int mask) {
        return (OrderedBits.ordered(OrderedBits.word(key, kind, flip), kind, flip) >>> shift) & mask;
    }
}
