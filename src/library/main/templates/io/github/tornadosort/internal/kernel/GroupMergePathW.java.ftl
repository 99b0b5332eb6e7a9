<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/mergesort.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * A stable merge of two sorted arrays of ${W}-bit keys by merge path (Green, McColl and Bader 2012). {@link #cut} finds which
 * keys of both arrays each tile of the result takes; {@link #merge} merges them in local memory. The other parameters are those
 * of {@link GroupPrefix}, where {@code length} is that of the first array.
 */
public final class GroupMergePath${W} {
    private GroupMergePath${W}() {}
<#macro lengths>
        int leftLength = Math.max(0, Math.min(length.get(at), capacity));
        int rightLength = Math.max(0, Math.min(secondLength.get(0), secondCapacity));
        int n = leftLength + rightLength;
        int flip = inverted != 0 ? -1 : 0;
</#macro>

    /**
     * Finds how many keys of the first array come before each tile. Reads 2 log<sub>2</sub> n keys per tile. A work-item
     * per tile, and one more.
     *
     * @param second sorted as the first array is
     * @param secondLength the first element is the number of keys in the second array, at most {@code secondCapacity}
     * @param cuts receives a number per tile, and one for the end of the last tile
     * @param inverted not 0 if the arrays are in descending order
     */
    public static void cut(
            KernelContext context, ${Keys} first, ${Keys} second, IntArray secondLength, int secondCapacity, IntArray cuts,
            int kind, int inverted, IntArray length, int at, int capacity, int tileSize) {
<@lengths/>
        int tile = context.globalIdx;
        if (tile <= (n + tileSize - 1) / tileSize) {
            int wanted = Math.min(tile * tileSize, n);
<@findCut "            " "first.get(@)" "second.get(@)"/>
            cuts.set(tile, cut);
        }
    }

    /**
     * Merges two arrays. Local memory: 66 / 32 of a key per element of a tile, and a key. Reads and writes each key once, and
     * reads floats again, from the cache.
     *
     * @param cuts the result of {@link #cut}
     * @param merged receives the keys; of equal ones, those of the first array come first
     * @param order receives the index of each key in the first array, or -1 minus the index in the second one, if
     *     {@code indexed}
     */
    public static void merge(
            KernelContext context, ${Keys} first, ${Keys} second, IntArray secondLength, int secondCapacity, IntArray cuts,
            ${Keys} merged, IntArray order, int kind, int inverted, int indexed, ${scalars}) {
<@mergeMemory/>
<@lengths/>
        int begin = StageSpan.begin(n, context.groupIdx, tileSize, blocks);
        int end = StageSpan.begin(n, context.groupIdx + 1, tileSize, blocks);
        for (int rank = begin; rank < end; rank += tileSize) {
            int count = Math.min(tileSize, end - rank);
            int leftBegin = cuts.get(rank / tileSize);
            // Runs that are not sorted have cuts that make no sense: no index leaves the runs.
            int leftCount = Math.max(0, Math.min(cuts.get(rank / tileSize + 1) - leftBegin, count));
            int rightBegin = rank - leftBegin;
<@mergePart "            " "first" "second"/>
            for (int r = item; r < count; r += ${batch} * workItems) {
<@mergedKeys "                " "first" "second"/>
<#list 0..<batch as k>
                if (r${steps(k, "workItems")} < count) {
                    int target = rank + r${steps(k, "workItems")};
                    merged.set(target, key${k});
                    if (indexed != 0) {
                        int inRight = rightBegin + slot${k} - leftCount;
                        order.set(target, slot${k} < leftCount ? leftBegin + slot${k} : -1 - inRight);
                    }
                }
</#list>
            }
            if (bySlot != 0) {
                // The next tile's words replace those of this one.
                context.localBarrier();
            }
        }
    }
}
