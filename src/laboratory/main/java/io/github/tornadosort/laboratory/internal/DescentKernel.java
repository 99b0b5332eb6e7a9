package io.github.tornadosort.laboratory.internal;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Checks whether keys are sorted (Ha, Krüger and Silva 2009, §4.4). */
public final class DescentKernel {
    private DescentKernel() {}

    /**
     * Compares each key from {@link AlgorithmParameters#CHECK_BEGIN} to {@link AlgorithmParameters#CHECK_END} with its left
     * neighbour. Groups of {@code workItems}, any number of them; local memory {@code 4 * workItems} bytes. Reads each key
     * twice, the second time from the cache; writes 4 bytes per group.
     *
     * @param keys all keys
     * @param descents receives for each group 1 if it found a key that belongs before its left neighbour, otherwise 0
     */
    public static void findDescents(
            KernelContext context, IntArray keys, IntArray descents, IntArray p, int kind, int wide, int workItems) {
        int[] local = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        long flip = KeyWords.flip(p);
        long bits = KeyWords.bits(p);
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
