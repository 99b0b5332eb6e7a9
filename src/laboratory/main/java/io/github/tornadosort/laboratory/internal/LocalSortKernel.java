package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Sorts ranges of keys in local memory by a bitonic network (Batcher 1968) whose merges begin with a mirrored step: each key is
 * compared with the key at the same distance from the other end, so that no run has to be sorted in descending order. A
 * work-item loads eight keys into registers and performs three steps of the network on them, so that local memory is read and
 * written once for three steps.
 *
 * <p>The network sorts the keys' ranks ({@link KeyWords#rank}), and, where equal keys can be told apart, their indices within
 * the range.
 */
public final class LocalSortKernel {
    /** Number of keys that a work-item holds in registers, and minimum size of the network. */
    public static final int KEYS = 8;

    private LocalSortKernel() {}

    /**
     * Sorts each range. Groups of {@code workItems}, one per range; local memory {@code 9 * tile * (1 + wide + stable) / 2}
     * bytes. Reads each key once, or twice if {@code stable}, and each value once; writes each once.
     *
     * @param to receives the sorted ranges
     * @param ranges for each range the index of its first key and the index after its last key
     * @param stable compiled in: 1 if indices break ties; 0 only for integers that move alone and are compared by all their
     *     bits
     * @param tile maximum number of keys in a range; the network sorts {@link AlgorithmParameters#NETWORK_SIZE} elements
     */
    public static void bitonicSort(
            KernelContext context, IntArray from, IntArray to, IntArray fromValues, IntArray toValues, IntArray ranges,
            IntArray p, int kind, int wide, int withValues, int stable, int tile, int workItems) {
        // One word of padding after each 8 words avoids bank conflicts, whatever the distance between a work-item's keys.
        int plane = tile + tile / 8;
        int[] words = context.allocateIntLocalArray((tile + tile / 8) * (1 + wide));
        int[] indices = context.allocateIntLocalArray(stable != 0 ? tile + tile / 8 : 1);
        long[] rank = new long[KEYS];
        int[] index = new int[KEYS];
        int item = context.localIdx;
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int size = p.get(AlgorithmParameters.NETWORK_SIZE);
        int begin = ranges.get(2 * context.groupIdx);
        int count = ranges.get(2 * context.groupIdx + 1) - begin;
        // Load ranks and indices, and fill the rest of the network after the last key.
        for (int j = item; j < size; j += workItems) {
            // The filling has the largest rank, and stays after all keys because of its indices.
            long loaded =
                    KeyWords.rank(KeyWords.get(from, begin + Math.min(j, count - 1), wide), kind, wide, flip, bits);
            if (j >= count) {
                loaded = wide != 0 ? 0x7fffffffffffffffL : 0x7fffffff;
            }
            int at = j + (j >> 3);
            words[at] = (int) loaded;
            if (wide != 0) {
                words[plane + at] = (int) (loaded >> 32);
            }
            if (stable != 0) {
                indices[at] = j;
            }
        }
        context.localBarrier();
        // Sort runs of four keys in registers.
        for (int set = item; set < size / KEYS; set += workItems) {
            int at = set * 9;
            for (int i = 0; i < KEYS; i++) {
                rank[i] = KeyWords.of(words[at + i], words[at + i + wide * plane], wide);
                if (stable != 0) {
                    index[i] = indices[at + i];
                }
            }
            order(rank, index, 0, 1, 0, stable);
            order(rank, index, 2, 3, 0, stable);
            order(rank, index, 4, 5, 0, stable);
            order(rank, index, 6, 7, 0, stable);
            order(rank, index, 0, 3, 0, stable);
            order(rank, index, 1, 2, 0, stable);
            order(rank, index, 4, 7, 0, stable);
            order(rank, index, 5, 6, 0, stable);
            order(rank, index, 0, 1, 0, stable);
            order(rank, index, 2, 3, 0, stable);
            order(rank, index, 4, 5, 0, stable);
            order(rank, index, 6, 7, 0, stable);
            for (int i = 0; i < KEYS; i++) {
                words[at + i] = (int) rank[i];
                if (wide != 0) {
                    words[plane + at + i] = (int) (rank[i] >> 32);
                }
                if (stable != 0) {
                    indices[at + i] = index[i];
                }
            }
        }
        context.localBarrier();
        // Merge runs: three steps of the network per round.
        for (int merged = KEYS; merged <= size; merged = merged * 2) {
            int stride = merged / KEYS;
            // The first step of a merge is mirrored: the upper half of its keys is loaded in reverse.
            int reverse = 1;
            while (stride > 0) {
                for (int set = item; set < size / KEYS; set += workItems) {
                    int within = set & (stride - 1);
                    int low = (set - within) * KEYS + within;
                    int high = low + 4 * stride + reverse * (4 * stride - 1 - 2 * within);
                    int step = stride - 2 * reverse * stride;
                    for (int i = 0; i < 4; i++) {
                        int a = low + i * stride;
                        int b = high + i * step;
                        a = a + (a >> 3);
                        b = b + (b >> 3);
                        rank[i] = KeyWords.of(words[a], words[a + wide * plane], wide);
                        rank[i + 4] = KeyWords.of(words[b], words[b + wide * plane], wide);
                        if (stable != 0) {
                            index[i] = indices[a];
                            index[i + 4] = indices[b];
                        }
                    }
                    order(rank, index, 0, 4, 0, stable);
                    order(rank, index, 1, 5, 0, stable);
                    order(rank, index, 2, 6, 0, stable);
                    order(rank, index, 3, 7, 0, stable);
                    order(rank, index, 0, 2, 0, stable);
                    order(rank, index, 1, 3, 0, stable);
                    order(rank, index, 4, 6, reverse, stable);
                    order(rank, index, 5, 7, reverse, stable);
                    order(rank, index, 0, 1, 0, stable);
                    order(rank, index, 2, 3, 0, stable);
                    order(rank, index, 4, 5, reverse, stable);
                    order(rank, index, 6, 7, reverse, stable);
                    for (int i = 0; i < 4; i++) {
                        int a = low + i * stride;
                        int b = high + i * step;
                        a = a + (a >> 3);
                        b = b + (b >> 3);
                        words[a] = (int) rank[i];
                        words[b] = (int) rank[i + 4];
                        if (wide != 0) {
                            words[plane + a] = (int) (rank[i] >> 32);
                            words[plane + b] = (int) (rank[i + 4] >> 32);
                        }
                        if (stable != 0) {
                            indices[a] = index[i];
                            indices[b] = index[i + 4];
                        }
                    }
                }
                context.localBarrier();
                // The last round has distances 4, 2 and 1. Those of these steps that an earlier round ran change nothing.
                stride = stride > 1 ? Math.max(1, stride / KEYS) : 0;
                reverse = 0;
            }
        }
        // Store keys and values in sorted order.
        for (int j = item; j < count; j += workItems) {
            int at = j + (j >> 3);
            if (stable != 0) {
                int source = begin + indices[at];
                KeyWords.set(to, begin + j, KeyWords.get(from, source, wide), wide);
                if (withValues != 0) {
                    toValues.set(begin + j, fromValues.get(source));
                }
            } else {
                long sorted = KeyWords.of(words[at], words[at + wide * plane], wide);
                KeyWords.set(to, begin + j, KeyWords.integer(sorted, wide, flip), wide);
            }
        }
    }

    /**
     * Exchanges two elements in registers if they are not in order.
     *
     * @param i index of the element that receives the smaller one, or the larger one if {@code reverse} is 1
     * @param j index of the other element
     */
    private static void order(long[] ranks, int[] indices, int i, int j, int reverse, int stable) {
        long a = ranks[i];
        long b = ranks[j];
        if (stable == 0) {
            long smaller = Math.min(a, b);
            long larger = Math.max(a, b);
            ranks[i] = reverse != 0 ? larger : smaller;
            ranks[j] = reverse != 0 ? smaller : larger;
        } else {
            int indexA = indices[i];
            int indexB = indices[j];
            int byIndex = indexB < indexA ? 1 : 0;
            int exchange = b < a ? 1 : 0;
            int other = a < b ? 1 : 0;
            exchange = exchange == other ? byIndex : exchange;
            ranks[i] = exchange != reverse ? b : a;
            ranks[j] = exchange != reverse ? a : b;
            indices[i] = exchange != reverse ? indexB : indexA;
            indices[j] = exchange != reverse ? indexA : indexB;
        }
    }
}
