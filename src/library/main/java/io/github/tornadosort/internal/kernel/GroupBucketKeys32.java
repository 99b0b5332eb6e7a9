package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@link GroupBuckets32} for integer keys without values, which need no words: tiles hold the keys themselves, and keys with the
 * same bits need not keep their order.
 */
public final class GroupBucketKeys32 {
    private static final int ITEMS = GroupBuckets32.ITEMS;
    /** Number of highest bits that are sorted in rounds of 4 bits, if the keys are then almost sorted. */
    private static final int SORTED_BITS = 12;

    private GroupBucketKeys32() {}

    /**
     * Sorts buckets of keys in local memory: by the 12 highest bits in which keys of the tile may differ, in three rounds of 4
     * bits as in {@link GroupRadix32}, or four rounds if the tile has more keys than these bits have values. Uniform keys are
     * then sorted but for runs of few keys, which a network of 8 odd-even transpositions (Knuth, volume 3, §5.3.4) sorts, first
     * within each work-item's keys and then across its end. If a tile is still not sorted, it is sorted by all bits, from the
     * lowest one up.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32), one per span; a tile has {@code 16 * workItems} keys; local memory
     * {@code 168 * workItems} bytes. Reads and writes 4 bytes per key.
     *
     * @param keys keys that are sorted by their bits from {@link PassParameters#BUCKET_SHIFT} up
     * @param bounds the bounds of each work-group's keys, as computed by {@link GroupBuckets32#bounds}
     */
    public static void sort(KernelContext context, IntArray keys, IntArray bounds, IntArray p, int workItems) {
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int tileWords = workItems * ITEMS + workItems * ITEMS / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int item = context.localIdx;
        int group = context.groupIdx;
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
        int lowest = p.get(PassParameters.LOWEST);
        int flip = p.get(PassParameters.FLIP);
        int capacity = workItems * ITEMS;
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
                int prefix = (keys.get(stop) ^ flip) >> low;
                while (first < stop) {
                    int middle = first + (stop - first) / 2;
                    int before = ((keys.get(middle) ^ flip) >> low) == prefix ? 0 : 1;
                    first = before != 0 ? middle + 1 : first;
                    stop = before != 0 ? stop : middle;
                }
                end = stop == begin ? begin : end;
            }
            int valid = stop - begin;
            // Keys are sorted as differences to the smallest key that the first bucket could have.
            int base = (keys.get(begin) ^ flip) >> low << low;
            int range = ((keys.get(begin + Math.max(valid - 1, 0)) ^ flip) | ((1 << low) - 1)) - base;
            int shift = lowest;
            while (shift < 32 - SORTED_BITS && ((range >> shift) >> SORTED_BITS) != 0) {
                shift = shift + 1;
            }
            shift = ((range >> shift) + 1) * 8 < valid * 7 ? Math.max(shift - 4, lowest) : shift;
            // The network compares signed numbers.
            shift = range < 0 ? lowest : shift;
            // Load the keys. Padding is larger than all keys.
            for (int i = 0; i < ITEMS; i += 8) {
                int j = i * workItems + item;
                int key0 = keys.get(begin + Math.max(Math.min(j, valid - 1), 0));
                int key1 = keys.get(begin + Math.max(Math.min(j + workItems, valid - 1), 0));
                int key2 = keys.get(begin + Math.max(Math.min(j + 2 * workItems, valid - 1), 0));
                int key3 = keys.get(begin + Math.max(Math.min(j + 3 * workItems, valid - 1), 0));
                int key4 = keys.get(begin + Math.max(Math.min(j + 4 * workItems, valid - 1), 0));
                int key5 = keys.get(begin + Math.max(Math.min(j + 5 * workItems, valid - 1), 0));
                int key6 = keys.get(begin + Math.max(Math.min(j + 6 * workItems, valid - 1), 0));
                int key7 = keys.get(begin + Math.max(Math.min(j + 7 * workItems, valid - 1), 0));
                int over = j - valid + 1;
                int at = striped + i * stripe;
                tile[at] = ((key0 ^ flip) - base) | padding(over);
                tile[at + stripe] = ((key1 ^ flip) - base) | padding(over + workItems);
                tile[at + 2 * stripe] = ((key2 ^ flip) - base) | padding(over + 2 * workItems);
                tile[at + 3 * stripe] = ((key3 ^ flip) - base) | padding(over + 3 * workItems);
                tile[at + 4 * stripe] = ((key4 ^ flip) - base) | padding(over + 4 * workItems);
                tile[at + 5 * stripe] = ((key5 ^ flip) - base) | padding(over + 5 * workItems);
                tile[at + 6 * stripe] = ((key6 ^ flip) - base) | padding(over + 6 * workItems);
                tile[at + 7 * stripe] = ((key7 ^ flip) - base) | padding(over + 7 * workItems);
            }
            context.localBarrier();
            int source = 0;
            int sorting = valid;
            while (sorting > 0) {
                for (int bit = shift; bit < 32 && (range >> bit) != 0; bit += 4) {
                    int target = tileWords - source;
                    // Count the work-item's own keys.
                    long counted = 0;
                    long allButLast = 0;
                    long ranks = 0;
                    int lastDigit = 0;
                    for (int i = 0; i < ITEMS; i++) {
                        int d = (tile[source + blocked + i] >> bit) & 15;
                        ranks = ranks | (((counted >> (d * 4)) & 15) << (i * 4));
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
                    // Exclusive prefix sum over all counters. The sums are in the memory of the keys that this round will write.
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
                    // Move each key to its rank.
                    for (int i = 0; i < ITEMS; i += 4) {
                        int key0 = tile[source + blocked + i];
                        int key1 = tile[source + blocked + i + 1];
                        int key2 = tile[source + blocked + i + 2];
                        int key3 = tile[source + blocked + i + 3];
                        int d0 = (key0 >> bit) & 15;
                        int d1 = (key1 >> bit) & 15;
                        int d2 = (key2 >> bit) & 15;
                        int d3 = (key3 >> bit) & 15;
                        int at0 = half(counters[counter + (d0 & 7) * counterRow], d0) + ((int) (ranks >> (i * 4)) & 15);
                        int at1 = half(counters[counter + (d1 & 7) * counterRow], d1) + ((int) (ranks >> (i * 4 + 4)) & 15);
                        int at2 = half(counters[counter + (d2 & 7) * counterRow], d2) + ((int) (ranks >> (i * 4 + 8)) & 15);
                        int at3 = half(counters[counter + (d3 & 7) * counterRow], d3) + ((int) (ranks >> (i * 4 + 12)) & 15);
                        tile[target + at0 + (at0 >> 5)] = key0;
                        tile[target + at1 + (at1 >> 5)] = key1;
                        tile[target + at2 + (at2 >> 5)] = key2;
                        tile[target + at3 + (at3 >> 5)] = key3;
                    }
                    context.localBarrier();
                    source = target;
                }
                sorting = 0;
                if (shift > lowest) {
                    // Sort runs of few keys by transpositions: first each work-item's 16 keys, then its last 8 and the next 8.
                    for (int across = 0; across < 2; across++) {
                        if (item < workItems - across) {
                            int first = source + blocked + across * 8;
                            int next = source + blocked + 8 + across * (8 + (item & 1));
                            int a0 = tile[first] & 0x7fffffff;
                            int a1 = tile[first + 1] & 0x7fffffff;
                            int a2 = tile[first + 2] & 0x7fffffff;
                            int a3 = tile[first + 3] & 0x7fffffff;
                            int a4 = tile[first + 4] & 0x7fffffff;
                            int a5 = tile[first + 5] & 0x7fffffff;
                            int a6 = tile[first + 6] & 0x7fffffff;
                            int a7 = tile[first + 7] & 0x7fffffff;
                            int a8 = tile[next] & 0x7fffffff;
                            int a9 = tile[next + 1] & 0x7fffffff;
                            int a10 = tile[next + 2] & 0x7fffffff;
                            int a11 = tile[next + 3] & 0x7fffffff;
                            int a12 = tile[next + 4] & 0x7fffffff;
                            int a13 = tile[next + 5] & 0x7fffffff;
                            int a14 = tile[next + 6] & 0x7fffffff;
                            int a15 = tile[next + 7] & 0x7fffffff;
                            for (int step = 0; step < 4; step++) {
                                int b0 = Math.min(a0, a1);
                                int b1 = Math.max(a0, a1);
                                int b2 = Math.min(a2, a3);
                                int b3 = Math.max(a2, a3);
                                int b4 = Math.min(a4, a5);
                                int b5 = Math.max(a4, a5);
                                int b6 = Math.min(a6, a7);
                                int b7 = Math.max(a6, a7);
                                int b8 = Math.min(a8, a9);
                                int b9 = Math.max(a8, a9);
                                int b10 = Math.min(a10, a11);
                                int b11 = Math.max(a10, a11);
                                int b12 = Math.min(a12, a13);
                                int b13 = Math.max(a12, a13);
                                int b14 = Math.min(a14, a15);
                                int b15 = Math.max(a14, a15);
                                a0 = b0;
                                a1 = Math.min(b1, b2);
                                a2 = Math.max(b1, b2);
                                a3 = Math.min(b3, b4);
                                a4 = Math.max(b3, b4);
                                a5 = Math.min(b5, b6);
                                a6 = Math.max(b5, b6);
                                a7 = Math.min(b7, b8);
                                a8 = Math.max(b7, b8);
                                a9 = Math.min(b9, b10);
                                a10 = Math.max(b9, b10);
                                a11 = Math.min(b11, b12);
                                a12 = Math.max(b11, b12);
                                a13 = Math.min(b13, b14);
                                a14 = Math.max(b13, b14);
                                a15 = b15;
                            }
                            tile[first] = a0;
                            tile[first + 1] = a1;
                            tile[first + 2] = a2;
                            tile[first + 3] = a3;
                            tile[first + 4] = a4;
                            tile[first + 5] = a5;
                            tile[first + 6] = a6;
                            tile[first + 7] = a7;
                            tile[next] = a8;
                            tile[next + 1] = a9;
                            tile[next + 2] = a10;
                            tile[next + 3] = a11;
                            tile[next + 4] = a12;
                            tile[next + 5] = a13;
                            tile[next + 6] = a14;
                            tile[next + 7] = a15;
                        }
                        context.localBarrier();
                    }
                    // Find out whether the tile is sorted now; if not, sort it by all bits.
                    int previous = Math.max(item * ITEMS - 1, 0);
                    int left = tile[source + previous + (previous >> 5)];
                    int descents = 0;
                    for (int i = 0; i < ITEMS; i++) {
                        int key = tile[source + blocked + i];
                        descents = descents | (key < left ? 1 : 0);
                        left = key;
                    }
                    counters[item] = descents;
                    context.localBarrier();
                    if (item < rows) {
                        int any = 0;
                        for (int k = 0; k < 16; k++) {
                            any = any | counters[item * 16 + k];
                        }
                        counters[workItems + item] = any;
                    }
                    context.localBarrier();
                    for (int k = 0; k < rows; k++) {
                        sorting = sorting | counters[workItems + k];
                    }
                    shift = lowest;
                    context.localBarrier();
                }
            }
            context.globalBarrier();
            // Write the keys in their order.
            for (int i = 0; i < ITEMS; i++) {
                int j = i * workItems + item;
                if (j < valid) {
                    keys.set(begin + j, (tile[source + striped + i * stripe] + base) ^ flip);
                }
            }
            context.localBarrier();
            begin = stop;
        }
    }

    /** {@return all ones if a key is over the end of the tile's keys by 1 or more, otherwise 0} */
    private static int padding(int over) {
        return -Math.max(Math.min(over, 1), 0);
    }

    /** {@return the half of a word of counters that counts a 4-bit digit: the upper half for digits from 8 on} */
    private static int half(int counters, int digit) {
        return (counters >> ((digit >> 3) << 4)) & 65535;
    }
}
