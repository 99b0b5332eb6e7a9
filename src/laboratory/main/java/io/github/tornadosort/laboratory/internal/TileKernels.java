package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Sorts tiles by digit in local memory, and scatters them with the help of a table of counts. {@link RadixLocal} and {@link RadixFourWay}
 * use these kernels for a pass over all keys, {@link BucketSort} for all segments of one depth at once: a key's digit is then the number
 * of its bucket.
 *
 * <p>A tile has {@code workItems * items} keys, at most 32768. The table {@code counts} has one counter per digit value and
 * tile, in that order: the counters of digit value {@code d} begin at {@code d * TILES}. With segments, each segment has such a
 * table, which {@link SegmentTable} describes.
 */
public final class TileKernels {
    /** Source of a key's digit: {@link PassParameters}; the same bits for all keys. */
    public static final int ONE_DIGIT = 0;
    /** Source of a key's digit: {@link SegmentTable}; other bits for each segment. */
    public static final int SEGMENT_DIGITS = 1;
    /** Source of a key's digit: its bucket between the splitters of its segment. */
    public static final int SPLITTERS = 2;
    /** Maximum number of buckets between splitters: one more than splitters. */
    static final int MAX_BUCKETS = 128;
    /**
     * Number of words of a segment's tree of splitters: two halves of {@link #MAX_BUCKETS} keys of either width. The first half has the
     * splitters' ranks as a binary heap whose root has index 1; it is searched without branches. The second half has them in order.
     */
    static final int TREE_WORDS = 4 * MAX_BUCKETS;

    private TileKernels() {}

    /**
     * Sorts each tile by its keys' digits, and counts the digits. Groups of {@code workItems}, one per tile; local memory
     * {@code 8 * workItems * (33 * items / 32 + 2) + 4 * 2^digitBits + 4} bytes, and 2 KiB with splitters. Reads each key
     * twice, the second time from the cache, and each value once; writes each once.
     *
     * @param to receives the sorted tiles
     * @param counts receives the number of keys for each digit value and tile
     * @param tiles with segments: for each tile, the number of its segment and the tile's number in the segment
     * @param splitters with {@link #SPLITTERS}: {@link #TREE_WORDS} for each segment
     * @param items keys per work-item, at most 32: they fill one row of local memory, up to its padding
     * @param digitBits width of the widest digit
     * @param roundBits bits by which one round sorts: 1 or 2. Their four counters of 16 bits share one word of 64 bits.
     */
    public static void sort(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray counts,
            IntArray tiles, IntArray segments, IntArray splitters, IntArray p, int digitSource, int kind, int wide,
            int withValues, int workItems, int items, int digitBits, int roundBits) {
        int tile = workItems * items;
        int radix = 1 << digitBits;
        // One word of padding after each 32 words avoids bank conflicts when each work-item reads consecutive words.
        int padded = tile + tile / 32;
        int[] words = context.allocateIntLocalArray(2 * (workItems * items + workItems * items / 32));
        int[] sums = context.allocateIntLocalArray(4 * workItems);
        int[] starts = context.allocateIntLocalArray((1 << digitBits) + 1);
        long[] tree = context.allocateLongLocalArray(digitSource == SPLITTERS ? 2 * MAX_BUCKETS : 1);
        int item = context.localIdx;
        int t = context.groupIdx;
        int begin = t * tile;
        int end = Math.min(begin + tile, p.get(PassParameters.N));
        // Find the tile's keys, counters and digit.
        int counter = t;
        int stride = p.get(AlgorithmParameters.TILES);
        int segment = 0;
        int shift = p.get(PassParameters.WINDOWS);
        int mask = p.get(PassParameters.WINDOWS + 1);
        int bits = digitBits;
        if (digitSource != ONE_DIGIT) {
            segment = tiles.get(2 * t);
            int number = tiles.get(2 * t + 1);
            int entry = segment * SegmentTable.WORDS;
            begin = segments.get(entry + SegmentTable.BEGIN) + number * tile;
            end = Math.min(begin + tile, segments.get(entry + SegmentTable.END));
            counter = segments.get(entry + SegmentTable.COUNTER) + number;
            stride = segments.get(entry + SegmentTable.TILES);
            shift = segments.get(entry + SegmentTable.SHIFT);
            bits = segments.get(entry + SegmentTable.BITS);
            mask = (1 << bits) - 1;
            radix = 1 << bits;
        }
        int count = end - begin;
        long flip = PassParameters.flip64(p);
        long compared = PassParameters.bits64(p);
        int buckets = radix / 2;
        // Load the splitters.
        if (digitSource == SPLITTERS) {
            int first = (segment * TREE_WORDS) >> wide;
            for (int i = item; i < buckets - 1; i += workItems) {
                tree[i + 1] = KeyWords.get(splitters, first + i + 1, wide);
                tree[MAX_BUCKETS + i] = KeyWords.get(splitters, first + MAX_BUCKETS + i, wide);
            }
            context.localBarrier();
        }
        // Compute the digits. A word has a key's digit in its high half and the key's index in its low half. Words after the
        // last key have the largest digit, and therefore stay after it.
        for (int i = 0; i < items; i++) {
            int j = i * workItems + item;
            int digit = radix - 1;
            if (j < count) {
                long key = KeyWords.get(from, begin + j, wide);
                if (digitSource == SPLITTERS) {
                    long rank = KeyWords.rank(key, kind, wide, flip, compared);
                    int node = 1;
                    for (int left = buckets; left > 1; left = left / 2) {
                        node = 2 * node + (tree[node] < rank ? 1 : 0);
                    }
                    // Splitters left of the bucket are smaller than the key. Keys equal to the splitter right of it go to a
                    // separate bucket.
                    int bucket = node - buckets;
                    digit = 2 * bucket;
                    if (bucket < buckets - 1) {
                        digit = digit + (rank < tree[MAX_BUCKETS + bucket] ? 0 : 1);
                    }
                } else {
                    digit = KeyWords.digit(key, kind, wide, p, shift, mask);
                }
            }
            words[j + (j >> 5)] = (digit << 16) | j;
        }
        context.localBarrier();
        // Sort the words by the digit, roundBits bits per round, from one plane of words to the other.
        int plane = 0;
        int mine = item * items + ((item * items) >> 5);
        int roundMask = (1 << roundBits) - 1;
        for (int bit = 16; bit < 16 + bits; bit += roundBits) {
            // Count the work-item's words: one counter of 16 bits per field value, two in each int. Not every backend shifts
            // longs by a variable number of bits.
            int countedLow = 0;
            int countedHigh = 0;
            for (int i = 0; i < items; i++) {
                int field = (words[plane + mine + i] >> bit) & roundMask;
                int one = 1 << ((field & 1) * 16);
                countedLow = countedLow + (field < 2 ? one : 0);
                countedHigh = countedHigh + (field < 2 ? 0 : one);
            }
            // Scan the counters of all work-items.
            int half = 0;
            sums[2 * item] = countedLow;
            sums[2 * item + 1] = countedHigh;
            context.localBarrier();
            for (int distance = 1; distance < workItems; distance = distance * 2) {
                int low = sums[half + 2 * item];
                int high = sums[half + 2 * item + 1];
                if (item >= distance) {
                    low = low + sums[half + 2 * (item - distance)];
                    high = high + sums[half + 2 * (item - distance) + 1];
                }
                half = 2 * workItems - half;
                sums[half + 2 * item] = low;
                sums[half + 2 * item + 1] = high;
                context.localBarrier();
            }
            int all0 = sums[half + 2 * workItems - 2] & 65535;
            int all01 = all0 + ((sums[half + 2 * workItems - 2] >> 16) & 65535);
            int all012 = all01 + (sums[half + 2 * workItems - 1] & 65535);
            // Move the words. Words of one field value come after those of smaller values, and after those of earlier
            // work-items.
            int nextLow = sums[half + 2 * item] - countedLow + (all0 << 16);
            int nextHigh = sums[half + 2 * item + 1] - countedHigh + all01 + (all012 << 16);
            for (int i = 0; i < items; i++) {
                int word = words[plane + mine + i];
                int field = (word >> bit) & roundMask;
                int offset16 = (field & 1) * 16;
                int at = ((field < 2 ? nextLow : nextHigh) >> offset16) & 65535;
                nextLow = nextLow + (field < 2 ? 1 << offset16 : 0);
                nextHigh = nextHigh + (field < 2 ? 0 : 1 << offset16);
                words[padded - plane + at + (at >> 5)] = word;
            }
            plane = padded - plane;
            context.localBarrier();
        }
        // Find the first word of each digit by binary search; store the differences as counts.
        for (int digit = item; digit <= radix; digit += workItems) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) / 2;
                int smaller = (words[plane + middle + (middle >> 5)] >> 16) < digit ? 1 : 0;
                low = smaller != 0 ? middle + 1 : low;
                high = smaller != 0 ? high : middle;
            }
            starts[digit] = low;
        }
        context.localBarrier();
        for (int digit = item; digit < radix; digit += workItems) {
            counts.set(counter + digit * stride, starts[digit + 1] - starts[digit]);
        }
        // Store keys and values in the words' order.
        for (int j = item; j < count; j += workItems) {
            int source = begin + (words[plane + j + (j >> 5)] & 65535);
            KeyWords.set(to, begin + j, KeyWords.get(from, source, wide), wide);
            if (withValues != 0) {
                toValues.set(begin + j, fromValues.get(source));
            }
        }
    }

    /**
     * Writes each tile, sorted by {@link #sort}, digit by digit, so that neighbouring work-items write to neighbouring
     * addresses. Groups of {@code workItems}, one per tile; local memory {@code 12 * 2^digitBits} bytes. Reads and writes each
     * key and its value once.
     *
     * @param from the sorted tiles
     * @param counts the counts of {@link #sort} after an exclusive scan
     */
    public static void scatter(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray counts,
            IntArray tiles, IntArray segments, IntArray p, int digitSource, int wide, int withValues, int workItems,
            int items, int digitBits) {
        int tile = workItems * items;
        int most = 1 << digitBits;
        int[] starts = context.allocateIntLocalArray(2 << digitBits);
        int[] offset = context.allocateIntLocalArray(1 << digitBits);
        int item = context.localIdx;
        int t = context.groupIdx;
        int begin = t * tile;
        int end = Math.min(begin + tile, p.get(PassParameters.N));
        int counter = t;
        int stride = p.get(AlgorithmParameters.TILES);
        int radix = most;
        int base = 0;
        if (digitSource != ONE_DIGIT) {
            int number = tiles.get(2 * t + 1);
            int entry = tiles.get(2 * t) * SegmentTable.WORDS;
            begin = segments.get(entry + SegmentTable.BEGIN) + number * tile;
            end = Math.min(begin + tile, segments.get(entry + SegmentTable.END));
            counter = segments.get(entry + SegmentTable.COUNTER) + number;
            stride = segments.get(entry + SegmentTable.TILES);
            radix = 1 << segments.get(entry + SegmentTable.BITS);
            base = segments.get(entry + SegmentTable.BASE);
        }
        int count = end - begin;
        // Load the count of the next smaller digit: the difference of two neighbouring scanned counters.
        for (int digit = item; digit < radix; digit += workItems) {
            int smaller = 0;
            if (digit > 0) {
                int before = counter + (digit - 1) * stride;
                smaller = counts.get(before + 1) - counts.get(before);
            }
            starts[digit] = smaller;
        }
        context.localBarrier();
        // Scan the counts to find the first key of each digit in the tile.
        int plane = 0;
        for (int distance = 1; distance < radix; distance = distance * 2) {
            for (int digit = item; digit < radix; digit += workItems) {
                int up = starts[plane + digit];
                if (digit >= distance) {
                    up = up + starts[plane + digit - distance];
                }
                starts[most - plane + digit] = up;
            }
            plane = most - plane;
            context.localBarrier();
        }
        // Compute the distance that the keys of each digit move.
        for (int digit = item; digit < radix; digit += workItems) {
            offset[digit] = base + counts.get(counter + digit * stride) - starts[plane + digit];
        }
        context.localBarrier();
        // Move keys and values; a binary search finds the digit.
        for (int j = item; j < count; j += workItems) {
            int digit = 0;
            for (int step = radix / 2; step > 0; step = step / 2) {
                digit = digit + (starts[plane + digit + step] <= j ? step : 0);
            }
            int target = offset[digit] + j;
            KeyWords.set(to, target, KeyWords.get(from, begin + j, wide), wide);
            if (withValues != 0) {
                toValues.set(target, fromValues.get(begin + j));
            }
        }
    }

    /**
     * Stores where each bucket begins, for the host. Groups of {@code workItems}, one per segment; no local memory. Reads and
     * writes 4 bytes per bucket.
     *
     * @param counts the counts of {@link #sort} after an exclusive scan
     * @param starts receives, from {@link SegmentTable#BUCKETS} up for each segment, the index of the first key of each bucket
     */
    public static void bucketStarts(KernelContext context, IntArray counts, IntArray starts, IntArray segments,
            int workItems) {
        int entry = context.groupIdx * SegmentTable.WORDS;
        int base = segments.get(entry + SegmentTable.BASE);
        int counter = segments.get(entry + SegmentTable.COUNTER);
        int tiles = segments.get(entry + SegmentTable.TILES);
        int first = segments.get(entry + SegmentTable.BUCKETS);
        int buckets = 1 << segments.get(entry + SegmentTable.BITS);
        for (int bucket = context.localIdx; bucket < buckets; bucket += workItems) {
            starts.set(first + bucket, base + counts.get(counter + bucket * tiles));
        }
    }

    /**
     * Compares each key from {@link AlgorithmParameters#CHECK_BEGIN} to {@link AlgorithmParameters#CHECK_END} with its left
     * neighbour (Ha, Krüger and Silva 2009, §4.4). Groups of {@code workItems}, any number of them; local memory
     * {@code 4 * workItems} bytes. Reads each key twice, the second time from the cache; writes 4 bytes per group.
     *
     * @param descents receives for each group 1 if it found a key that belongs before its left neighbour, otherwise 0
     */
    public static void findDescents(
            KernelContext context, IntArray keys, IntArray descents, IntArray p, int kind, int wide, int workItems) {
        int[] local = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int end = p.get(AlgorithmParameters.CHECK_END);
        // Each work-item compares every k-th key, for k work-items in all groups together.
        int found = 0;
        for (int i = p.get(AlgorithmParameters.CHECK_BEGIN) + context.globalIdx; i < end; i += context.globalGroupSizeX) {
            long key = KeyWords.get(keys, i, wide);
            long left = KeyWords.get(keys, i - 1, wide);
            found = found | (KeyWords.less(key, left, kind, wide, flip, bits) ? 1 : 0);
        }
        // Combine the work-items' results in local memory.
        local[item] = found;
        context.localBarrier();
        for (int half = workItems / 2; half > 0; half = half / 2) {
            if (item < half) {
                local[item] = local[item] | local[item + half];
            }
            context.localBarrier();
        }
        if (item == 0) {
            descents.set(context.groupIdx, local[0]);
        }
    }
}
