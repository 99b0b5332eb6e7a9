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
     * cache, and writes 4; reads and writes 4 bytes per value, or only
     * writes them if they are the indices of the keys.
     *
     * @param counts the index of each block's first key of each digit among all keys of that digit, as computed by {@link
     *     GroupScan}
     * @param totals the number of keys of each digit
     * @param withValues with {@link Checksum#INDICES}, {@link PassParameters#NUMBERED} may say that {@code fromValues} is not read
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
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int blocks = p.get(PassParameters.BLOCKS);
        int mask = p.get(window + 1);
        int flip = p.get(PassParameters.FLIP);
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
                int source = tileBegin + item + (prefetched & zero);
                int key0 = from.get(source);
                int key1 = from.get(source + workItems);
                int key2 = from.get(source + 2 * workItems);
                int key3 = from.get(source + 3 * workItems);
                int key4 = from.get(source + 4 * workItems);
                int key5 = from.get(source + 5 * workItems);
                int key6 = from.get(source + 6 * workItems);
                int key7 = from.get(source + 7 * workItems);
                int key8 = from.get(source + 8 * workItems);
                int key9 = from.get(source + 9 * workItems);
                int key10 = from.get(source + 10 * workItems);
                int key11 = from.get(source + 11 * workItems);
                int key12 = from.get(source + 12 * workItems);
                int key13 = from.get(source + 13 * workItems);
                int key14 = from.get(source + 14 * workItems);
                int key15 = from.get(source + 15 * workItems);
                int key16 = from.get(source + 16 * workItems);
                int key17 = from.get(source + 17 * workItems);
                int key18 = from.get(source + 18 * workItems);
                int key19 = from.get(source + 19 * workItems);
                int key20 = from.get(source + 20 * workItems);
                int key21 = from.get(source + 21 * workItems);
                int key22 = from.get(source + 22 * workItems);
                int key23 = from.get(source + 23 * workItems);
                int key24 = from.get(source + 24 * workItems);
                int key25 = from.get(source + 25 * workItems);
                int key26 = from.get(source + 26 * workItems);
                int key27 = from.get(source + 27 * workItems);
                int key28 = from.get(source + 28 * workItems);
                int key29 = from.get(source + 29 * workItems);
                int key30 = from.get(source + 30 * workItems);
                int key31 = from.get(source + 31 * workItems);
                tile[striped] = (digit(key0, kind, flip, shift, mask) << 16) | striped;
                tile[striped + stripe] = (digit(key1, kind, flip, shift, mask) << 16) | (striped + stripe);
                tile[striped + 2 * stripe] = (digit(key2, kind, flip, shift, mask) << 16) | (striped + 2 * stripe);
                tile[striped + 3 * stripe] = (digit(key3, kind, flip, shift, mask) << 16) | (striped + 3 * stripe);
                tile[striped + 4 * stripe] = (digit(key4, kind, flip, shift, mask) << 16) | (striped + 4 * stripe);
                tile[striped + 5 * stripe] = (digit(key5, kind, flip, shift, mask) << 16) | (striped + 5 * stripe);
                tile[striped + 6 * stripe] = (digit(key6, kind, flip, shift, mask) << 16) | (striped + 6 * stripe);
                tile[striped + 7 * stripe] = (digit(key7, kind, flip, shift, mask) << 16) | (striped + 7 * stripe);
                tile[striped + 8 * stripe] = (digit(key8, kind, flip, shift, mask) << 16) | (striped + 8 * stripe);
                tile[striped + 9 * stripe] = (digit(key9, kind, flip, shift, mask) << 16) | (striped + 9 * stripe);
                tile[striped + 10 * stripe] = (digit(key10, kind, flip, shift, mask) << 16) | (striped + 10 * stripe);
                tile[striped + 11 * stripe] = (digit(key11, kind, flip, shift, mask) << 16) | (striped + 11 * stripe);
                tile[striped + 12 * stripe] = (digit(key12, kind, flip, shift, mask) << 16) | (striped + 12 * stripe);
                tile[striped + 13 * stripe] = (digit(key13, kind, flip, shift, mask) << 16) | (striped + 13 * stripe);
                tile[striped + 14 * stripe] = (digit(key14, kind, flip, shift, mask) << 16) | (striped + 14 * stripe);
                tile[striped + 15 * stripe] = (digit(key15, kind, flip, shift, mask) << 16) | (striped + 15 * stripe);
                tile[striped + 16 * stripe] = (digit(key16, kind, flip, shift, mask) << 16) | (striped + 16 * stripe);
                tile[striped + 17 * stripe] = (digit(key17, kind, flip, shift, mask) << 16) | (striped + 17 * stripe);
                tile[striped + 18 * stripe] = (digit(key18, kind, flip, shift, mask) << 16) | (striped + 18 * stripe);
                tile[striped + 19 * stripe] = (digit(key19, kind, flip, shift, mask) << 16) | (striped + 19 * stripe);
                tile[striped + 20 * stripe] = (digit(key20, kind, flip, shift, mask) << 16) | (striped + 20 * stripe);
                tile[striped + 21 * stripe] = (digit(key21, kind, flip, shift, mask) << 16) | (striped + 21 * stripe);
                tile[striped + 22 * stripe] = (digit(key22, kind, flip, shift, mask) << 16) | (striped + 22 * stripe);
                tile[striped + 23 * stripe] = (digit(key23, kind, flip, shift, mask) << 16) | (striped + 23 * stripe);
                tile[striped + 24 * stripe] = (digit(key24, kind, flip, shift, mask) << 16) | (striped + 24 * stripe);
                tile[striped + 25 * stripe] = (digit(key25, kind, flip, shift, mask) << 16) | (striped + 25 * stripe);
                tile[striped + 26 * stripe] = (digit(key26, kind, flip, shift, mask) << 16) | (striped + 26 * stripe);
                tile[striped + 27 * stripe] = (digit(key27, kind, flip, shift, mask) << 16) | (striped + 27 * stripe);
                tile[striped + 28 * stripe] = (digit(key28, kind, flip, shift, mask) << 16) | (striped + 28 * stripe);
                tile[striped + 29 * stripe] = (digit(key29, kind, flip, shift, mask) << 16) | (striped + 29 * stripe);
                tile[striped + 30 * stripe] = (digit(key30, kind, flip, shift, mask) << 16) | (striped + 30 * stripe);
                tile[striped + 31 * stripe] = (digit(key31, kind, flip, shift, mask) << 16) | (striped + 31 * stripe);
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
                int word0 = tile[blocked];
                int word1 = tile[blocked + 1];
                int word2 = tile[blocked + 2];
                int word3 = tile[blocked + 3];
                int word4 = tile[blocked + 4];
                int word5 = tile[blocked + 5];
                int word6 = tile[blocked + 6];
                int word7 = tile[blocked + 7];
                int word8 = tile[blocked + 8];
                int word9 = tile[blocked + 9];
                int word10 = tile[blocked + 10];
                int word11 = tile[blocked + 11];
                int word12 = tile[blocked + 12];
                int word13 = tile[blocked + 13];
                int word14 = tile[blocked + 14];
                int word15 = tile[blocked + 15];
                int word16 = tile[blocked + 16];
                int word17 = tile[blocked + 17];
                int word18 = tile[blocked + 18];
                int word19 = tile[blocked + 19];
                int word20 = tile[blocked + 20];
                int word21 = tile[blocked + 21];
                int word22 = tile[blocked + 22];
                int word23 = tile[blocked + 23];
                int word24 = tile[blocked + 24];
                int word25 = tile[blocked + 25];
                int word26 = tile[blocked + 26];
                int word27 = tile[blocked + 27];
                int word28 = tile[blocked + 28];
                int word29 = tile[blocked + 29];
                int word30 = tile[blocked + 30];
                int word31 = tile[blocked + 31];
                int digit0 = (word0 >>> roundShift) & roundMask;
                int digit1 = (word1 >>> roundShift) & roundMask;
                int digit2 = (word2 >>> roundShift) & roundMask;
                int digit3 = (word3 >>> roundShift) & roundMask;
                int digit4 = (word4 >>> roundShift) & roundMask;
                int digit5 = (word5 >>> roundShift) & roundMask;
                int digit6 = (word6 >>> roundShift) & roundMask;
                int digit7 = (word7 >>> roundShift) & roundMask;
                int digit8 = (word8 >>> roundShift) & roundMask;
                int digit9 = (word9 >>> roundShift) & roundMask;
                int digit10 = (word10 >>> roundShift) & roundMask;
                int digit11 = (word11 >>> roundShift) & roundMask;
                int digit12 = (word12 >>> roundShift) & roundMask;
                int digit13 = (word13 >>> roundShift) & roundMask;
                int digit14 = (word14 >>> roundShift) & roundMask;
                int digit15 = (word15 >>> roundShift) & roundMask;
                int digit16 = (word16 >>> roundShift) & roundMask;
                int digit17 = (word17 >>> roundShift) & roundMask;
                int digit18 = (word18 >>> roundShift) & roundMask;
                int digit19 = (word19 >>> roundShift) & roundMask;
                int digit20 = (word20 >>> roundShift) & roundMask;
                int digit21 = (word21 >>> roundShift) & roundMask;
                int digit22 = (word22 >>> roundShift) & roundMask;
                int digit23 = (word23 >>> roundShift) & roundMask;
                int digit24 = (word24 >>> roundShift) & roundMask;
                int digit25 = (word25 >>> roundShift) & roundMask;
                int digit26 = (word26 >>> roundShift) & roundMask;
                int digit27 = (word27 >>> roundShift) & roundMask;
                int digit28 = (word28 >>> roundShift) & roundMask;
                int digit29 = (word29 >>> roundShift) & roundMask;
                int digit30 = (word30 >>> roundShift) & roundMask;
                int digit31 = (word31 >>> roundShift) & roundMask;
                long allButLast = (1L << (digit0 * 4)) + (1L << (digit1 * 4)) + (1L << (digit2 * 4)) + (1L << (digit3 * 4))
                        + (1L << (digit4 * 4)) + (1L << (digit5 * 4)) + (1L << (digit6 * 4)) + (1L << (digit7 * 4))
                        + (1L << (digit8 * 4)) + (1L << (digit9 * 4)) + (1L << (digit10 * 4)) + (1L << (digit11 * 4))
                        + (1L << (digit12 * 4)) + (1L << (digit13 * 4)) + (1L << (digit14 * 4));
                long otherAllButLast = (1L << (digit16 * 4)) + (1L << (digit17 * 4)) + (1L << (digit18 * 4))
                        + (1L << (digit19 * 4)) + (1L << (digit20 * 4)) + (1L << (digit21 * 4)) + (1L << (digit22 * 4))
                        + (1L << (digit23 * 4)) + (1L << (digit24 * 4)) + (1L << (digit25 * 4)) + (1L << (digit26 * 4))
                        + (1L << (digit27 * 4)) + (1L << (digit28 * 4)) + (1L << (digit29 * 4)) + (1L << (digit30 * 4));
                // Store the counters digit-major, two digits to a word: row (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    long pair = ((allButLast >> (i * 4)) & 0x0000000f0000000fL)
                            + ((otherAllButLast >> (i * 4)) & 0x0000000f0000000fL);
                    counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                }
                int lastWord = counter + (digit15 & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((digit15 >> 3) << 4));
                lastWord = counter + (digit31 & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((digit31 >> 3) << 4));
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
                int at0 = counter + (digit0 & 7) * counterRow;
                int count0 = counters[at0];
                counters[at0] = count0 + (1 << ((digit0 >> 3) << 4));
                int rank0 = GroupDigits.half(count0, digit0);
                rank0 = rank0 + (rank0 >> 5);
                tile[GroupDigits.select(rank0, word0 & 65535, last)] = GroupDigits.select(word0, rank0, last);
                int at1 = counter + (digit1 & 7) * counterRow;
                int count1 = counters[at1];
                counters[at1] = count1 + (1 << ((digit1 >> 3) << 4));
                int rank1 = GroupDigits.half(count1, digit1);
                rank1 = rank1 + (rank1 >> 5);
                tile[GroupDigits.select(rank1, word1 & 65535, last)] = GroupDigits.select(word1, rank1, last);
                int at2 = counter + (digit2 & 7) * counterRow;
                int count2 = counters[at2];
                counters[at2] = count2 + (1 << ((digit2 >> 3) << 4));
                int rank2 = GroupDigits.half(count2, digit2);
                rank2 = rank2 + (rank2 >> 5);
                tile[GroupDigits.select(rank2, word2 & 65535, last)] = GroupDigits.select(word2, rank2, last);
                int at3 = counter + (digit3 & 7) * counterRow;
                int count3 = counters[at3];
                counters[at3] = count3 + (1 << ((digit3 >> 3) << 4));
                int rank3 = GroupDigits.half(count3, digit3);
                rank3 = rank3 + (rank3 >> 5);
                tile[GroupDigits.select(rank3, word3 & 65535, last)] = GroupDigits.select(word3, rank3, last);
                int at4 = counter + (digit4 & 7) * counterRow;
                int count4 = counters[at4];
                counters[at4] = count4 + (1 << ((digit4 >> 3) << 4));
                int rank4 = GroupDigits.half(count4, digit4);
                rank4 = rank4 + (rank4 >> 5);
                tile[GroupDigits.select(rank4, word4 & 65535, last)] = GroupDigits.select(word4, rank4, last);
                int at5 = counter + (digit5 & 7) * counterRow;
                int count5 = counters[at5];
                counters[at5] = count5 + (1 << ((digit5 >> 3) << 4));
                int rank5 = GroupDigits.half(count5, digit5);
                rank5 = rank5 + (rank5 >> 5);
                tile[GroupDigits.select(rank5, word5 & 65535, last)] = GroupDigits.select(word5, rank5, last);
                int at6 = counter + (digit6 & 7) * counterRow;
                int count6 = counters[at6];
                counters[at6] = count6 + (1 << ((digit6 >> 3) << 4));
                int rank6 = GroupDigits.half(count6, digit6);
                rank6 = rank6 + (rank6 >> 5);
                tile[GroupDigits.select(rank6, word6 & 65535, last)] = GroupDigits.select(word6, rank6, last);
                int at7 = counter + (digit7 & 7) * counterRow;
                int count7 = counters[at7];
                counters[at7] = count7 + (1 << ((digit7 >> 3) << 4));
                int rank7 = GroupDigits.half(count7, digit7);
                rank7 = rank7 + (rank7 >> 5);
                tile[GroupDigits.select(rank7, word7 & 65535, last)] = GroupDigits.select(word7, rank7, last);
                int at8 = counter + (digit8 & 7) * counterRow;
                int count8 = counters[at8];
                counters[at8] = count8 + (1 << ((digit8 >> 3) << 4));
                int rank8 = GroupDigits.half(count8, digit8);
                rank8 = rank8 + (rank8 >> 5);
                tile[GroupDigits.select(rank8, word8 & 65535, last)] = GroupDigits.select(word8, rank8, last);
                int at9 = counter + (digit9 & 7) * counterRow;
                int count9 = counters[at9];
                counters[at9] = count9 + (1 << ((digit9 >> 3) << 4));
                int rank9 = GroupDigits.half(count9, digit9);
                rank9 = rank9 + (rank9 >> 5);
                tile[GroupDigits.select(rank9, word9 & 65535, last)] = GroupDigits.select(word9, rank9, last);
                int at10 = counter + (digit10 & 7) * counterRow;
                int count10 = counters[at10];
                counters[at10] = count10 + (1 << ((digit10 >> 3) << 4));
                int rank10 = GroupDigits.half(count10, digit10);
                rank10 = rank10 + (rank10 >> 5);
                tile[GroupDigits.select(rank10, word10 & 65535, last)] = GroupDigits.select(word10, rank10, last);
                int at11 = counter + (digit11 & 7) * counterRow;
                int count11 = counters[at11];
                counters[at11] = count11 + (1 << ((digit11 >> 3) << 4));
                int rank11 = GroupDigits.half(count11, digit11);
                rank11 = rank11 + (rank11 >> 5);
                tile[GroupDigits.select(rank11, word11 & 65535, last)] = GroupDigits.select(word11, rank11, last);
                int at12 = counter + (digit12 & 7) * counterRow;
                int count12 = counters[at12];
                counters[at12] = count12 + (1 << ((digit12 >> 3) << 4));
                int rank12 = GroupDigits.half(count12, digit12);
                rank12 = rank12 + (rank12 >> 5);
                tile[GroupDigits.select(rank12, word12 & 65535, last)] = GroupDigits.select(word12, rank12, last);
                int at13 = counter + (digit13 & 7) * counterRow;
                int count13 = counters[at13];
                counters[at13] = count13 + (1 << ((digit13 >> 3) << 4));
                int rank13 = GroupDigits.half(count13, digit13);
                rank13 = rank13 + (rank13 >> 5);
                tile[GroupDigits.select(rank13, word13 & 65535, last)] = GroupDigits.select(word13, rank13, last);
                int at14 = counter + (digit14 & 7) * counterRow;
                int count14 = counters[at14];
                counters[at14] = count14 + (1 << ((digit14 >> 3) << 4));
                int rank14 = GroupDigits.half(count14, digit14);
                rank14 = rank14 + (rank14 >> 5);
                tile[GroupDigits.select(rank14, word14 & 65535, last)] = GroupDigits.select(word14, rank14, last);
                int at15 = counter + (digit15 & 7) * counterRow;
                int count15 = counters[at15];
                counters[at15] = count15 + (1 << ((digit15 >> 3) << 4));
                int rank15 = GroupDigits.half(count15, digit15);
                rank15 = rank15 + (rank15 >> 5);
                tile[GroupDigits.select(rank15, word15 & 65535, last)] = GroupDigits.select(word15, rank15, last);
                int at16 = counter + (digit16 & 7) * counterRow;
                int count16 = counters[at16];
                counters[at16] = count16 + (1 << ((digit16 >> 3) << 4));
                int rank16 = GroupDigits.half(count16, digit16);
                rank16 = rank16 + (rank16 >> 5);
                tile[GroupDigits.select(rank16, word16 & 65535, last)] = GroupDigits.select(word16, rank16, last);
                int at17 = counter + (digit17 & 7) * counterRow;
                int count17 = counters[at17];
                counters[at17] = count17 + (1 << ((digit17 >> 3) << 4));
                int rank17 = GroupDigits.half(count17, digit17);
                rank17 = rank17 + (rank17 >> 5);
                tile[GroupDigits.select(rank17, word17 & 65535, last)] = GroupDigits.select(word17, rank17, last);
                int at18 = counter + (digit18 & 7) * counterRow;
                int count18 = counters[at18];
                counters[at18] = count18 + (1 << ((digit18 >> 3) << 4));
                int rank18 = GroupDigits.half(count18, digit18);
                rank18 = rank18 + (rank18 >> 5);
                tile[GroupDigits.select(rank18, word18 & 65535, last)] = GroupDigits.select(word18, rank18, last);
                int at19 = counter + (digit19 & 7) * counterRow;
                int count19 = counters[at19];
                counters[at19] = count19 + (1 << ((digit19 >> 3) << 4));
                int rank19 = GroupDigits.half(count19, digit19);
                rank19 = rank19 + (rank19 >> 5);
                tile[GroupDigits.select(rank19, word19 & 65535, last)] = GroupDigits.select(word19, rank19, last);
                int at20 = counter + (digit20 & 7) * counterRow;
                int count20 = counters[at20];
                counters[at20] = count20 + (1 << ((digit20 >> 3) << 4));
                int rank20 = GroupDigits.half(count20, digit20);
                rank20 = rank20 + (rank20 >> 5);
                tile[GroupDigits.select(rank20, word20 & 65535, last)] = GroupDigits.select(word20, rank20, last);
                int at21 = counter + (digit21 & 7) * counterRow;
                int count21 = counters[at21];
                counters[at21] = count21 + (1 << ((digit21 >> 3) << 4));
                int rank21 = GroupDigits.half(count21, digit21);
                rank21 = rank21 + (rank21 >> 5);
                tile[GroupDigits.select(rank21, word21 & 65535, last)] = GroupDigits.select(word21, rank21, last);
                int at22 = counter + (digit22 & 7) * counterRow;
                int count22 = counters[at22];
                counters[at22] = count22 + (1 << ((digit22 >> 3) << 4));
                int rank22 = GroupDigits.half(count22, digit22);
                rank22 = rank22 + (rank22 >> 5);
                tile[GroupDigits.select(rank22, word22 & 65535, last)] = GroupDigits.select(word22, rank22, last);
                int at23 = counter + (digit23 & 7) * counterRow;
                int count23 = counters[at23];
                counters[at23] = count23 + (1 << ((digit23 >> 3) << 4));
                int rank23 = GroupDigits.half(count23, digit23);
                rank23 = rank23 + (rank23 >> 5);
                tile[GroupDigits.select(rank23, word23 & 65535, last)] = GroupDigits.select(word23, rank23, last);
                int at24 = counter + (digit24 & 7) * counterRow;
                int count24 = counters[at24];
                counters[at24] = count24 + (1 << ((digit24 >> 3) << 4));
                int rank24 = GroupDigits.half(count24, digit24);
                rank24 = rank24 + (rank24 >> 5);
                tile[GroupDigits.select(rank24, word24 & 65535, last)] = GroupDigits.select(word24, rank24, last);
                int at25 = counter + (digit25 & 7) * counterRow;
                int count25 = counters[at25];
                counters[at25] = count25 + (1 << ((digit25 >> 3) << 4));
                int rank25 = GroupDigits.half(count25, digit25);
                rank25 = rank25 + (rank25 >> 5);
                tile[GroupDigits.select(rank25, word25 & 65535, last)] = GroupDigits.select(word25, rank25, last);
                int at26 = counter + (digit26 & 7) * counterRow;
                int count26 = counters[at26];
                counters[at26] = count26 + (1 << ((digit26 >> 3) << 4));
                int rank26 = GroupDigits.half(count26, digit26);
                rank26 = rank26 + (rank26 >> 5);
                tile[GroupDigits.select(rank26, word26 & 65535, last)] = GroupDigits.select(word26, rank26, last);
                int at27 = counter + (digit27 & 7) * counterRow;
                int count27 = counters[at27];
                counters[at27] = count27 + (1 << ((digit27 >> 3) << 4));
                int rank27 = GroupDigits.half(count27, digit27);
                rank27 = rank27 + (rank27 >> 5);
                tile[GroupDigits.select(rank27, word27 & 65535, last)] = GroupDigits.select(word27, rank27, last);
                int at28 = counter + (digit28 & 7) * counterRow;
                int count28 = counters[at28];
                counters[at28] = count28 + (1 << ((digit28 >> 3) << 4));
                int rank28 = GroupDigits.half(count28, digit28);
                rank28 = rank28 + (rank28 >> 5);
                tile[GroupDigits.select(rank28, word28 & 65535, last)] = GroupDigits.select(word28, rank28, last);
                int at29 = counter + (digit29 & 7) * counterRow;
                int count29 = counters[at29];
                counters[at29] = count29 + (1 << ((digit29 >> 3) << 4));
                int rank29 = GroupDigits.half(count29, digit29);
                rank29 = rank29 + (rank29 >> 5);
                tile[GroupDigits.select(rank29, word29 & 65535, last)] = GroupDigits.select(word29, rank29, last);
                int at30 = counter + (digit30 & 7) * counterRow;
                int count30 = counters[at30];
                counters[at30] = count30 + (1 << ((digit30 >> 3) << 4));
                int rank30 = GroupDigits.half(count30, digit30);
                rank30 = rank30 + (rank30 >> 5);
                tile[GroupDigits.select(rank30, word30 & 65535, last)] = GroupDigits.select(word30, rank30, last);
                int at31 = counter + (digit31 & 7) * counterRow;
                int count31 = counters[at31];
                counters[at31] = count31 + (1 << ((digit31 >> 3) << 4));
                int rank31 = GroupDigits.half(count31, digit31);
                rank31 = rank31 + (rank31 >> 5);
                tile[GroupDigits.select(rank31, word31 & 65535, last)] = GroupDigits.select(word31, rank31, last);
                context.localBarrier();
            }

            // Advance each digit's index in the result.
            for (int j = item; j < RADIX; j += workItems) {
                int d = GroupDigits.own(j);
                nextIndex[j] = nextIndex[j] + first[GroupDigits.padded(d + 1)] - first[GroupDigits.padded(d)];
            }
            // Read the ranks of the work-item's keys, and keep two in a register each: two work-groups share a unit's registers then.
            int ranks0 = tile[striped] | (tile[striped + 16 * stripe] << 16);
            int ranks1 = tile[striped + stripe] | (tile[striped + 17 * stripe] << 16);
            int ranks2 = tile[striped + 2 * stripe] | (tile[striped + 18 * stripe] << 16);
            int ranks3 = tile[striped + 3 * stripe] | (tile[striped + 19 * stripe] << 16);
            int ranks4 = tile[striped + 4 * stripe] | (tile[striped + 20 * stripe] << 16);
            int ranks5 = tile[striped + 5 * stripe] | (tile[striped + 21 * stripe] << 16);
            int ranks6 = tile[striped + 6 * stripe] | (tile[striped + 22 * stripe] << 16);
            int ranks7 = tile[striped + 7 * stripe] | (tile[striped + 23 * stripe] << 16);
            int ranks8 = tile[striped + 8 * stripe] | (tile[striped + 24 * stripe] << 16);
            int ranks9 = tile[striped + 9 * stripe] | (tile[striped + 25 * stripe] << 16);
            int ranks10 = tile[striped + 10 * stripe] | (tile[striped + 26 * stripe] << 16);
            int ranks11 = tile[striped + 11 * stripe] | (tile[striped + 27 * stripe] << 16);
            int ranks12 = tile[striped + 12 * stripe] | (tile[striped + 28 * stripe] << 16);
            int ranks13 = tile[striped + 13 * stripe] | (tile[striped + 29 * stripe] << 16);
            int ranks14 = tile[striped + 14 * stripe] | (tile[striped + 30 * stripe] << 16);
            int ranks15 = tile[striped + 15 * stripe] | (tile[striped + 31 * stripe] << 16);
            context.localBarrier();
            // Read the keys again, and store each at its rank. All loads precede the first store.
            int reading = tileBegin + item + (prefetched & zero);
            int read0 = from.get(Math.min(reading, n - 1));
            int read1 = from.get(Math.min(reading + workItems, n - 1));
            int read2 = from.get(Math.min(reading + 2 * workItems, n - 1));
            int read3 = from.get(Math.min(reading + 3 * workItems, n - 1));
            int read4 = from.get(Math.min(reading + 4 * workItems, n - 1));
            int read5 = from.get(Math.min(reading + 5 * workItems, n - 1));
            int read6 = from.get(Math.min(reading + 6 * workItems, n - 1));
            int read7 = from.get(Math.min(reading + 7 * workItems, n - 1));
            int read8 = from.get(Math.min(reading + 8 * workItems, n - 1));
            int read9 = from.get(Math.min(reading + 9 * workItems, n - 1));
            int read10 = from.get(Math.min(reading + 10 * workItems, n - 1));
            int read11 = from.get(Math.min(reading + 11 * workItems, n - 1));
            int read12 = from.get(Math.min(reading + 12 * workItems, n - 1));
            int read13 = from.get(Math.min(reading + 13 * workItems, n - 1));
            int read14 = from.get(Math.min(reading + 14 * workItems, n - 1));
            int read15 = from.get(Math.min(reading + 15 * workItems, n - 1));
            int read16 = from.get(Math.min(reading + 16 * workItems, n - 1));
            int read17 = from.get(Math.min(reading + 17 * workItems, n - 1));
            int read18 = from.get(Math.min(reading + 18 * workItems, n - 1));
            int read19 = from.get(Math.min(reading + 19 * workItems, n - 1));
            int read20 = from.get(Math.min(reading + 20 * workItems, n - 1));
            int read21 = from.get(Math.min(reading + 21 * workItems, n - 1));
            int read22 = from.get(Math.min(reading + 22 * workItems, n - 1));
            int read23 = from.get(Math.min(reading + 23 * workItems, n - 1));
            int read24 = from.get(Math.min(reading + 24 * workItems, n - 1));
            int read25 = from.get(Math.min(reading + 25 * workItems, n - 1));
            int read26 = from.get(Math.min(reading + 26 * workItems, n - 1));
            int read27 = from.get(Math.min(reading + 27 * workItems, n - 1));
            int read28 = from.get(Math.min(reading + 28 * workItems, n - 1));
            int read29 = from.get(Math.min(reading + 29 * workItems, n - 1));
            int read30 = from.get(Math.min(reading + 30 * workItems, n - 1));
            int read31 = from.get(Math.min(reading + 31 * workItems, n - 1));
            tile[ranks0 & 65535] = read0;
            tile[ranks1 & 65535] = read1;
            tile[ranks2 & 65535] = read2;
            tile[ranks3 & 65535] = read3;
            tile[ranks4 & 65535] = read4;
            tile[ranks5 & 65535] = read5;
            tile[ranks6 & 65535] = read6;
            tile[ranks7 & 65535] = read7;
            tile[ranks8 & 65535] = read8;
            tile[ranks9 & 65535] = read9;
            tile[ranks10 & 65535] = read10;
            tile[ranks11 & 65535] = read11;
            tile[ranks12 & 65535] = read12;
            tile[ranks13 & 65535] = read13;
            tile[ranks14 & 65535] = read14;
            tile[ranks15 & 65535] = read15;
            tile[ranks0 >> 16] = read16;
            tile[ranks1 >> 16] = read17;
            tile[ranks2 >> 16] = read18;
            tile[ranks3 >> 16] = read19;
            tile[ranks4 >> 16] = read20;
            tile[ranks5 >> 16] = read21;
            tile[ranks6 >> 16] = read22;
            tile[ranks7 >> 16] = read23;
            tile[ranks8 >> 16] = read24;
            tile[ranks9 >> 16] = read25;
            tile[ranks10 >> 16] = read26;
            tile[ranks11 >> 16] = read27;
            tile[ranks12 >> 16] = read28;
            tile[ranks13 >> 16] = read29;
            tile[ranks14 >> 16] = read30;
            tile[ranks15 >> 16] = read31;
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
            // Write the values in the same order. The word that is 0 makes compilers compute the indices again, and not keep them in
            // registers.
            int readingValues = tileBegin + item + (ranks0 & zero);
            if (numbered == 0) {
                int readValue0 = fromValues.get(Math.min(readingValues, n - 1));
                int readValue1 = fromValues.get(Math.min(readingValues + workItems, n - 1));
                int readValue2 = fromValues.get(Math.min(readingValues + 2 * workItems, n - 1));
                int readValue3 = fromValues.get(Math.min(readingValues + 3 * workItems, n - 1));
                int readValue4 = fromValues.get(Math.min(readingValues + 4 * workItems, n - 1));
                int readValue5 = fromValues.get(Math.min(readingValues + 5 * workItems, n - 1));
                int readValue6 = fromValues.get(Math.min(readingValues + 6 * workItems, n - 1));
                int readValue7 = fromValues.get(Math.min(readingValues + 7 * workItems, n - 1));
                int readValue8 = fromValues.get(Math.min(readingValues + 8 * workItems, n - 1));
                int readValue9 = fromValues.get(Math.min(readingValues + 9 * workItems, n - 1));
                int readValue10 = fromValues.get(Math.min(readingValues + 10 * workItems, n - 1));
                int readValue11 = fromValues.get(Math.min(readingValues + 11 * workItems, n - 1));
                int readValue12 = fromValues.get(Math.min(readingValues + 12 * workItems, n - 1));
                int readValue13 = fromValues.get(Math.min(readingValues + 13 * workItems, n - 1));
                int readValue14 = fromValues.get(Math.min(readingValues + 14 * workItems, n - 1));
                int readValue15 = fromValues.get(Math.min(readingValues + 15 * workItems, n - 1));
                int readValue16 = fromValues.get(Math.min(readingValues + 16 * workItems, n - 1));
                int readValue17 = fromValues.get(Math.min(readingValues + 17 * workItems, n - 1));
                int readValue18 = fromValues.get(Math.min(readingValues + 18 * workItems, n - 1));
                int readValue19 = fromValues.get(Math.min(readingValues + 19 * workItems, n - 1));
                int readValue20 = fromValues.get(Math.min(readingValues + 20 * workItems, n - 1));
                int readValue21 = fromValues.get(Math.min(readingValues + 21 * workItems, n - 1));
                int readValue22 = fromValues.get(Math.min(readingValues + 22 * workItems, n - 1));
                int readValue23 = fromValues.get(Math.min(readingValues + 23 * workItems, n - 1));
                int readValue24 = fromValues.get(Math.min(readingValues + 24 * workItems, n - 1));
                int readValue25 = fromValues.get(Math.min(readingValues + 25 * workItems, n - 1));
                int readValue26 = fromValues.get(Math.min(readingValues + 26 * workItems, n - 1));
                int readValue27 = fromValues.get(Math.min(readingValues + 27 * workItems, n - 1));
                int readValue28 = fromValues.get(Math.min(readingValues + 28 * workItems, n - 1));
                int readValue29 = fromValues.get(Math.min(readingValues + 29 * workItems, n - 1));
                int readValue30 = fromValues.get(Math.min(readingValues + 30 * workItems, n - 1));
                int readValue31 = fromValues.get(Math.min(readingValues + 31 * workItems, n - 1));
                tile[ranks0 & 65535] = readValue0;
                tile[ranks1 & 65535] = readValue1;
                tile[ranks2 & 65535] = readValue2;
                tile[ranks3 & 65535] = readValue3;
                tile[ranks4 & 65535] = readValue4;
                tile[ranks5 & 65535] = readValue5;
                tile[ranks6 & 65535] = readValue6;
                tile[ranks7 & 65535] = readValue7;
                tile[ranks8 & 65535] = readValue8;
                tile[ranks9 & 65535] = readValue9;
                tile[ranks10 & 65535] = readValue10;
                tile[ranks11 & 65535] = readValue11;
                tile[ranks12 & 65535] = readValue12;
                tile[ranks13 & 65535] = readValue13;
                tile[ranks14 & 65535] = readValue14;
                tile[ranks15 & 65535] = readValue15;
                tile[ranks0 >> 16] = readValue16;
                tile[ranks1 >> 16] = readValue17;
                tile[ranks2 >> 16] = readValue18;
                tile[ranks3 >> 16] = readValue19;
                tile[ranks4 >> 16] = readValue20;
                tile[ranks5 >> 16] = readValue21;
                tile[ranks6 >> 16] = readValue22;
                tile[ranks7 >> 16] = readValue23;
                tile[ranks8 >> 16] = readValue24;
                tile[ranks9 >> 16] = readValue25;
                tile[ranks10 >> 16] = readValue26;
                tile[ranks11 >> 16] = readValue27;
                tile[ranks12 >> 16] = readValue28;
                tile[ranks13 >> 16] = readValue29;
                tile[ranks14 >> 16] = readValue30;
                tile[ranks15 >> 16] = readValue31;
            } else {
                tile[ranks0 & 65535] = readingValues;
                tile[ranks1 & 65535] = readingValues + workItems;
                tile[ranks2 & 65535] = readingValues + 2 * workItems;
                tile[ranks3 & 65535] = readingValues + 3 * workItems;
                tile[ranks4 & 65535] = readingValues + 4 * workItems;
                tile[ranks5 & 65535] = readingValues + 5 * workItems;
                tile[ranks6 & 65535] = readingValues + 6 * workItems;
                tile[ranks7 & 65535] = readingValues + 7 * workItems;
                tile[ranks8 & 65535] = readingValues + 8 * workItems;
                tile[ranks9 & 65535] = readingValues + 9 * workItems;
                tile[ranks10 & 65535] = readingValues + 10 * workItems;
                tile[ranks11 & 65535] = readingValues + 11 * workItems;
                tile[ranks12 & 65535] = readingValues + 12 * workItems;
                tile[ranks13 & 65535] = readingValues + 13 * workItems;
                tile[ranks14 & 65535] = readingValues + 14 * workItems;
                tile[ranks15 & 65535] = readingValues + 15 * workItems;
                tile[ranks0 >> 16] = readingValues + 16 * workItems;
                tile[ranks1 >> 16] = readingValues + 17 * workItems;
                tile[ranks2 >> 16] = readingValues + 18 * workItems;
                tile[ranks3 >> 16] = readingValues + 19 * workItems;
                tile[ranks4 >> 16] = readingValues + 20 * workItems;
                tile[ranks5 >> 16] = readingValues + 21 * workItems;
                tile[ranks6 >> 16] = readingValues + 22 * workItems;
                tile[ranks7 >> 16] = readingValues + 23 * workItems;
                tile[ranks8 >> 16] = readingValues + 24 * workItems;
                tile[ranks9 >> 16] = readingValues + 25 * workItems;
                tile[ranks10 >> 16] = readingValues + 26 * workItems;
                tile[ranks11 >> 16] = readingValues + 27 * workItems;
                tile[ranks12 >> 16] = readingValues + 28 * workItems;
                tile[ranks13 >> 16] = readingValues + 29 * workItems;
                tile[ranks14 >> 16] = readingValues + 30 * workItems;
                tile[ranks15 >> 16] = readingValues + 31 * workItems;
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
