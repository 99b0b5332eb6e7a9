<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/mergesort.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * A stable merge of two sorted arrays of ${W}-bit keys by merge path (Green, McColl and Bader 2012). Each group finds which keys of both
 * arrays a tile of the result takes, and merges them in local memory. The other parameters are those of {@link GroupPrefix}, where
 * {@code length} is that of the first array.
 */
public final class GroupMergePath${W} {
    private GroupMergePath${W}() {}

    /**
     * Merges two arrays. Local memory: a key and 33 / 32 of an int per element of a tile, and two ints. Reads and writes each key once,
     * and reads floats again, from the cache.
     *
     * @param second sorted as the first array is
     * @param secondLength the first element is the number of keys in the second array, at most {@code secondCapacity}
     * @param merged receives the keys; of equal ones, those of the first array come first
     * @param order receives the index of each key in the first array, or -1 minus the index in the second one, if {@code indexed}
     * @param inverted not 0 if the arrays are in descending order
     */
    public static void merge(
            KernelContext context, ${Keys} first, ${Keys} second, IntArray secondLength, int secondCapacity, ${Keys} merged,
            IntArray order, int kind, int inverted, int indexed, ${scalars}) {
        ${key}[] words = context.${allocateKeys}(workItems * items);
        int[] slots = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        int[] cuts = context.allocateIntLocalArray(2);
        int item = context.localIdx;
        int tileSize = workItems * items;
        int leftLength = Math.max(0, Math.min(length.get(at), capacity));
        int rightLength = Math.max(0, Math.min(secondLength.get(0), secondCapacity));
        int n = leftLength + rightLength;
        int begin = StageSpan.begin(n, context.groupIdx, tileSize, blocks);
        int end = StageSpan.begin(n, context.groupIdx + 1, tileSize, blocks);
        int flip = inverted != 0 ? -1 : 0;
        for (int rank = begin; rank < end; rank += tileSize) {
            int count = Math.min(tileSize, end - rank);
<@mergePart "            " "first.get(@)" "second.get(@)"/>
            for (int r = item; r < count; r += ${loads} * workItems) {
<@mergedKeys "                " "first.get(@)" "second.get(@)"/>
<#list 0..<loads as k>
                if (r${steps(k, "workItems")} < count) {
                    merged.set(rank + r${k}, key${k});
                    if (indexed != 0) {
                        int left${k} = leftBegin + slot${k};
                        order.set(rank + r${k}, slot${k} < leftCount ? left${k} : -1 - (rightBegin + slot${k} - leftCount));
                    }
                }
</#list>
            }
        }
    }
}
