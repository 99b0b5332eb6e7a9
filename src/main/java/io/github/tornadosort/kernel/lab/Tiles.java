package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A pass that sorts tiles in local memory before it scatters them, with a table of tile and digit counts between: the way of
 * radix sorts by one-bit splits (Satish, Harris and Garland 2009, §IV; PMPP, §13.4-13.6), by four-way counts (Ha, Krüger
 * and Silva 2009, §4.1-4.3), and of sorts that cut keys into buckets, and these again, each by its own digit or splitters
 * (Stehle and Jacobsen 2017; Leischner, Osipov and Sanders 2010, §4). What sets them apart is compiled in: how many bits of a
 * digit one round settles, and whose digit it is.
 *
 * <p>{@code counts} has a counter for each digit value and tile, digit-major: {@code TILES} to a digit value, or, where
 * there are segments, as {@link SegmentEntry} says. A tile has {@code workItems * items} keys, at most 32768.
 */
public final class Tiles {
    /** All keys have the digit that {@link PassParameters} says. */
    public static final int ONE_DIGIT = 0;
    /** So they have, and the first tiles look whether their keys are in order. */
    public static final int ONE_DIGIT_CHECKED = 1;
    /** Each segment has a digit of its own. */
    public static final int SEGMENTS_DIGITS = 2;
    /** A key's digit is the number of its bucket between its segment's splitters. */
    public static final int SPLITTERS = 3;
    /** Tiles that look whether their keys are in order. */
    public static final int CHECKED_TILES = 16;

    private Tiles() {}

    /**
     * Sorts each tile by its keys' digits, and counts them. Groups of {@code workItems}, one a tile; local memory
     * {@code 8 * workItems * (33 * items / 32 + 2) + 4 * 2^digitBits + 4} bytes, and with splitters 2 KiB; reads keys twice
     * (once from the cache) and writes them once.
     *
     * @param tiles where there are segments: for each tile, its segment and its number among that one's tiles
     * @param segments {@link SegmentEntry} of each
     * @param splitters each segment's search tree ({@link Buckets}), if it has one
     * @param descents with {@link #ONE_DIGIT_CHECKED} gets, for each work-item of the first {@link #CHECKED_TILES} tiles,
     *     whether it saw a key smaller than the one on its left, 1 or 0; otherwise not touched
     * @param by compiled in: what a key's digit is
     * @param items keys of a work-item, at most 32: they lie in one padded row of local memory
     * @param digitBits of the widest digit
     * @param roundBits bits that a round settles: 1, or 2 with four counters packed in a word
     */
    public static void sort(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray tiles,
            IntArray segments,
            IntArray splitters,
            IntArray descents,
            LongArray data,
            IntArray p,
            int by,
            int kind,
            int wide,
            int withValues,
            int workItems,
            int items,
            int digitBits,
            int roundBits) {
        int tile = workItems * items;
        int radix = 1 << digitBits;
        // A word of padding after each 32 ends bank conflicts where work-items read each its own words.
        int padded = tile + tile / 32;
        int[] words = context.allocateIntLocalArray(2 * (workItems * items + workItems * items / 32));
        long[] sums = context.allocateLongLocalArray(2 * workItems);
        int[] starts = context.allocateIntLocalArray((1 << digitBits) + 1);
        long[] tree = context.allocateLongLocalArray(by == SPLITTERS ? 2 * Buckets.MOST : 1);
        int item = context.localIdx;
        int t = context.groupIdx;
        int begin = t * tile;
        int end = Math.min(begin + tile, p.get(PassParameters.N));
        int counter = t;
        int stride = p.get(StepParameters.TILES);
        int segment = 0;
        int shift = p.get(PassParameters.SHIFT);
        int mask = p.get(PassParameters.MASK);
        int bits = digitBits;
        if (by == SEGMENTS_DIGITS || by == SPLITTERS) {
            segment = tiles.get(2 * t);
            int number = tiles.get(2 * t + 1);
            int entry = segment * SegmentEntry.WORDS;
            begin = segments.get(entry + SegmentEntry.BEGIN) + number * tile;
            end = Math.min(begin + tile, segments.get(entry + SegmentEntry.END));
            counter = segments.get(entry + SegmentEntry.COUNTER) + number;
            stride = segments.get(entry + SegmentEntry.TILES);
            shift = segments.get(entry + SegmentEntry.SHIFT);
            bits = segments.get(entry + SegmentEntry.BITS);
            mask = (1 << bits) - 1;
            radix = 1 << bits;
        }
        int count = end - begin;
        long flip = Keys.flip(p);
        long compared = Keys.bits(p);
        int buckets = radix / 2;
        if (by == SPLITTERS) {
            int first = (segment * Buckets.TREE_WORDS) >> wide;
            for (int i = item; i < buckets - 1; i += workItems) {
                tree[i + 1] = Keys.get(splitters, first + i + 1, wide);
                tree[Buckets.MOST + i] = Keys.get(splitters, first + Buckets.MOST + i, wide);
            }
            context.localBarrier();
        }
        // A word is a key's digit above its place. What fills the tile up has the largest digit, and stays at its end.
        int descended = 0;
        for (int i = 0; i < items; i++) {
            int j = i * workItems + item;
            int digit = radix - 1;
            if (j < count) {
                long key = Keys.get(from, begin + j, wide);
                if (by == SPLITTERS) {
                    long rank = Ordering.rank(key, kind, wide, flip, compared);
                    int node = 1;
                    for (int left = buckets; left > 1; left = left / 2) {
                        node = 2 * node + (Ordering.before(data, tree[node], rank, kind) ? 1 : 0);
                    }
                    // No splitter left of the bucket is as large as the key; the one right of it may be the key's equal.
                    int bucket = node - buckets;
                    digit = 2 * bucket;
                    if (bucket < buckets - 1) {
                        digit = digit + (Ordering.before(data, rank, tree[Buckets.MOST + bucket], kind) ? 0 : 1);
                    }
                } else {
                    digit = Keys.digit(key, kind, wide, p, shift, mask);
                }
                if (by == ONE_DIGIT_CHECKED && t < CHECKED_TILES && begin + j > 0) {
                    long left = Keys.get(from, begin + j - 1, wide);
                    descended = descended | (Ordering.less(data, key, left, kind, wide, flip, compared) ? 1 : 0);
                }
            }
            words[j + (j >> 5)] = (digit << 16) | j;
        }
        if (by == ONE_DIGIT_CHECKED && t < CHECKED_TILES) {
            descents.set(t * workItems + item, descended);
        }
        context.localBarrier();
        int plane = 0;
        int mine = item * items + ((item * items) >> 5);
        int roundMask = (1 << roundBits) - 1;
        for (int place = 16; place < 16 + bits; place += roundBits) {
            long counted = 0;
            for (int i = 0; i < items; i++) {
                int field = (words[plane + mine + i] >> place) & roundMask;
                counted = counted + (1L << (field * 16));
            }
            int half = 0;
            sums[item] = counted;
            context.localBarrier();
            for (int distance = 1; distance < workItems; distance = distance * 2) {
                long up = sums[half + item];
                if (item >= distance) {
                    up = up + sums[half + item - distance];
                }
                half = workItems - half;
                sums[half + item] = up;
                context.localBarrier();
            }
            long all = sums[half + workItems - 1];
            // Each field's keys come behind those of the smaller fields, and behind those of the work-items before.
            long next = sums[half + item] - counted + (all << 16) + (all << 32) + (all << 48);
            for (int i = 0; i < items; i++) {
                int word = words[plane + mine + i];
                int field = ((word >> place) & roundMask) * 16;
                int at = (int) (next >> field) & 65535;
                next = next + (1L << field);
                words[padded - plane + at + (at >> 5)] = word;
            }
            plane = padded - plane;
            context.localBarrier();
        }
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
        for (int j = item; j < count; j += workItems) {
            int source = begin + (words[plane + j + (j >> 5)] & 65535);
            Keys.set(to, begin + j, Keys.get(from, source, wide), wide);
            if (withValues != 0) {
                toValues.set(begin + j, fromValues.get(source));
            }
        }
    }

    /**
     * Writes each tile, sorted by {@link #sort}, digit by digit, so that neighbours go to neighbouring places. Where a digit
     * begins in a tile is told by its counters, once they are scanned. Groups of {@code workItems}, one a tile; local memory
     * {@code 12 * 2^digitBits} bytes; reads and writes each key once.
     *
     * @param counts scanned, so that each counter says where its first key goes
     * @param data not touched: a graph can hand on to the next only what one of its tasks has
     */
    public static void scatter(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray tiles,
            IntArray segments,
            LongArray data,
            IntArray p,
            int by,
            int wide,
            int withValues,
            int workItems,
            int items,
            int digitBits) {
        int tile = workItems * items;
        int most = 1 << digitBits;
        int[] starts = context.allocateIntLocalArray(2 << digitBits);
        int[] offset = context.allocateIntLocalArray(1 << digitBits);
        int item = context.localIdx;
        int t = context.groupIdx;
        int begin = t * tile;
        int end = Math.min(begin + tile, p.get(PassParameters.N));
        int counter = t;
        int stride = p.get(StepParameters.TILES);
        int radix = most;
        int base = 0;
        if (by == SEGMENTS_DIGITS || by == SPLITTERS) {
            int number = tiles.get(2 * t + 1);
            int entry = tiles.get(2 * t) * SegmentEntry.WORDS;
            begin = segments.get(entry + SegmentEntry.BEGIN) + number * tile;
            end = Math.min(begin + tile, segments.get(entry + SegmentEntry.END));
            counter = segments.get(entry + SegmentEntry.COUNTER) + number;
            stride = segments.get(entry + SegmentEntry.TILES);
            radix = 1 << segments.get(entry + SegmentEntry.BITS);
            base = segments.get(entry + SegmentEntry.BASE);
        }
        int count = end - begin;
        // The counter behind a scanned one is larger by what it counted.
        for (int digit = item; digit < radix; digit += workItems) {
            int smaller = 0;
            if (digit > 0) {
                int before = counter + (digit - 1) * stride;
                smaller = counts.get(before + 1) - counts.get(before);
            }
            starts[digit] = smaller;
        }
        context.localBarrier();
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
        for (int digit = item; digit < radix; digit += workItems) {
            offset[digit] = base + counts.get(counter + digit * stride) - starts[plane + digit];
        }
        context.localBarrier();
        for (int j = item; j < count; j += workItems) {
            int digit = 0;
            for (int step = radix / 2; step > 0; step = step / 2) {
                digit = digit + (starts[plane + digit + step] <= j ? step : 0);
            }
            int at = offset[digit] + j;
            Keys.set(to, at, Keys.get(from, begin + j, wide), wide);
            if (withValues != 0) {
                toValues.set(at, fromValues.get(begin + j));
            }
        }
    }

    /**
     * Where each bucket begins, for the host. A group a segment.
     *
     * @param counts scanned
     * @param starts gets, at {@link SegmentEntry#BUCKETS} for each segment, the first place of each of its buckets
     */
    public static void place(
            KernelContext context, IntArray counts, IntArray starts, IntArray segments, int workItems) {
        int entry = context.groupIdx * SegmentEntry.WORDS;
        int base = segments.get(entry + SegmentEntry.BASE);
        int counter = segments.get(entry + SegmentEntry.COUNTER);
        int tiles = segments.get(entry + SegmentEntry.TILES);
        int first = segments.get(entry + SegmentEntry.BUCKETS);
        int buckets = 1 << segments.get(entry + SegmentEntry.BITS);
        for (int bucket = context.localIdx; bucket < buckets; bucket += workItems) {
            starts.set(first + bucket, base + counts.get(counter + bucket * tiles));
        }
    }
}
