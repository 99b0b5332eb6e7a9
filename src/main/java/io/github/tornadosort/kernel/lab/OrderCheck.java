package io.github.tornadosort.kernel.lab;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Whether keys are in order already (Ha, Krüger and Silva 2009, §4.4). */
public final class OrderCheck {
    private OrderCheck() {}

    /**
     * Compares the keys from {@link StepParameters#CHECK_BEGIN} to {@link StepParameters#CHECK_END} with their left neighbours.
     * Any number of groups of {@code workItems}; local memory {@code 4 * workItems} bytes; reads each key once, and its
     * neighbour from the cache.
     *
     * @param descents gets, for each group, whether there is a key smaller than the one on its left, 1 or 0
     */
    public static void check(
            KernelContext context,
            IntArray keys,
            IntArray descents,
            LongArray data,
            IntArray p,
            int kind,
            int wide,
            int workItems) {
        int[] local = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        long flip = Keys.flip(p);
        long bits = Keys.bits(p);
        int end = p.get(StepParameters.CHECK_END);
        int found = 0;
        for (int i = p.get(StepParameters.CHECK_BEGIN) + context.globalIdx; i < end; i += context.globalGroupSizeX) {
            long key = Keys.get(keys, i, wide);
            long left = Keys.get(keys, i - 1, wide);
            found = found | (Ordering.less(data, key, left, kind, wide, flip, bits) ? 1 : 0);
        }
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
