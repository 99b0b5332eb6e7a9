package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The last step of a hybrid radix sort of 32-bit keys for GPUs (Stehle and Jacobsen 2017): keys that are sorted by their highest
 * bits are sorted by the others, bucket by bucket, in local memory. A bucket is the keys that have the same highest bits. A
 * work-group sorts the buckets that begin in its part of the array, as many at a time as fit in a tile, and writes them where it
 * read them.
 */
public final class GroupBuckets32 {
    /** Number of keys per work-item. */
    public static final int ITEMS = 16;
    /** Number of work-items in a group of {@link #bounds}. */
    public static final int BOUNDS_WORK_ITEMS = 128;

    /** Number of bits of an index in the tile. */
    private static final int INDEX_BITS = 13;
    /** Number of bits of a key that are sorted at a time. */
    private static final int SORTED_BITS = 16;
    /** Largest number of further bits, which order keys that tie in the sorted ones; with an index they fill a word. */
    private static final int TIE_BITS = 31 - INDEX_BITS - SORTED_BITS;

    private GroupBuckets32() {}

    /**
     * Finds the keys of each work-group of {@link #sort}, which sorts the buckets that begin among {@link
     * PassParameters#BUCKET_SPAN} keys. Work-groups of {@link GroupBuckets32#BOUNDS_WORK_ITEMS}, one per block, which share the
     * bounds. Reads some 40 keys per bound.
     *
     * @param otherKeys not accessed, as are {@code values} to {@code totals}: a graph passes on only what its tasks name
     * @param bounds receives the index of the first bucket of each work-group, and {@code N} after the last
     * @param words receives, for each block, {@link SurveyWords#OVERFLOW}: 1 if it found a bucket of more than {@code capacity}
     *     keys, and 0 otherwise
     * @param capacity the largest number of keys that a work-group can sort; at least the span
     */
    public static void bounds(
            KernelContext context,
            IntArray keys,
            IntArray otherKeys,
            IntArray values,
            IntArray otherValues,
            IntArray counts,
            IntArray totals,
            IntArray bounds,
            IntArray words,
            IntArray p,
            int kind,
            int capacity) {
        int[] overflows = context.allocateIntLocalArray(BOUNDS_WORK_ITEMS);
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
        int flip = p.get(PassParameters.FLIP);
        int bits = p.get(PassParameters.BITS);
        int groups = (n + span - 1) / span;
        int stride = p.get(PassParameters.BLOCKS) * BOUNDS_WORK_ITEMS;
        int overflow = 0;
        for (int group = block * BOUNDS_WORK_ITEMS + item; group <= groups; group += stride) {
            // Find the end of the bucket of the key before: 7 keys divide the indices into 8 parts.
            int first = Math.min(group * span, n);
            int last = first + Math.min(capacity, n - first);
            int prefix = order(keys.get(Math.max(first - 1, 0)), kind, flip, bits) >> low;
            last = group == 0 ? 0 : last;
            while (first < last) {
                int step = (last - first + 7) / 8;
                int same = 0;
                for (int k = 1; k < 8; k++) {
                    int key = keys.get(Math.min(first + k * step, last) - 1);
                    same = same + ((order(key, kind, flip, bits) >> low) == prefix ? 1 : 0);
                }
                int next = first + same * step;
                last = same < 7 ? Math.min(next + step - 1, last) : last;
                first = Math.min(next, last);
            }
            bounds.set(group, first);
            // The bucket is too large if it also holds the key that is capacity keys before its last one.
            if (first > capacity) {
                int before = keys.get(first - 1 - capacity);
                overflow = overflow | ((order(before, kind, flip, bits) >> low) == prefix ? 1 : 0);
            }
        }
        overflows[item] = overflow;
        context.localBarrier();
        if (item == 0) {
            for (int k = 0; k < BOUNDS_WORK_ITEMS; k++) {
                overflow = overflow | overflows[k];
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.OVERFLOW, overflow);
        }
    }

    /**
     * Sorts buckets of keys, with their values, in local memory. The keys of a tile are represented by words of 16 bits and an
     * index, in four stable rounds of 4 bits as in {@link GroupRadix32}. These are the highest 16 bits in which keys of the tile
     * may differ. Keys that tie in them, which are few in uniform data, are then sorted by insertion, for which the words have two
     * more bits. If many keys tie, the tile is sorted again, by all bits from the lowest one up, unless the words have all bits and
     * show that the ties are in order.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32), one per span; a tile has {@code 16 * workItems} keys; local memory
     * {@code 168 * workItems} bytes. Reads 4 bytes per key twice, the second time from the cache, and writes 4; reads and writes
     * 4 bytes per value.
     *
     * @param keys keys that are sorted by their bits from {@link PassParameters#BUCKET_SHIFT} up
     * @param bounds the bounds of each work-group's keys, as computed by {@link #bounds}
     * @param withValues 0 if there are no values; then {@code values} is not accessed
     */
    public static void sort(
            KernelContext context, IntArray keys, IntArray values, IntArray bounds, IntArray p, int kind, int withValues,
            int workItems) {
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int tileWords = workItems * ITEMS + workItems * ITEMS / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] moved = new int[ITEMS];
        int[] movedValues = new int[ITEMS];
        int item = context.localIdx;
        int group = context.groupIdx;
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
        int lowest = p.get(PassParameters.LOWEST);
        int flip = p.get(PassParameters.FLIP);
        int bits = p.get(PassParameters.BITS);
        int capacity = workItems * ITEMS;
        int indexMask = (1 << INDEX_BITS) - 1;
        int begin = bounds.get(group);
        int end = bounds.get(group + 1);
        // A bucket that begins before this span and ends after it belongs to another work-group.
        end = begin - group * span < span ? end : begin;
        int row = item >> 4;
        int rows = workItems / 16;
        int blocked = item * ITEMS + (item * ITEMS >> 5);
        int striped = item + (item >> 5);
        int stripe = workItems + workItems / 32;
        int counter = item + (item >> 5);
        int counterRow = workItems + workItems / 8;
        int rakedRow = item * 8 / workItems;
        int column = item * 8 - rakedRow * workItems;
        int raked = rakedRow * counterRow + column + (column >> 5);
        while (begin < end) {
            // Take as many whole buckets as fit. A bucket that does not fit is left as it is.
            int stop = Math.min(begin + capacity, end);
            if (stop < end) {
                int first = begin;
                int prefix = order(keys.get(stop), kind, flip, bits) >> low;
                while (first < stop) {
                    int middle = first + (stop - first) / 2;
                    int before = (order(keys.get(middle), kind, flip, bits) >> low) == prefix ? 0 : 1;
                    first = before != 0 ? middle + 1 : first;
                    stop = before != 0 ? stop : middle;
                }
                end = stop == begin ? begin : end;
            }
            int valid = stop - begin;
            // Keys are sorted as differences to the smallest key that the first bucket could have.
            int base = order(keys.get(begin), kind, flip, bits) >> low << low;
            int last = order(keys.get(begin + Math.max(valid - 1, 0)), kind, flip, bits);
            int range = (last | ((1 << low) - 1)) - base;
            int shift = lowest;
            while (shift < 32 - SORTED_BITS && ((range >> shift) >> SORTED_BITS) != 0) {
                shift = shift + 1;
            }
            int tieBits = Math.min(shift - lowest, TIE_BITS);
            shift = shift - tieBits;
            int source = 0;
            for (int i = 0; i < ITEMS; i++) {
                tile[striped + i * stripe] = i * workItems + item;
            }
            int wholly = 0;
            int sorting = valid;
            while (sorting > 0) {
                // Represent the keys by words, in the order that the last segment has left them in.
                for (int i = 0; i < ITEMS; i++) {
                    moved[i] = keys.get(begin + Math.min(tile[source + striped + i * stripe] & indexMask, valid - 1));
                }
                for (int i = 0; i < ITEMS; i++) {
                    int index = tile[source + striped + i * stripe] & indexMask;
                    int key = order(moved[i], kind, flip, bits);
                    // Padding is larger than all keys.
                    int padding = -Math.min(Math.max(index - valid + 1, 0), 1);
                    int digits = (((key - base) >>> shift) | padding) & ((1 << (SORTED_BITS + tieBits)) - 1);
                    tile[source + striped + i * stripe] = (digits << INDEX_BITS) | index;
                }
                context.localBarrier();
                for (int bit = 0; bit < SORTED_BITS && ((range >> (shift + tieBits)) >> bit) != 0; bit += 4) {
                    int target = tileWords - source;
                    int roundShift = INDEX_BITS + tieBits + bit;
                    // Count the work-item's own keys.
                    long counted = 0;
                    long allButLast = 0;
                    int lastDigit = 0;
                    for (int i = 0; i < ITEMS; i++) {
                        int d = (tile[source + blocked + i] >> roundShift) & 15;
                        // Sixteen keys of one digit would overflow its 4 bits, so the last key is counted below.
                        allButLast = counted;
                        counted = counted + (1L << (d * 4));
                        lastDigit = d;
                    }
                    for (int i = 0; i < 8; i++) {
                        long pair = (allButLast >> (i * 4)) & 0x0000000f0000000fL;
                        counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                    }
                    int lastWord = counter + (lastDigit & 7) * counterRow;
                    counters[lastWord] = counters[lastWord] + (1 << ((lastDigit >> 3) << 4));
                    context.localBarrier();
                    // Exclusive prefix sum over all counters. The sums are in the memory of the words that this round will write.
                    int sum = 0;
                    for (int i = 0; i < 8; i++) {
                        sum = sum + counters[raked + i];
                    }
                    tile[target + item + row] = sum;
                    context.localBarrier();
                    int rowSums = target + workItems + rows;
                    if (item < rows) {
                        int rowSum = 0;
                        for (int k = 0; k < 16; k++) {
                            int word = tile[target + item * 17 + k];
                            tile[target + item * 17 + k] = rowSum;
                            rowSum = rowSum + word;
                        }
                        tile[rowSums + item] = rowSum;
                    }
                    context.localBarrier();
                    if (item == 0) {
                        int all = 0;
                        for (int k = 0; k < rows; k++) {
                            int word = tile[rowSums + k];
                            tile[rowSums + k] = all;
                            all = all + word;
                        }
                        // The digits in upper halves come after all digits in lower halves.
                        tile[rowSums + rows] = all << 16;
                    }
                    context.localBarrier();
                    int before = tile[target + item + row] + tile[rowSums + row] + tile[rowSums + rows];
                    for (int i = 0; i < 8; i++) {
                        int word = counters[raked + i];
                        counters[raked + i] = before;
                        before = before + word;
                    }
                    context.localBarrier();
                    // Move each word to its rank, and advance the work-item's counter of its digit.
                    for (int i = 0; i < ITEMS; i += 4) {
                        int word0 = tile[source + blocked + i];
                        int word1 = tile[source + blocked + i + 1];
                        int word2 = tile[source + blocked + i + 2];
                        int word3 = tile[source + blocked + i + 3];
                        int d0 = (word0 >> roundShift) & 15;
                        int d1 = (word1 >> roundShift) & 15;
                        int d2 = (word2 >> roundShift) & 15;
                        int d3 = (word3 >> roundShift) & 15;
                        int count0 = counters[counter + (d0 & 7) * counterRow];
                        counters[counter + (d0 & 7) * counterRow] = count0 + (1 << ((d0 >> 3) << 4));
                        int count1 = counters[counter + (d1 & 7) * counterRow];
                        counters[counter + (d1 & 7) * counterRow] = count1 + (1 << ((d1 >> 3) << 4));
                        int count2 = counters[counter + (d2 & 7) * counterRow];
                        counters[counter + (d2 & 7) * counterRow] = count2 + (1 << ((d2 >> 3) << 4));
                        int count3 = counters[counter + (d3 & 7) * counterRow];
                        counters[counter + (d3 & 7) * counterRow] = count3 + (1 << ((d3 >> 3) << 4));
                        int at0 = half(count0, d0);
                        int at1 = half(count1, d1);
                        int at2 = half(count2, d2);
                        int at3 = half(count3, d3);
                        tile[target + at0 + (at0 >> 5)] = word0;
                        tile[target + at1 + (at1 >> 5)] = word1;
                        tile[target + at2 + (at2 >> 5)] = word2;
                        tile[target + at3 + (at3 >> 5)] = word3;
                    }
                    context.localBarrier();
                    source = target;
                }
                sorting = 0;
                int sortedShift = INDEX_BITS + tieBits;
                int partly = (1 - wholly) * (shift + tieBits > lowest ? 1 : 0);
                if (partly != 0) {
                    // Find the words that tie with the one before, and those of the next work-item that tie with the last one.
                    int previous = Math.max(item * ITEMS - 1, 0);
                    int leftWord = item == 0 ? -1 : tile[source + previous + (previous >> 5)];
                    int ties = 0;
                    int descents = 0;
                    for (int i = 0; i < ITEMS; i++) {
                        int word = tile[source + blocked + i];
                        int same = (word >> sortedShift) == (leftWord >> sortedShift) ? 1 : 0;
                        int real = (word & indexMask) < valid ? same : 0;
                        int larger = (leftWord >> INDEX_BITS) > (word >> INDEX_BITS) ? 1 : 0;
                        ties = ties | (real << i);
                        descents = descents | (real & larger);
                        leftWord = word;
                    }
                    int digits = leftWord >> sortedShift;
                    int owned = (item + 1) * ITEMS;
                    int limit = Math.min(owned + ITEMS, capacity);
                    int extended = owned;
                    int tying = 1;
                    while (tying != 0) {
                        int at = Math.min(extended, capacity - 1);
                        int word = tile[source + at + (at >> 5)];
                        int same = (word >> sortedShift) == digits ? 1 : 0;
                        tying = same & ((word & indexMask) < valid ? 1 : 0) & (extended < limit ? 1 : 0);
                        extended = extended + tying;
                    }
                    // Too many ties are left to a sort by all bits, unless words have all bits and are in order.
                    counters[item] = (extended == owned + ITEMS ? 1 : 0) | (descents << 1);
                    context.localBarrier();
                    if (item < rows) {
                        int many = 0;
                        for (int k = 0; k < 16; k++) {
                            many = many | counters[item * 16 + k];
                        }
                        counters[workItems + item] = many;
                    }
                    // Sort each run of ties that begins among the own words by insertion.
                    int runs = item * ITEMS + Integer.bitCount(ties ^ (ties + 1)) - 1;
                    for (int i = runs + 1; i < extended; i++) {
                        // All words of the next work-item up to the end of the run tie.
                        if ((((ties | (-1 << ITEMS)) >> (i - owned + ITEMS)) & 1) != 0) {
                            int at = i;
                            int word = tile[source + at + (at >> 5)];
                            int moving = 1;
                            while (moving != 0) {
                                int before = Math.max(at - 1, runs);
                                int left = tile[source + before + (before >> 5)];
                                int larger = (left >> INDEX_BITS) > (word >> INDEX_BITS) ? 1 : 0;
                                int tied = (left >> INDEX_BITS) == (word >> INDEX_BITS) ? 1 : 0;
                                if ((tied & (shift > lowest ? 1 : 0)) != 0) {
                                    int key = keys.get(begin + (word & indexMask));
                                    int other = keys.get(begin + (left & indexMask));
                                    key = order(key, kind, flip, bits) ^ 0x80000000;
                                    other = order(other, kind, flip, bits) ^ 0x80000000;
                                    larger = other > key ? 1 : 0;
                                }
                                moving = larger & (at > runs ? 1 : 0);
                                if (moving != 0) {
                                    tile[source + at + (at >> 5)] = left;
                                    at = before;
                                }
                            }
                            tile[source + at + (at >> 5)] = word;
                        }
                    }
                    context.localBarrier();
                    for (int k = 0; k < rows; k++) {
                        sorting = sorting | counters[workItems + k];
                    }
                    sorting = sorting & ((sorting >> 1) | (shift > lowest ? 1 : 0)) & 1;
                    shift = lowest;
                    tieBits = 0;
                } else {
                    // Proceed to the next segment.
                    shift = shift + SORTED_BITS * wholly;
                    int more = (range >> Math.min(shift, 31)) != 0 ? 1 : 0;
                    sorting = wholly & more & (shift < 32 ? 1 : 0);
                }
                wholly = wholly | sorting;
            }
            // Write keys and values in the order of the words. The barrier keeps the writes behind all reads.
            for (int i = 0; i < ITEMS; i++) {
                int index = Math.min(tile[source + striped + i * stripe] & indexMask, Math.max(valid - 1, 0));
                moved[i] = keys.get(begin + index);
                if (withValues != 0) {
                    movedValues[i] = values.get(begin + index);
                }
            }
            context.globalBarrier();
            for (int i = 0; i < ITEMS; i++) {
                int j = i * workItems + item;
                if (j < valid) {
                    keys.set(begin + j, moved[i]);
                    if (withValues != 0) {
                        values.set(begin + j, movedValues[i]);
                    }
                }
            }
            // No barrier: the next tile goes to the words that the same work-item has read here.
            begin = stop;
        }
    }

    /** {@return the half of a word of counters that counts a 4-bit digit: the upper half for digits from 8 on} */
    private static int half(int counters, int digit) {
        return (counters >> ((digit >> 3) << 4)) & 65535;
    }

    /** {@return the bits of a key by which it is compared} */
    private static int order(int key, int kind, int flip, int bits) {
        return OrderedBits.ordered(OrderedBits.word(key, kind, flip), kind, flip) & bits;
    }
}
