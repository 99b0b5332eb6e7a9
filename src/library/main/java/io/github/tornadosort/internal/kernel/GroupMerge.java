package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A sort of a small number of 32-bit keys in two kernels, for GPUs. A radix sort would spend most of its time on launches.
 * {@link #sortTiles} sorts tiles in local memory, and {@link #mergeTiles} merges all tiles at once by rank.
 *
 * <p>The kernels compare <em>words</em> of 64 bits: the key's ordered bits in the high half, the key's index in the low half.
 * No two words are equal. Therefore a network that is not stable sorts stably, and ranking a key in another tile needs no rule
 * for ties.
 */
public final class GroupMerge {
    /** Number of keys in a tile, a power of two. */
    public static final int TILE = 2048;
    /** Number of work-items that share the search for a key's rank. */
    public static final int SEARCHERS = 4;

    private GroupMerge() {}

    /**
     * Sorts each tile by a bitonic network (Batcher 1968; see {@link BitonicPairs}). Work-groups of {@code workItems}, one per
     * tile; local memory {@code 8 * TILE} bytes. Reads 8 bytes per key, half of them from the cache, and writes 12; reads and
     * writes 4 bytes per value.
     *
     * @param keys {@code N} keys
     * @param values {@code N} values, if {@code withValues} is not 0; otherwise not accessed
     * @param words receives the words of each tile in sorted order, {@code TILE} per tile; those after the last key are larger
     *     than all others
     * @param tileKeys receives the keys in the order of the words
     * @param tileValues receives the values in the order of the words
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
        int floats = p.get(PassParameters.FLOATS);
        int bits = p.get(PassParameters.BITS);
        int begin = context.groupIdx * TILE;
        int count = Math.min(TILE, p.get(PassParameters.N) - begin);
        // Load the keys as words, and fill the rest of the tile.
        for (int j = item; j < TILE; j += workItems) {
            long word = 0x7fffffffffffffffL;
            if (j < count) {
                int rank = ((OrderedBits.masked(keys.get(begin + j), kind, floats) ^ flip) & bits) ^ 0x80000000;
                word = ((long) rank << 32) | (begin + j);
            }
            sorted[j] = word;
        }
        context.localBarrier();
        // Run the network, up to the next power of two of the number of keys. The words after that are in order.
        for (int size = 2; size < 2 * count; size = size * 2) {
            for (int distance = size / 2; distance > 0; distance = distance / 2) {
                for (int pair = item; pair < TILE / 2; pair += workItems) {
                    int low = BitonicPairs.low(pair, distance);
                    int high = BitonicPairs.high(pair, size, distance);
                    long left = sorted[low];
                    long right = sorted[high];
                    sorted[low] = Math.min(left, right);
                    sorted[high] = Math.max(left, right);
                }
                context.localBarrier();
            }
        }
        // Store the words, and keys and values in their order.
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
     * Merges all tiles in one step. A key's index in the result is the number of smaller words in all tiles, which binary
     * searches count (merging by rank: Satish, Harris and Garland 2009, §V, there for two runs). Work-groups of {@code
     * workItems}, which sort {@code workItems / SEARCHERS} keys each; local memory {@code 4 * workItems} bytes. Reads about
     * {@code log2(TILE)} words per key and tile, most of them from the cache, because neighbouring work-items search for
     * neighbouring words: fast for few tiles only. Reads and writes each key and its value once.
     *
     * @param words the result of {@link #sortTiles}, as are {@code tileKeys} and {@code tileValues}
     * @param keys receives {@code N} keys in sorted order
     * @param values receives {@code N} values, if {@code withValues} is not 0; otherwise not accessed
     * @param workItems a multiple of {@link #SEARCHERS}
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
        // Count the smaller words in every SEARCHERS-th tile. Neighbouring work-items search for neighbouring words.
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
        // The first searcher of each key adds up the counts and moves the key.
        if (searcher == 0 && i < n) {
            int rank = 0;
            for (int k = 0; k < SEARCHERS; k++) {
                rank = rank + counts[k * keysOfGroup + item];
            }
            keys.set(rank, tileKeys.get(i));
            if (withValues != 0) {
                values.set(rank, tileValues.get(i));
            }
        }
    }
}
