<#include "phases/stage.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/** Moves values by the indices of a sort or a merge. Parameters are those of {@link GroupPrefix}. No local memory. */
public final class GroupGather {
    private GroupGather() {}
<#list ["Byte", "Short", "Int", "Long"] as type>

    /**
     * Stores the value at each index. Numbers that are no index of {@code from} stand for the first or for the last value: a
     * sort within segments that overlap leaves such numbers.
     *
     * @param order the index in {@code from} of each value
     * @param to receives the values
     */
    public static void gather${type}s(
            KernelContext context, ${type}Array from, IntArray order, ${type}Array to, ${scalars}) {
        int n = Math.max(0, Math.min(length.get(at), capacity));
        for (int i = context.globalIdx; i < n; i += blocks * workItems) {
            to.set(i, from.get(Math.max(0, Math.min(order.get(i), from.getSize() - 1))));
        }
    }

    /**
     * Stores the value at each index of two arrays.
     *
     * @param order the index of each value in the first array, or -1 minus the index in the second one
     * @param to receives the values
     * @param second the first element is the length of the second array, at most {@code secondCapacity}
     */
    public static void gatherTwo${type}s(
            KernelContext context, ${type}Array first, ${type}Array others, IntArray order, ${type}Array to, IntArray second,
            int secondCapacity, ${scalars}) {
        int n = Math.max(0, Math.min(length.get(at), capacity)) + Math.max(0, Math.min(second.get(0), secondCapacity));
        for (int i = context.globalIdx; i < n; i += blocks * workItems) {
            int from = order.get(i);
            if (from >= 0) {
                to.set(i, first.get(from));
            } else {
                to.set(i, others.get(-1 - from));
            }
        }
    }
</#list>
}
