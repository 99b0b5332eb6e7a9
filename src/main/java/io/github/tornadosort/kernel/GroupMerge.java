package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A sort of few 32-bit keys in two kernels, for GPUs, where a launch costs more than it does: tiles are sorted one by one in
 * local memory, and then merged all at once by rank. What is compared are words of 64 bits, a key's order above its place:
 * no two are alike, so that a network that is not stable sorts stably, and a key's rank in another tile needs no rule for ties.
 */
public final class GroupMerge {
    /** Keys of a tile: a power of two. */
    public static final int TILE = 2048;
    /** Work-items that share the search for a key's place. */
    public static final int SEARCHERS = 4;

    private GroupMerge() {}

    /**
     * Sorts each tile, by a bitonic network (Batcher 1968) with the first step of a merge mirrored in place of descending
     * runs. Groups of {@code workItems}, one a tile; local memory {@code 8 * TILE} bytes; reads 8 and writes 12 bytes a key,
     * and 4 of each a value.
     *
     * @param words gets each tile's words in order; behind the keys of the last one, words that are larger than all others
     * @param tileKeys gets the keys in that order
     * @param tileValues gets the values in that order
     * @param withValues whether there are values; if 0, their arrays are not touched
     */
    public static void sortTiles(
            KernelContext context,
            IntArray keys,
            IntArray values,
            LongArray words,
            IntArray tileKeys,
            IntArray tileValues,
            IntArray p,
            int kind,
            int withValues,
            int workItems) {
        long[] sorted = context.allocateLongLocalArray(TILE);
        int item = context.localIdx;
        int flip = p.get(PassParameters.FLIP);
        int bits = p.get(PassParameters.BITS);
        int begin = context.groupIdx * TILE;
        int count = Math.min(TILE, p.get(PassParameters.N) - begin);
        for (int j = item; j < TILE; j += workItems) {
            long word = 0x7fffffffffffffffL;
            if (j < count) {
                int rank = ((OrderedBits.of(keys.get(begin + j), kind) ^ flip) & bits) ^ 0x80000000;
                word = ((long) rank << 32) | (begin + j);
            }
            sorted[j] = word;
        }
        context.localBarrier();
        // A tile that is not full is sorted up to the next power of two: what is behind is in place.
        for (int size = 2; size < 2 * count; size = size * 2) {
            for (int distance = size / 2; distance > 0; distance = distance / 2) {
                for (int pair = item; pair < TILE / 2; pair += workItems) {
                    int within = pair & (distance - 1);
                    int low = 2 * pair - within;
                    int high = distance == size / 2 ? low + size - 1 - 2 * within : low + distance;
                    long left = sorted[low];
                    long right = sorted[high];
                    sorted[low] = Math.min(left, right);
                    sorted[high] = Math.max(left, right);
                }
                context.localBarrier();
            }
        }
        for (int j = item; j < TILE; j += workItems) {
            long word = sorted[j];
            words.set(begin + j, word);
            if (j < count) {
                tileKeys.set(begin + j, keys.get((int) word));
                if (withValues != 0) {
                    tileValues.set(begin + j, values.get((int) word));
                }
            }
        }
    }

    /**
     * Merges all tiles in one step: a key's place is the number of words before its own in each tile, which binary searches
     * count (merging by rank: Satish, Harris and Garland 2009, §V, there for two runs). Groups of {@code workItems}, a
     * multiple of {@link #SEARCHERS}, for a key for each so many of them; local memory {@code 4 * workItems} bytes. Reads some
     * {@code log2(TILE)} words of each tile a key, out of the cache for the most part, since neighbours search alike: for few
     * tiles.
     *
     * @param words of {@link #sortTiles}, as are the tiles' keys and values
     */
    public static void mergeTiles(
            KernelContext context,
            LongArray words,
            IntArray tileKeys,
            IntArray tileValues,
            IntArray keys,
            IntArray values,
            IntArray p,
            int withValues,
            int workItems) {
        int[] counts = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int n = p.get(PassParameters.N);
        // Work-items side by side search for keys side by side.
        int keysOfGroup = workItems / SEARCHERS;
        int searcher = item / keysOfGroup;
        int i = context.groupIdx * keysOfGroup + item - searcher * keysOfGroup;
        long mine = words.get(Math.min(i, Math.max(n - 1, 0)));
        int before = 0;
        for (int first = searcher * TILE; first < n; first += SEARCHERS * TILE) {
            int low = first;
            for (int step = TILE / 2; step > 0; step = step / 2) {
                low = low + (words.get(low + step - 1) < mine ? step : 0);
            }
            before = before + low - first + (words.get(low) < mine ? 1 : 0);
        }
        counts[item] = before;
        context.localBarrier();
        if (searcher == 0 && i < n) {
            int place = 0;
            for (int k = 0; k < SEARCHERS; k++) {
                place = place + counts[k * keysOfGroup + item];
            }
            keys.set(place, tileKeys.get(i));
            if (withValues != 0) {
                values.set(place, tileValues.get(i));
            }
        }
    }
}
