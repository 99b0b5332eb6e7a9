package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The downsweep of {@link GroupRadix32} for many keys without values, with tiles of twice as many keys. The keys of a digit
 * that a work-group writes at a time are then twice as many neighbours, and sums over the work-items are computed half as
 * often. Local memory holds a tile once: work-items keep their keys in registers while these are ranked. There is a variable
 * for each, since PTX would place a private array in memory.
 */
public final class GroupRadixKeys32 {
    private static final int RADIX = GroupRadix32.RADIX;

    private GroupRadixKeys32() {}

    /**
     * Moves each key to the next index of its digit. Each tile is sorted by the digit in local memory, in two stable rounds of
     * 4 bits, and then written digit by digit.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block, whose span is a multiple of a tile of
     * {@code 32 * workItems} keys; local memory {@code 689 * workItems / 4 + 3272} bytes, at most 46.3 KiB. Reads and writes 4
     * bytes per key.
     *
     * @param fromValues not accessed, as is {@code toValues}: a graph passes on only what its tasks name
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
            // Load the tile, striped over the work-items.
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
                tile[striped] = OrderedBits.word(key0, kind, flip);
                tile[striped + stripe] = OrderedBits.word(key1, kind, flip);
                tile[striped + 2 * stripe] = OrderedBits.word(key2, kind, flip);
                tile[striped + 3 * stripe] = OrderedBits.word(key3, kind, flip);
                tile[striped + 4 * stripe] = OrderedBits.word(key4, kind, flip);
                tile[striped + 5 * stripe] = OrderedBits.word(key5, kind, flip);
                tile[striped + 6 * stripe] = OrderedBits.word(key6, kind, flip);
                tile[striped + 7 * stripe] = OrderedBits.word(key7, kind, flip);
                tile[striped + 8 * stripe] = OrderedBits.word(key8, kind, flip);
                tile[striped + 9 * stripe] = OrderedBits.word(key9, kind, flip);
                tile[striped + 10 * stripe] = OrderedBits.word(key10, kind, flip);
                tile[striped + 11 * stripe] = OrderedBits.word(key11, kind, flip);
                tile[striped + 12 * stripe] = OrderedBits.word(key12, kind, flip);
                tile[striped + 13 * stripe] = OrderedBits.word(key13, kind, flip);
                tile[striped + 14 * stripe] = OrderedBits.word(key14, kind, flip);
                tile[striped + 15 * stripe] = OrderedBits.word(key15, kind, flip);
                tile[striped + 16 * stripe] = OrderedBits.word(key16, kind, flip);
                tile[striped + 17 * stripe] = OrderedBits.word(key17, kind, flip);
                tile[striped + 18 * stripe] = OrderedBits.word(key18, kind, flip);
                tile[striped + 19 * stripe] = OrderedBits.word(key19, kind, flip);
                tile[striped + 20 * stripe] = OrderedBits.word(key20, kind, flip);
                tile[striped + 21 * stripe] = OrderedBits.word(key21, kind, flip);
                tile[striped + 22 * stripe] = OrderedBits.word(key22, kind, flip);
                tile[striped + 23 * stripe] = OrderedBits.word(key23, kind, flip);
                tile[striped + 24 * stripe] = OrderedBits.word(key24, kind, flip);
                tile[striped + 25 * stripe] = OrderedBits.word(key25, kind, flip);
                tile[striped + 26 * stripe] = OrderedBits.word(key26, kind, flip);
                tile[striped + 27 * stripe] = OrderedBits.word(key27, kind, flip);
                tile[striped + 28 * stripe] = OrderedBits.word(key28, kind, flip);
                tile[striped + 29 * stripe] = OrderedBits.word(key29, kind, flip);
                tile[striped + 30 * stripe] = OrderedBits.word(key30, kind, flip);
                tile[striped + 31 * stripe] = OrderedBits.word(key31, kind, flip);
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int key = from.get(Math.min(tileBegin + j, n - 1));
                    tile[striped + i * stripe] =
                            j < valid ? OrderedBits.word(key, kind, flip) : OrderedBits.lastWord(kind, flip, mask << shift);
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 16, and does not use it.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            prefetched = from.get(next) | from.get(Math.min(next + items / 2, n - 1));

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                int roundShift = shift + round * 4;
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
                int digit0 = digit(word0, kind, flip, roundShift, roundMask);
                int digit1 = digit(word1, kind, flip, roundShift, roundMask);
                int digit2 = digit(word2, kind, flip, roundShift, roundMask);
                int digit3 = digit(word3, kind, flip, roundShift, roundMask);
                int digit4 = digit(word4, kind, flip, roundShift, roundMask);
                int digit5 = digit(word5, kind, flip, roundShift, roundMask);
                int digit6 = digit(word6, kind, flip, roundShift, roundMask);
                int digit7 = digit(word7, kind, flip, roundShift, roundMask);
                int digit8 = digit(word8, kind, flip, roundShift, roundMask);
                int digit9 = digit(word9, kind, flip, roundShift, roundMask);
                int digit10 = digit(word10, kind, flip, roundShift, roundMask);
                int digit11 = digit(word11, kind, flip, roundShift, roundMask);
                int digit12 = digit(word12, kind, flip, roundShift, roundMask);
                int digit13 = digit(word13, kind, flip, roundShift, roundMask);
                int digit14 = digit(word14, kind, flip, roundShift, roundMask);
                int digit15 = digit(word15, kind, flip, roundShift, roundMask);
                int digit16 = digit(word16, kind, flip, roundShift, roundMask);
                int digit17 = digit(word17, kind, flip, roundShift, roundMask);
                int digit18 = digit(word18, kind, flip, roundShift, roundMask);
                int digit19 = digit(word19, kind, flip, roundShift, roundMask);
                int digit20 = digit(word20, kind, flip, roundShift, roundMask);
                int digit21 = digit(word21, kind, flip, roundShift, roundMask);
                int digit22 = digit(word22, kind, flip, roundShift, roundMask);
                int digit23 = digit(word23, kind, flip, roundShift, roundMask);
                int digit24 = digit(word24, kind, flip, roundShift, roundMask);
                int digit25 = digit(word25, kind, flip, roundShift, roundMask);
                int digit26 = digit(word26, kind, flip, roundShift, roundMask);
                int digit27 = digit(word27, kind, flip, roundShift, roundMask);
                int digit28 = digit(word28, kind, flip, roundShift, roundMask);
                int digit29 = digit(word29, kind, flip, roundShift, roundMask);
                int digit30 = digit(word30, kind, flip, roundShift, roundMask);
                int digit31 = digit(word31, kind, flip, roundShift, roundMask);
                long allButLast = (1L << (digit0 * 4)) + (1L << (digit1 * 4)) + (1L << (digit2 * 4))
                        + (1L << (digit3 * 4)) + (1L << (digit4 * 4)) + (1L << (digit5 * 4))
                        + (1L << (digit6 * 4)) + (1L << (digit7 * 4)) + (1L << (digit8 * 4))
                        + (1L << (digit9 * 4)) + (1L << (digit10 * 4)) + (1L << (digit11 * 4))
                        + (1L << (digit12 * 4)) + (1L << (digit13 * 4)) + (1L << (digit14 * 4));
                long otherAllButLast = (1L << (digit16 * 4)) + (1L << (digit17 * 4)) + (1L << (digit18 * 4))
                        + (1L << (digit19 * 4)) + (1L << (digit20 * 4)) + (1L << (digit21 * 4))
                        + (1L << (digit22 * 4)) + (1L << (digit23 * 4)) + (1L << (digit24 * 4))
                        + (1L << (digit25 * 4)) + (1L << (digit26 * 4)) + (1L << (digit27 * 4))
                        + (1L << (digit28 * 4)) + (1L << (digit29 * 4)) + (1L << (digit30 * 4));
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
                            int d0 = digit(tile[ownerBegin + k], kind, flip, roundShift, roundMask);
                            int d1 = digit(tile[ownerBegin + k + 1], kind, flip, roundShift, roundMask);
                            int d2 = digit(tile[ownerBegin + k + 2], kind, flip, roundShift, roundMask);
                            int d3 = digit(tile[ownerBegin + k + 3], kind, flip, roundShift, roundMask);
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
                // Move each word to its rank, and advance the work-item's counter of its digit.
                int at0 = counter + (digit0 & 7) * counterRow;
                int count0 = counters[at0];
                counters[at0] = count0 + (1 << ((digit0 >> 3) << 4));
                int rank0 = GroupDigits.half(count0, digit0);
                tile[rank0 + (rank0 >> 5)] = word0;
                int at1 = counter + (digit1 & 7) * counterRow;
                int count1 = counters[at1];
                counters[at1] = count1 + (1 << ((digit1 >> 3) << 4));
                int rank1 = GroupDigits.half(count1, digit1);
                tile[rank1 + (rank1 >> 5)] = word1;
                int at2 = counter + (digit2 & 7) * counterRow;
                int count2 = counters[at2];
                counters[at2] = count2 + (1 << ((digit2 >> 3) << 4));
                int rank2 = GroupDigits.half(count2, digit2);
                tile[rank2 + (rank2 >> 5)] = word2;
                int at3 = counter + (digit3 & 7) * counterRow;
                int count3 = counters[at3];
                counters[at3] = count3 + (1 << ((digit3 >> 3) << 4));
                int rank3 = GroupDigits.half(count3, digit3);
                tile[rank3 + (rank3 >> 5)] = word3;
                int at4 = counter + (digit4 & 7) * counterRow;
                int count4 = counters[at4];
                counters[at4] = count4 + (1 << ((digit4 >> 3) << 4));
                int rank4 = GroupDigits.half(count4, digit4);
                tile[rank4 + (rank4 >> 5)] = word4;
                int at5 = counter + (digit5 & 7) * counterRow;
                int count5 = counters[at5];
                counters[at5] = count5 + (1 << ((digit5 >> 3) << 4));
                int rank5 = GroupDigits.half(count5, digit5);
                tile[rank5 + (rank5 >> 5)] = word5;
                int at6 = counter + (digit6 & 7) * counterRow;
                int count6 = counters[at6];
                counters[at6] = count6 + (1 << ((digit6 >> 3) << 4));
                int rank6 = GroupDigits.half(count6, digit6);
                tile[rank6 + (rank6 >> 5)] = word6;
                int at7 = counter + (digit7 & 7) * counterRow;
                int count7 = counters[at7];
                counters[at7] = count7 + (1 << ((digit7 >> 3) << 4));
                int rank7 = GroupDigits.half(count7, digit7);
                tile[rank7 + (rank7 >> 5)] = word7;
                int at8 = counter + (digit8 & 7) * counterRow;
                int count8 = counters[at8];
                counters[at8] = count8 + (1 << ((digit8 >> 3) << 4));
                int rank8 = GroupDigits.half(count8, digit8);
                tile[rank8 + (rank8 >> 5)] = word8;
                int at9 = counter + (digit9 & 7) * counterRow;
                int count9 = counters[at9];
                counters[at9] = count9 + (1 << ((digit9 >> 3) << 4));
                int rank9 = GroupDigits.half(count9, digit9);
                tile[rank9 + (rank9 >> 5)] = word9;
                int at10 = counter + (digit10 & 7) * counterRow;
                int count10 = counters[at10];
                counters[at10] = count10 + (1 << ((digit10 >> 3) << 4));
                int rank10 = GroupDigits.half(count10, digit10);
                tile[rank10 + (rank10 >> 5)] = word10;
                int at11 = counter + (digit11 & 7) * counterRow;
                int count11 = counters[at11];
                counters[at11] = count11 + (1 << ((digit11 >> 3) << 4));
                int rank11 = GroupDigits.half(count11, digit11);
                tile[rank11 + (rank11 >> 5)] = word11;
                int at12 = counter + (digit12 & 7) * counterRow;
                int count12 = counters[at12];
                counters[at12] = count12 + (1 << ((digit12 >> 3) << 4));
                int rank12 = GroupDigits.half(count12, digit12);
                tile[rank12 + (rank12 >> 5)] = word12;
                int at13 = counter + (digit13 & 7) * counterRow;
                int count13 = counters[at13];
                counters[at13] = count13 + (1 << ((digit13 >> 3) << 4));
                int rank13 = GroupDigits.half(count13, digit13);
                tile[rank13 + (rank13 >> 5)] = word13;
                int at14 = counter + (digit14 & 7) * counterRow;
                int count14 = counters[at14];
                counters[at14] = count14 + (1 << ((digit14 >> 3) << 4));
                int rank14 = GroupDigits.half(count14, digit14);
                tile[rank14 + (rank14 >> 5)] = word14;
                int at15 = counter + (digit15 & 7) * counterRow;
                int count15 = counters[at15];
                counters[at15] = count15 + (1 << ((digit15 >> 3) << 4));
                int rank15 = GroupDigits.half(count15, digit15);
                tile[rank15 + (rank15 >> 5)] = word15;
                int at16 = counter + (digit16 & 7) * counterRow;
                int count16 = counters[at16];
                counters[at16] = count16 + (1 << ((digit16 >> 3) << 4));
                int rank16 = GroupDigits.half(count16, digit16);
                tile[rank16 + (rank16 >> 5)] = word16;
                int at17 = counter + (digit17 & 7) * counterRow;
                int count17 = counters[at17];
                counters[at17] = count17 + (1 << ((digit17 >> 3) << 4));
                int rank17 = GroupDigits.half(count17, digit17);
                tile[rank17 + (rank17 >> 5)] = word17;
                int at18 = counter + (digit18 & 7) * counterRow;
                int count18 = counters[at18];
                counters[at18] = count18 + (1 << ((digit18 >> 3) << 4));
                int rank18 = GroupDigits.half(count18, digit18);
                tile[rank18 + (rank18 >> 5)] = word18;
                int at19 = counter + (digit19 & 7) * counterRow;
                int count19 = counters[at19];
                counters[at19] = count19 + (1 << ((digit19 >> 3) << 4));
                int rank19 = GroupDigits.half(count19, digit19);
                tile[rank19 + (rank19 >> 5)] = word19;
                int at20 = counter + (digit20 & 7) * counterRow;
                int count20 = counters[at20];
                counters[at20] = count20 + (1 << ((digit20 >> 3) << 4));
                int rank20 = GroupDigits.half(count20, digit20);
                tile[rank20 + (rank20 >> 5)] = word20;
                int at21 = counter + (digit21 & 7) * counterRow;
                int count21 = counters[at21];
                counters[at21] = count21 + (1 << ((digit21 >> 3) << 4));
                int rank21 = GroupDigits.half(count21, digit21);
                tile[rank21 + (rank21 >> 5)] = word21;
                int at22 = counter + (digit22 & 7) * counterRow;
                int count22 = counters[at22];
                counters[at22] = count22 + (1 << ((digit22 >> 3) << 4));
                int rank22 = GroupDigits.half(count22, digit22);
                tile[rank22 + (rank22 >> 5)] = word22;
                int at23 = counter + (digit23 & 7) * counterRow;
                int count23 = counters[at23];
                counters[at23] = count23 + (1 << ((digit23 >> 3) << 4));
                int rank23 = GroupDigits.half(count23, digit23);
                tile[rank23 + (rank23 >> 5)] = word23;
                int at24 = counter + (digit24 & 7) * counterRow;
                int count24 = counters[at24];
                counters[at24] = count24 + (1 << ((digit24 >> 3) << 4));
                int rank24 = GroupDigits.half(count24, digit24);
                tile[rank24 + (rank24 >> 5)] = word24;
                int at25 = counter + (digit25 & 7) * counterRow;
                int count25 = counters[at25];
                counters[at25] = count25 + (1 << ((digit25 >> 3) << 4));
                int rank25 = GroupDigits.half(count25, digit25);
                tile[rank25 + (rank25 >> 5)] = word25;
                int at26 = counter + (digit26 & 7) * counterRow;
                int count26 = counters[at26];
                counters[at26] = count26 + (1 << ((digit26 >> 3) << 4));
                int rank26 = GroupDigits.half(count26, digit26);
                tile[rank26 + (rank26 >> 5)] = word26;
                int at27 = counter + (digit27 & 7) * counterRow;
                int count27 = counters[at27];
                counters[at27] = count27 + (1 << ((digit27 >> 3) << 4));
                int rank27 = GroupDigits.half(count27, digit27);
                tile[rank27 + (rank27 >> 5)] = word27;
                int at28 = counter + (digit28 & 7) * counterRow;
                int count28 = counters[at28];
                counters[at28] = count28 + (1 << ((digit28 >> 3) << 4));
                int rank28 = GroupDigits.half(count28, digit28);
                tile[rank28 + (rank28 >> 5)] = word28;
                int at29 = counter + (digit29 & 7) * counterRow;
                int count29 = counters[at29];
                counters[at29] = count29 + (1 << ((digit29 >> 3) << 4));
                int rank29 = GroupDigits.half(count29, digit29);
                tile[rank29 + (rank29 >> 5)] = word29;
                int at30 = counter + (digit30 & 7) * counterRow;
                int count30 = counters[at30];
                counters[at30] = count30 + (1 << ((digit30 >> 3) << 4));
                int rank30 = GroupDigits.half(count30, digit30);
                tile[rank30 + (rank30 >> 5)] = word30;
                int at31 = counter + (digit31 & 7) * counterRow;
                int count31 = counters[at31];
                counters[at31] = count31 + (1 << ((digit31 >> 3) << 4));
                int rank31 = GroupDigits.half(count31, digit31);
                tile[rank31 + (rank31 >> 5)] = word31;
                context.localBarrier();
            }

            // Advance each digit's index in the result.
            for (int j = item; j < RADIX; j += workItems) {
                int d = GroupDigits.own(j);
                nextIndex[j] = nextIndex[j] + first[GroupDigits.padded(d + 1)] - first[GroupDigits.padded(d)];
            }
            // Write the keys in the order of their digits.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
                    int word0 = tile[striped + i * stripe];
                    int word1 = tile[striped + (i + 1) * stripe];
                    int word2 = tile[striped + (i + 2) * stripe];
                    int word3 = tile[striped + (i + 3) * stripe];
                    int at0 = offset[digit(word0, kind, flip, shift, mask)] + i * workItems + item;
                    int at1 = offset[digit(word1, kind, flip, shift, mask)] + (i + 1) * workItems + item;
                    int at2 = offset[digit(word2, kind, flip, shift, mask)] + (i + 2) * workItems + item;
                    int at3 = offset[digit(word3, kind, flip, shift, mask)] + (i + 3) * workItems + item;
                    to.set(at0, OrderedBits.key(word0, kind, flip));
                    to.set(at1, OrderedBits.key(word1, kind, flip));
                    to.set(at2, OrderedBits.key(word2, kind, flip));
                    to.set(at3, OrderedBits.key(word3, kind, flip));
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        int word = tile[striped + i * stripe];
                        to.set(offset[digit(word, kind, flip, shift, mask)] + j, OrderedBits.key(word, kind, flip));
                    }
                }
            }
            // No barrier after the last phase: the next tile goes to the words that the same work-item has read here.
            // Everything else that this phase reads is written again after the barriers of the next tile.
        }
    }

    /** {@return a digit of a word of the tile} */
    private static int digit(int word, int kind, int flip, int shift, int mask) {
        return (OrderedBits.ordered(word, kind, flip) >>> shift) & mask;
    }
}
