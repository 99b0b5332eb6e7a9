package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link GroupBuckets32} for 64-bit keys. */
public final class GroupBuckets64 {
    private static final int ITEMS = GroupBuckets32.ITEMS;
    /** Number of bits of an index in the tile. */
    private static final int INDEX_BITS = 13;
    /** Number of bits of a key that a word holds above the index. Words are not negative. */
    private static final int HELD_BITS = 31 - INDEX_BITS;
    /** Number of highest bits that are sorted in rounds of 4 bits, if the words are then almost sorted. */
    private static final int SORTED_BITS = 12;

    private GroupBuckets64() {}

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
            LongArray keys,
            LongArray otherKeys,
            IntArray values,
            IntArray otherValues,
            IntArray counts,
            IntArray totals,
            IntArray bounds,
            IntArray words,
            IntArray p,
            int kind,
            int capacity) {
        int[] overflows = context.allocateIntLocalArray(GroupBuckets32.BOUNDS_WORK_ITEMS);
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int groups = (n + span - 1) / span;
        int stride = p.get(PassParameters.BLOCKS) * GroupBuckets32.BOUNDS_WORK_ITEMS;
        int overflow = 0;
        for (int group = block * GroupBuckets32.BOUNDS_WORK_ITEMS + item; group <= groups; group += stride) {
            // Find the end of the bucket of the key before: 7 keys divide the indices into 8 parts.
            int first = Math.min(group * span, n);
            int last = first + Math.min(capacity, n - first);
            long prefix = order(keys.get(Math.max(first - 1, 0)), kind, flip, bits) >> low;
            last = group == 0 ? 0 : last;
            while (first < last) {
                int step = (last - first + 7) / 8;
                int same = 0;
                for (int k = 1; k < 8; k++) {
                    long key = keys.get(Math.min(first + k * step, last) - 1);
                    same = same + ((order(key, kind, flip, bits) >> low) == prefix ? 1 : 0);
                }
                int next = first + same * step;
                last = same < 7 ? Math.min(next + step - 1, last) : last;
                first = Math.min(next, last);
            }
            bounds.set(group, first);
            // The bucket is too large if it also holds the key that is capacity keys before its last one.
            if (first > capacity) {
                long before = keys.get(first - 1 - capacity);
                overflow = overflow | ((order(before, kind, flip, bits) >> low) == prefix ? 1 : 0);
            }
        }
        overflows[item] = overflow;
        context.localBarrier();
        if (item == 0) {
            for (int k = 0; k < GroupBuckets32.BOUNDS_WORK_ITEMS; k++) {
                overflow = overflow | overflows[k];
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.OVERFLOW, overflow);
        }
    }

    /**
     * Sorts buckets of keys, with their values, in local memory. Each key of a tile is represented by a word: the 18 highest bits in
     * which keys of the tile may differ, and its index in the tile. No two words are equal, and words have the stable order of the
     * keys. They are sorted as {@link GroupBucketKeys32} sorts keys: in three or four rounds of 4 bits, and by networks. Keys that tie
     * in the bits of their words are then sorted by insertion. If the tile is still not sorted, it is sorted by all bits in rounds,
     * from the lowest bit up, 18 bits at a time.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32), one per span; a tile has {@code 16 * workItems} keys; local memory
     * {@code 168 * workItems} bytes. Reads 8 bytes per key, and once more from the cache if a word does not hold all bits of a key,
     * and writes 8; reads and writes 4 bytes per value.
     *
     * @param keys keys that are sorted by their bits from {@link PassParameters#BUCKET_SHIFT} up
     * @param bounds the bounds of each work-group's keys, as computed by {@link #bounds}
     * @param withValues 0 if there are no values; then {@code values} is not accessed
     */
    public static void sort(
            KernelContext context, LongArray keys, IntArray values, IntArray bounds, IntArray p, int kind, int withValues,
            int workItems) {
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int tileWords = workItems * ITEMS + workItems * ITEMS / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        long[] moved = new long[ITEMS];
        int item = context.localIdx;
        int group = context.groupIdx;
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
        int lowest = p.get(PassParameters.LOWEST);
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int capacity = workItems * ITEMS;
        int zero = p.get(PassParameters.ALWAYS_ZERO);
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
                long prefix = order(keys.get(stop), kind, flip, bits) >> low;
                while (first < stop) {
                    int middle = first + (stop - first) / 2;
                    int before = (order(keys.get(middle), kind, flip, bits) >> low) == prefix ? 0 : 1;
                    first = before != 0 ? middle + 1 : first;
                    stop = before != 0 ? stop : middle;
                }
                end = stop == begin ? begin : end;
            }
            int valid = stop - begin;
            // Keys are sorted as differences to the smallest key that the first bucket could have: all have the same lowest bits.
            long smallest = order(keys.get(begin), kind, flip, bits);
            long base = (smallest >> low << low) | (smallest & ((1L << lowest) - 1));
            long last = order(keys.get(begin + Math.max(valid - 1, 0)), kind, flip, bits);
            long range = (last | ((1L << low) - 1)) - base;
            int shift = lowest;
            while (shift < 64 - SORTED_BITS && ((range >> shift) >> SORTED_BITS) != 0) {
                shift = shift + 1;
            }
            int held = lowest;
            while (held < 64 - HELD_BITS && ((range >> held) >> HELD_BITS) != 0) {
                held = held + 1;
            }
            shift = ((int) (range >> shift) + 1) * 8 < valid * 7 ? Math.max(shift - 4, held) : shift;
            // Whether keys can be restored from their words.
            int whole = (held == lowest ? 1 : 0) & (bits == -1 ? 1 : 0) & (kind == OrderedBits.INTEGER ? 1 : 0);
            for (int i = 0; i < ITEMS; i += 8) {
                int j = i * workItems + item;
                int at = striped + i * stripe;
                long key0 = keys.get(begin + Math.max(Math.min(j, valid - 1), 0));
                long key1 = keys.get(begin + Math.max(Math.min(j + workItems, valid - 1), 0));
                long key2 = keys.get(begin + Math.max(Math.min(j + 2 * workItems, valid - 1), 0));
                long key3 = keys.get(begin + Math.max(Math.min(j + 3 * workItems, valid - 1), 0));
                long key4 = keys.get(begin + Math.max(Math.min(j + 4 * workItems, valid - 1), 0));
                long key5 = keys.get(begin + Math.max(Math.min(j + 5 * workItems, valid - 1), 0));
                long key6 = keys.get(begin + Math.max(Math.min(j + 6 * workItems, valid - 1), 0));
                long key7 = keys.get(begin + Math.max(Math.min(j + 7 * workItems, valid - 1), 0));
                tile[at] = word(order(key0, kind, flip, bits) - base, held, j, valid);
                tile[at + stripe] = word(order(key1, kind, flip, bits) - base, held, j + workItems, valid);
                tile[at + 2 * stripe] = word(order(key2, kind, flip, bits) - base, held, j + 2 * workItems, valid);
                tile[at + 3 * stripe] = word(order(key3, kind, flip, bits) - base, held, j + 3 * workItems, valid);
                tile[at + 4 * stripe] = word(order(key4, kind, flip, bits) - base, held, j + 4 * workItems, valid);
                tile[at + 5 * stripe] = word(order(key5, kind, flip, bits) - base, held, j + 5 * workItems, valid);
                tile[at + 6 * stripe] = word(order(key6, kind, flip, bits) - base, held, j + 6 * workItems, valid);
                tile[at + 7 * stripe] = word(order(key7, kind, flip, bits) - base, held, j + 7 * workItems, valid);
            }
            context.localBarrier();
            int source = 0;
            int wholly = 0;
            int sorting = valid;
            while (sorting > 0) {
                for (int bit = shift - held; bit < HELD_BITS && ((range >> held) >> bit) != 0; bit += 4) {
                    int target = tileWords - source;
                    int roundShift = INDEX_BITS + bit;
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
                if ((1 - wholly) * (shift - lowest) != 0) {
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
                    // Find out whether the merged words are in order, one after another.
                    int unsorted = tile[source + blocked + 7] > tile[source + blocked + 8] ? 1 : 0;
                    int ties = 0;
                    int owned = (item + 1) * ITEMS;
                    int extended = 0;
                    if (held > lowest) {
                        // Find the words that tie with the one before, and those of the next work-item that tie with the last one.
                        int previous = Math.max(item * ITEMS - 1, 0);
                        int leftWord = item == 0 ? -1 : tile[source + previous + (previous >> 5)];
                        for (int i = 0; i < ITEMS; i++) {
                            int word = tile[source + blocked + i];
                            int same = (word >> INDEX_BITS) == (leftWord >> INDEX_BITS) ? 1 : 0;
                            int real = (word & indexMask) < valid ? same : 0;
                            ties = ties | (real << i);
                            leftWord = word;
                        }
                        int digits = leftWord >> INDEX_BITS;
                        int limit = Math.min(owned + ITEMS, capacity);
                        extended = owned;
                        int tying = 1;
                        while (tying != 0) {
                            int at = Math.min(extended, capacity - 1);
                            int word = tile[source + at + (at >> 5)];
                            int same = (word >> INDEX_BITS) == digits ? 1 : 0;
                            tying = same & ((word & indexMask) < valid ? 1 : 0) & (extended < limit ? 1 : 0);
                            extended = extended + tying;
                        }
                        // Too many ties are left to a sort by all bits.
                        unsorted = unsorted | (extended == owned + ITEMS ? 1 : 0);
                    }
                    counters[item + row] = unsorted;
                    context.localBarrier();
                    if (item < rows) {
                        int any = 0;
                        for (int k = 0; k < 16; k++) {
                            any = any | counters[item * 17 + k];
                        }
                        counters[workItems + rows + item] = any;
                    }
                    if (held > lowest) {
                        // Sort each run of ties that begins among the own words by insertion.
                        int runs = item * ITEMS + Integer.bitCount(ties ^ (ties + 1)) - 1;
                        for (int i = runs + 1; i < extended; i++) {
                            // All words of the next work-item up to the end of the run tie.
                            if ((((ties | (-1 << ITEMS)) >> (i - owned + ITEMS)) & 1) != 0) {
                                int at = i;
                                int word = tile[source + at + (at >> 5)];
                                long key =
                                        order(keys.get(begin + (word & indexMask)), kind, flip, bits) ^ 0x8000000000000000L;
                                int moving = 1;
                                while (moving != 0) {
                                    int before = Math.max(at - 1, runs);
                                    int left = tile[source + before + (before >> 5)];
                                    int larger = 0;
                                    if ((left >> INDEX_BITS) == (word >> INDEX_BITS)) {
                                        long other = order(keys.get(begin + (left & indexMask)), kind, flip, bits);
                                        larger = (other ^ 0x8000000000000000L) > key ? 1 : 0;
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
                    }
                    context.localBarrier();
                    for (int k = 0; k < rows; k++) {
                        sorting = sorting | counters[workItems + rows + k];
                    }
                    shift = lowest;
                } else {
                    // Proceed to the next bits.
                    shift = shift + HELD_BITS * wholly;
                    int more = (range >> Math.min(shift, 63)) != 0 ? 1 : 0;
                    sorting = wholly & more & (shift < 64 ? 1 : 0);
                }
                wholly = wholly | sorting;
                if (sorting != 0) {
                    // Represent the keys by other bits, in the order that they are in: equal keys are in their first order.
                    held = shift;
                    for (int i = 0; i < ITEMS; i += 4) {
                        int at = source + striped + i * stripe;
                        int index0 = tile[at] & indexMask;
                        int index1 = tile[at + stripe] & indexMask;
                        int index2 = tile[at + 2 * stripe] & indexMask;
                        int index3 = tile[at + 3 * stripe] & indexMask;
                        long key0 = keys.get(begin + Math.min(index0, valid - 1));
                        long key1 = keys.get(begin + Math.min(index1, valid - 1));
                        long key2 = keys.get(begin + Math.min(index2, valid - 1));
                        long key3 = keys.get(begin + Math.min(index3, valid - 1));
                        tile[at] = word(order(key0, kind, flip, bits) - base, held, index0, valid);
                        tile[at + stripe] = word(order(key1, kind, flip, bits) - base, held, index1, valid);
                        tile[at + 2 * stripe] = word(order(key2, kind, flip, bits) - base, held, index2, valid);
                        tile[at + 3 * stripe] = word(order(key3, kind, flip, bits) - base, held, index3, valid);
                    }
                    context.localBarrier();
                }
            }
            if (whole == 0) {
                // Write the keys in the order of the words. The barrier keeps the writes behind all reads.
                for (int i = 0; i < ITEMS; i++) {
                    int index = Math.min(tile[source + striped + i * stripe] & indexMask, Math.max(valid - 1, 0));
                    moved[i] = keys.get(begin + index);
                }
                context.globalBarrier();
                for (int i = 0; i < ITEMS; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        keys.set(begin + j, moved[i]);
                    }
                }
            }
            if (withValues != 0) {
                // Load the values into the half of the tile's memory that has no words. The word that is 0 makes compilers compute
                // the indices again, here and below, and not keep them in registers.
                int unused = tileWords - source;
                int reading = item + (tile[source + striped] & zero);
                for (int i = 0; i < ITEMS; i += 8) {
                    int j = i * workItems + reading;
                    int at = unused + striped + i * stripe;
                    int value0 = values.get(begin + Math.max(Math.min(j, valid - 1), 0));
                    int value1 = values.get(begin + Math.max(Math.min(j + workItems, valid - 1), 0));
                    int value2 = values.get(begin + Math.max(Math.min(j + 2 * workItems, valid - 1), 0));
                    int value3 = values.get(begin + Math.max(Math.min(j + 3 * workItems, valid - 1), 0));
                    int value4 = values.get(begin + Math.max(Math.min(j + 4 * workItems, valid - 1), 0));
                    int value5 = values.get(begin + Math.max(Math.min(j + 5 * workItems, valid - 1), 0));
                    int value6 = values.get(begin + Math.max(Math.min(j + 6 * workItems, valid - 1), 0));
                    int value7 = values.get(begin + Math.max(Math.min(j + 7 * workItems, valid - 1), 0));
                    tile[at] = value0;
                    tile[at + stripe] = value1;
                    tile[at + 2 * stripe] = value2;
                    tile[at + 3 * stripe] = value3;
                    tile[at + 4 * stripe] = value4;
                    tile[at + 5 * stripe] = value5;
                    tile[at + 6 * stripe] = value6;
                    tile[at + 7 * stripe] = value7;
                }
                context.localBarrier();
            }
            if ((whole | withValues) != 0) {
                // Keep the writes behind all reads.
                context.globalBarrier();
            }
            int writing = item + (tile[source + striped] & zero);
            if (whole != 0) {
                for (int i = 0; i < ITEMS; i++) {
                    int j = i * workItems + writing;
                    long difference = tile[source + striped + i * stripe] >> INDEX_BITS;
                    if (j < valid) {
                        keys.set(begin + j, ((difference << held) + base) ^ flip);
                    }
                }
            }
            if (withValues != 0) {
                int writingValues = item + (tile[source + striped] & zero);
                for (int i = 0; i < ITEMS; i++) {
                    int j = i * workItems + writingValues;
                    int index = tile[source + striped + i * stripe] & indexMask;
                    if (j < valid) {
                        values.set(begin + j, tile[tileWords - source + index + (index >> 5)]);
                    }
                }
                context.localBarrier();
            }
            // No barrier without values: the next tile goes to the words that the same work-item has read here.
            begin = stop;
        }
    }

    /**
     * {@return the word of a key: some bits of its difference to the smallest key, above its index in the tile} Padding is larger than
     * all others.
     *
     * @param held the lowest bit of the difference that the word holds
     */
    private static int word(long difference, int held, int index, int valid) {
        int padding = -Math.min(Math.max(index - valid + 1, 0), 1);
        int digits = (int) (difference >>> held) & ((1 << HELD_BITS) - 1);
        return ((digits << INDEX_BITS) | index | padding) & 0x7fffffff;
    }

    /** {@return the half of a word of counters that counts a 4-bit digit: the upper half for digits from 8 on} */
    private static int half(int counters, int digit) {
        return (counters >> ((digit >> 3) << 4)) & 65535;
    }

    /** {@return the bits of a key by which it is compared} */
    private static long order(long key, int kind, long flip, long bits) {
        return (OrderedBits.of(key, kind) ^ flip) & bits;
    }
}
