package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A pass that sorts tiles in local memory before it scatters them, with a table of tile and digit counts between: the way of
 * radix sorts by one-bit splits (Satish, Harris and Garland 2009, §IV; PMPP, §13.4-13.6), by four-way counts (Ha, Krüger
 * and Silva 2009, §4.1-4.3), and, with a key's bucket in the place of its digit, of sample sort (Leischner, Osipov and
 * Sanders 2010, §4). What sets them apart is compiled in: how many bits of a digit one round settles, and whose digit it is.
 *
 * <p>{@code counts} has a counter for each digit value and tile, digit-major: {@code TILES} to a digit value, or in sample
 * sort as {@code tiles} ({@link TileEntry}) says. A tile has {@code workItems * items} keys, at most 32768.
 */
public final class Tiles {
    private Tiles() {}

    /**
     * Sorts each tile by its keys' digits, and counts them. Groups of {@code workItems}, one a tile; local memory
     * {@code 8 * workItems * (items + 2) + 4 * 2^digitBits + 4} bytes; reads keys twice (once from the cache) and writes
     * them once.
     *
     * @param tiles in sample sort, where each tile is
     * @param splitters in sample sort, each segment's search tree ({@link Buckets})
     * @param bucketed compiled in: 1 in sample sort, 0 in radix sorts
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
            IntArray splitters,
            LongArray data,
            IntArray p,
            int bucketed,
            int kind,
            int wide,
            int withValues,
            int workItems,
            int items,
            int digitBits,
            int roundBits) {
        int tile = workItems * items;
        int radix = 1 << digitBits;
        int[] words = context.allocateIntLocalArray(2 * tile);
        long[] sums = context.allocateLongLocalArray(2 * workItems);
        int[] starts = context.allocateIntLocalArray(radix + 1);
        int item = context.localIdx;
        int t = context.groupIdx;
        int begin = t * tile;
        int end = Math.min(begin + tile, p.get(PassParameters.N));
        int counter = t;
        int stride = p.get(StepParameters.TILES);
        int segment = 0;
        int levels = 0;
        if (bucketed != 0) {
            begin = tiles.get(t * TileEntry.WORDS + TileEntry.BEGIN);
            end = tiles.get(t * TileEntry.WORDS + TileEntry.END);
            counter = tiles.get(t * TileEntry.WORDS + TileEntry.COUNTER);
            stride = tiles.get(t * TileEntry.WORDS + TileEntry.STRIDE);
            segment = tiles.get(t * TileEntry.WORDS + TileEntry.SEGMENT);
            levels = tiles.get(t * TileEntry.WORDS + TileEntry.LEVELS);
        }
        int count = end - begin;
        // A word is a key's digit above its place. What fills the tile up has the largest digit, and stays at its end.
        for (int i = 0; i < items; i++) {
            int j = i * workItems + item;
            int digit = radix - 1;
            if (j < count) {
                long key = Keys.get(from, begin + j, wide);
                if (bucketed != 0) {
                    digit = Buckets.of(splitters, segment, levels, data, key, kind, wide, p);
                } else {
                    digit = Keys.digit(key, kind, wide, p);
                }
            }
            words[j] = (digit << 16) | j;
        }
        context.localBarrier();
        int plane = 0;
        int roundMask = (1 << roundBits) - 1;
        for (int shift = 16; shift < 16 + digitBits; shift += roundBits) {
            long counted = 0;
            for (int i = 0; i < items; i++) {
                int field = (words[plane + item * items + i] >> shift) & roundMask;
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
                int word = words[plane + item * items + i];
                int field = ((word >> shift) & roundMask) * 16;
                int at = (int) (next >> field) & 65535;
                next = next + (1L << field);
                words[tile - plane + at] = word;
            }
            plane = tile - plane;
            context.localBarrier();
        }
        for (int digit = item; digit <= radix; digit += workItems) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) / 2;
                int smaller = (words[plane + middle] >> 16) < digit ? 1 : 0;
                low = smaller != 0 ? middle + 1 : low;
                high = smaller != 0 ? high : middle;
            }
            starts[digit] = low;
        }
        context.localBarrier();
        // In sample sort a segment has only the counters of its own buckets.
        int counters = bucketed != 0 ? 2 << levels : radix;
        for (int digit = item; digit < counters; digit += workItems) {
            counts.set(counter + digit * stride, starts[digit + 1] - starts[digit]);
        }
        for (int j = item; j < count; j += workItems) {
            int source = begin + (words[plane + j] & 65535);
            Keys.set(to, begin + j, Keys.get(from, source, wide), wide);
            if (withValues != 0) {
                toValues.set(begin + j, fromValues.get(source));
            }
        }
    }

    /**
     * Writes each tile, sorted by {@link #sort}, digit by digit, so that neighbours go to neighbouring places. Groups of
     * {@code workItems}, one a tile; local memory {@code 4 * (workItems * items + 2^digitBits)} bytes; reads and writes
     * each key once.
     *
     * @param counts scanned, so that each counter says where its first key goes
     */
    public static void scatter(
            KernelContext context,
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray tiles,
            IntArray splitters,
            LongArray data,
            IntArray p,
            int bucketed,
            int kind,
            int wide,
            int withValues,
            int workItems,
            int items,
            int digitBits) {
        int tile = workItems * items;
        int[] digits = context.allocateIntLocalArray(tile);
        int[] offset = context.allocateIntLocalArray(1 << digitBits);
        int item = context.localIdx;
        int t = context.groupIdx;
        int begin = t * tile;
        int end = Math.min(begin + tile, p.get(PassParameters.N));
        int counter = t;
        int stride = p.get(StepParameters.TILES);
        int segment = 0;
        int levels = 0;
        int base = 0;
        if (bucketed != 0) {
            begin = tiles.get(t * TileEntry.WORDS + TileEntry.BEGIN);
            end = tiles.get(t * TileEntry.WORDS + TileEntry.END);
            counter = tiles.get(t * TileEntry.WORDS + TileEntry.COUNTER);
            stride = tiles.get(t * TileEntry.WORDS + TileEntry.STRIDE);
            segment = tiles.get(t * TileEntry.WORDS + TileEntry.SEGMENT);
            levels = tiles.get(t * TileEntry.WORDS + TileEntry.LEVELS);
            base = splitters.get(segment * Buckets.TREE_WORDS + Buckets.BASE);
        }
        int count = end - begin;
        for (int j = item; j < count; j += workItems) {
            long key = Keys.get(from, begin + j, wide);
            if (bucketed != 0) {
                digits[j] = Buckets.of(splitters, segment, levels, data, key, kind, wide, p);
            } else {
                digits[j] = Keys.digit(key, kind, wide, p);
            }
        }
        context.localBarrier();
        for (int j = item; j < count; j += workItems) {
            int digit = digits[j];
            int left = -1;
            if (j > 0) {
                left = digits[j - 1];
            }
            if (digit != left) {
                offset[digit] = base + counts.get(counter + digit * stride) - j;
            }
        }
        context.localBarrier();
        for (int j = item; j < count; j += workItems) {
            int at = offset[digits[j]] + j;
            Keys.set(to, at, Keys.get(from, begin + j, wide), wide);
            if (withValues != 0) {
                toValues.set(at, fromValues.get(begin + j));
            }
        }
    }
}
