<#include "widths.ftl">
<#include "phases/stage.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/** Binary searches for many ${W}-bit keys in a sorted array. The parameters are those of {@link GroupPrefix}. */
public final class GroupSearch${W} {
    private GroupSearch${W}() {}

    /**
     * Finds the bound of each key: the number of sorted elements less than it, or not greater if {@code upper}. No local
     * memory. Reads each key once, and an element of the sorted array in each step.
     *
     * @param sortedLength the first element is the number of sorted elements, at most {@code sortedCapacity}
     */
    public static void bounds(
            KernelContext context, ${Keys} sorted, ${Keys} keys, IntArray bounds, IntArray sortedLength, int sortedCapacity,
            int kind, int upper, ${scalars}) {
        int n = Math.max(0, Math.min(length.get(at), capacity));
        int m = Math.max(0, Math.min(sortedLength.get(0), sortedCapacity));
        for (int i = context.globalIdx; i < n; i += blocks * workItems) {
            ${key} word = SignedWords.of(keys.get(i), kind, 0);
            int low = 0;
            int high = m;
            while (low < high) {
                int middle = low + (high - low) / 2;
                ${key} element = SignedWords.of(sorted.get(middle), kind, 0);
                int less = element < word ? 1 : 0;
                int notGreater = element <= word ? 1 : 0;
                int before = upper != 0 ? notGreater : less;
                low = before != 0 ? middle + 1 : low;
                high = before != 0 ? high : middle;
            }
            bounds.set(i, low);
        }
    }
}
