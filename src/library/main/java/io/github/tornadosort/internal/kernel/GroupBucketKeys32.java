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
     * then sorted but for runs of few keys. Networks (Knuth, volume 3, §5.3.4) sort each eight keys and merge neighbouring
     * eights. If a tile is still not sorted, it is sorted by all bits, from the lowest one up.
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
                    int lastDigit = 0;
                    for (int i = 0; i < ITEMS; i++) {
                        int d = (tile[source + blocked + i] >> bit) & 15;
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
                    // Move each key to its rank, and advance the work-item's counter of its digit.
                    for (int i = 0; i < ITEMS; i += 4) {
                        int key0 = tile[source + blocked + i];
                        int key1 = tile[source + blocked + i + 1];
                        int key2 = tile[source + blocked + i + 2];
                        int key3 = tile[source + blocked + i + 3];
                        int d0 = (key0 >> bit) & 15;
                        int d1 = (key1 >> bit) & 15;
                        int d2 = (key2 >> bit) & 15;
                        int d3 = (key3 >> bit) & 15;
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
                    // Runs of few keys are left. Sort each eight keys, and merge neighbouring eights: first a work-item's own, then its
                    // last with the first of the next work-item.
                    for (int across = 0; across < 2; across++) {
                        if (item < workItems - across) {
                            int first = source + blocked + across * 8;
                            int next = source + blocked + 8 + across * (8 + (item & 1));
                            int a0 = tile[first];
                            int a1 = tile[first + 1];
                            int a2 = tile[first + 2];
                            int a3 = tile[first + 3];
                            int a4 = tile[first + 4];
                            int a5 = tile[first + 5];
                            int a6 = tile[first + 6];
                            int a7 = tile[first + 7];
                            int a8 = tile[next];
                            int a9 = tile[next + 1];
                            int a10 = tile[next + 2];
                            int a11 = tile[next + 3];
                            int a12 = tile[next + 4];
                            int a13 = tile[next + 5];
                            int a14 = tile[next + 6];
                            int a15 = tile[next + 7];
                            if (across == 0) {
                                // Padding becomes the largest signed number.
                                a0 = a0 & 0x7fffffff;
                                a1 = a1 & 0x7fffffff;
                                a2 = a2 & 0x7fffffff;
                                a3 = a3 & 0x7fffffff;
                                a4 = a4 & 0x7fffffff;
                                a5 = a5 & 0x7fffffff;
                                a6 = a6 & 0x7fffffff;
                                a7 = a7 & 0x7fffffff;
                                a8 = a8 & 0x7fffffff;
                                a9 = a9 & 0x7fffffff;
                                a10 = a10 & 0x7fffffff;
                                a11 = a11 & 0x7fffffff;
                                a12 = a12 & 0x7fffffff;
                                a13 = a13 & 0x7fffffff;
                                a14 = a14 & 0x7fffffff;
                                a15 = a15 & 0x7fffffff;
                                int b0 = Math.min(a0, a2);
                                int b2 = Math.max(a0, a2);
                                int b1 = Math.min(a1, a3);
                                int b3 = Math.max(a1, a3);
                                int b4 = Math.min(a4, a6);
                                int b6 = Math.max(a4, a6);
                                int b5 = Math.min(a5, a7);
                                int b7 = Math.max(a5, a7);
                                int b8 = Math.min(a8, a10);
                                int b10 = Math.max(a8, a10);
                                int b9 = Math.min(a9, a11);
                                int b11 = Math.max(a9, a11);
                                int b12 = Math.min(a12, a14);
                                int b14 = Math.max(a12, a14);
                                int b13 = Math.min(a13, a15);
                                int b15 = Math.max(a13, a15);
                                int c0 = Math.min(b0, b4);
                                int c4 = Math.max(b0, b4);
                                int c1 = Math.min(b1, b5);
                                int c5 = Math.max(b1, b5);
                                int c2 = Math.min(b2, b6);
                                int c6 = Math.max(b2, b6);
                                int c3 = Math.min(b3, b7);
                                int c7 = Math.max(b3, b7);
                                int c8 = Math.min(b8, b12);
                                int c12 = Math.max(b8, b12);
                                int c9 = Math.min(b9, b13);
                                int c13 = Math.max(b9, b13);
                                int c10 = Math.min(b10, b14);
                                int c14 = Math.max(b10, b14);
                                int c11 = Math.min(b11, b15);
                                int c15 = Math.max(b11, b15);
                                int d0 = Math.min(c0, c1);
                                int d1 = Math.max(c0, c1);
                                int d2 = Math.min(c2, c3);
                                int d3 = Math.max(c2, c3);
                                int d4 = Math.min(c4, c5);
                                int d5 = Math.max(c4, c5);
                                int d6 = Math.min(c6, c7);
                                int d7 = Math.max(c6, c7);
                                int d8 = Math.min(c8, c9);
                                int d9 = Math.max(c8, c9);
                                int d10 = Math.min(c10, c11);
                                int d11 = Math.max(c10, c11);
                                int d12 = Math.min(c12, c13);
                                int d13 = Math.max(c12, c13);
                                int d14 = Math.min(c14, c15);
                                int d15 = Math.max(c14, c15);
                                int e2 = Math.min(d2, d4);
                                int e4 = Math.max(d2, d4);
                                int e3 = Math.min(d3, d5);
                                int e5 = Math.max(d3, d5);
                                int e10 = Math.min(d10, d12);
                                int e12 = Math.max(d10, d12);
                                int e11 = Math.min(d11, d13);
                                int e13 = Math.max(d11, d13);
                                int f1 = Math.min(d1, e4);
                                int f4 = Math.max(d1, e4);
                                int f3 = Math.min(e3, d6);
                                int f6 = Math.max(e3, d6);
                                int f9 = Math.min(d9, e12);
                                int f12 = Math.max(d9, e12);
                                int f11 = Math.min(e11, d14);
                                int f14 = Math.max(e11, d14);
                                int g1 = Math.min(f1, e2);
                                int g2 = Math.max(f1, e2);
                                int g3 = Math.min(f3, f4);
                                int g4 = Math.max(f3, f4);
                                int g5 = Math.min(e5, f6);
                                int g6 = Math.max(e5, f6);
                                int g9 = Math.min(f9, e10);
                                int g10 = Math.max(f9, e10);
                                int g11 = Math.min(f11, f12);
                                int g12 = Math.max(f11, f12);
                                int g13 = Math.min(e13, f14);
                                int g14 = Math.max(e13, f14);
                                a0 = d0;
                                a1 = g1;
                                a2 = g2;
                                a3 = g3;
                                a4 = g4;
                                a5 = g5;
                                a6 = g6;
                                a7 = d7;
                                a8 = d8;
                                a9 = g9;
                                a10 = g10;
                                a11 = g11;
                                a12 = g12;
                                a13 = g13;
                                a14 = g14;
                                a15 = d15;
                            }
                            // Batcher's odd-even merge.
                            int k0 = Math.min(a0, a8);
                            int k8 = Math.max(a0, a8);
                            int k1 = Math.min(a1, a9);
                            int k9 = Math.max(a1, a9);
                            int k2 = Math.min(a2, a10);
                            int k10 = Math.max(a2, a10);
                            int k3 = Math.min(a3, a11);
                            int k11 = Math.max(a3, a11);
                            int k4 = Math.min(a4, a12);
                            int k12 = Math.max(a4, a12);
                            int k5 = Math.min(a5, a13);
                            int k13 = Math.max(a5, a13);
                            int k6 = Math.min(a6, a14);
                            int k14 = Math.max(a6, a14);
                            int k7 = Math.min(a7, a15);
                            int k15 = Math.max(a7, a15);
                            int l4 = Math.min(k4, k8);
                            int l8 = Math.max(k4, k8);
                            int l5 = Math.min(k5, k9);
                            int l9 = Math.max(k5, k9);
                            int l6 = Math.min(k6, k10);
                            int l10 = Math.max(k6, k10);
                            int l7 = Math.min(k7, k11);
                            int l11 = Math.max(k7, k11);
                            int m2 = Math.min(k2, l4);
                            int m4 = Math.max(k2, l4);
                            int m3 = Math.min(k3, l5);
                            int m5 = Math.max(k3, l5);
                            int m6 = Math.min(l6, l8);
                            int m8 = Math.max(l6, l8);
                            int m7 = Math.min(l7, l9);
                            int m9 = Math.max(l7, l9);
                            int m10 = Math.min(l10, k12);
                            int m12 = Math.max(l10, k12);
                            int m11 = Math.min(l11, k13);
                            int m13 = Math.max(l11, k13);
                            int n1 = Math.min(k1, m2);
                            int n2 = Math.max(k1, m2);
                            int n3 = Math.min(m3, m4);
                            int n4 = Math.max(m3, m4);
                            int n5 = Math.min(m5, m6);
                            int n6 = Math.max(m5, m6);
                            int n7 = Math.min(m7, m8);
                            int n8 = Math.max(m7, m8);
                            int n9 = Math.min(m9, m10);
                            int n10 = Math.max(m9, m10);
                            int n11 = Math.min(m11, m12);
                            int n12 = Math.max(m11, m12);
                            int n13 = Math.min(m13, k14);
                            int n14 = Math.max(m13, k14);
                            tile[first] = k0;
                            tile[first + 1] = n1;
                            tile[first + 2] = n2;
                            tile[first + 3] = n3;
                            tile[first + 4] = n4;
                            tile[first + 5] = n5;
                            tile[first + 6] = n6;
                            tile[first + 7] = n7;
                            tile[next] = n8;
                            tile[next + 1] = n9;
                            tile[next + 2] = n10;
                            tile[next + 3] = n11;
                            tile[next + 4] = n12;
                            tile[next + 5] = n13;
                            tile[next + 6] = n14;
                            tile[next + 7] = k15;
                        }
                        context.localBarrier();
                    }
                    // Find out whether the merged keys are in order, one after another; if not, sort the tile by all bits.
                    int left = tile[source + blocked + 7];
                    int right = tile[source + blocked + 8];
                    counters[item + row] = Math.max(left, right) ^ right;
                    context.localBarrier();
                    if (item < rows) {
                        int any = 0;
                        for (int k = 0; k < 16; k++) {
                            any = any | counters[item * 17 + k];
                        }
                        counters[workItems + rows + item] = any;
                    }
                    context.localBarrier();
                    for (int k = 0; k < rows; k++) {
                        sorting = sorting | counters[workItems + rows + k];
                    }
                    // No barrier: no counters of a round are where these results are.
                    shift = lowest;
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
            // No barrier: the next tile goes to the words that the same work-item has read here.
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
