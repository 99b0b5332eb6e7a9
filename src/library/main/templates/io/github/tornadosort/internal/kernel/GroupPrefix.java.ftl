<#include "phases/stage.ftl">
<#include "phases/operators.ftl">
package io.github.tornadosort.internal.kernel;

import static io.github.tornadosort.internal.kernel.StageSpan.ROW;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Prefix sums and running extremes: reduce, then scan (Merrill and Grimshaw 2011, §2.2). There are as many groups as blocks, whatever
 * the number of elements. Each group first combines the elements of its block. A second kernel combines the results of the blocks
 * before its own, and then scans its block tile by tile. The order of additions depends on the number of elements alone.
 *
 * <p>Parameters of all kernels: {@code length}, of which the element {@code at} is the number of elements, at most
 * {@code capacity}; {@code workItems}, a power of two from 32 to 256, which is the size of a group; {@code items}, the number of
 * elements of a work-item in a tile: 8, 16 or 32; {@code blocks}, the number of groups. Extremes are maxima, or minima if {@code inverted};
 * {@code valueKind} is one of {@link OrderedBits}; sums use neither.
 */
public final class GroupPrefix {
    private GroupPrefix() {}
<#list operators as o>

    /** Combines the elements of each block. Local memory: an element per work-item. Reads each element once. */
    public static void reduce${o.name}(
            KernelContext context, ${o.array} in, ${o.array} sums, int valueKind, int inverted, ${scalars}) {
        ${o.type}[] partial = context.allocate${o.type?cap_first}LocalArray(workItems);
<@spanAndNone o/>
        ${o.type} sum = ${o.none};
<@batchesFromLast>
<@loadBatch type=o.type first="batchBegin + item" expression=load(o, "in.get(@)") none=o.none/>
<#list 0..<batch as k>
            sum = ${op(o, "sum", "e${k}")};
</#list>
</@batchesFromLast>
<@combine "sum" "partial" op(o, "A", "B")/>
        if (item == 0) {
            sums.set(group, partial[0]);
        }
    }

    /**
     * Scans each block. Local memory: 33 / 32 of a tile, and an element per work-item. Reads and writes each element once.
     *
     * @param sums the result of each block
     * @param inclusive not 0 if each result includes the element itself
     */
    public static void scan${o.name}(
            KernelContext context, ${o.array} in, ${o.array} out, ${o.array} sums, int valueKind, int inverted,
            int inclusive, ${scalars}) {
        ${o.type}[] tile = context.allocate${o.type?cap_first}LocalArray(workItems * items + workItems * items / 32 + 1);
        ${o.type}[] partial = context.allocate${o.type?cap_first}LocalArray(workItems);
        ${o.type}[] rowSums = context.allocate${o.type?cap_first}LocalArray(ROW);
<@spanAndNone o/>
        ${o.type} sum = ${o.none};
        for (int b = item; b < group; b += workItems) {
            sum = ${op(o, "sum", "sums.get(b)")};
        }
<@combine "sum" "partial" op(o, "A", "B")/>
        ${o.type} carry = partial[0];
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            for (int i = 0; i < items; i += ${batch}) {
<@loadBatch type=o.type first="tileBegin + i * workItems + item" expression=load(o, "in.get(@)") none=o.none indent="                "/>
<#list 0..<batch as k>
                tile[striped + ${factor("i", k)} * stripe] = e${k};
</#list>
            }
            context.localBarrier();
            ${o.type} own = ${o.none};
            for (int i = 0; i < items; i++) {
                own = ${op(o, "own", "tile[blocked + i]")};
            }
            partial[item] = own;
            context.localBarrier();
            // Combine the work-items before in the row, then the rows before.
            ${o.type} before = carry;
            ${o.type} rowSum = ${o.none};
            for (int k = 0; k < ROW; k++) {
                ${o.type} s = partial[item / ROW * ROW + k];
                before = ${op(o, "before", "(k < (item & (ROW - 1)) ? s : ${o.none})")};
                rowSum = ${op(o, "rowSum", "s")};
            }
            if ((item & (ROW - 1)) == 0) {
                rowSums[item / ROW] = rowSum;
            }
            context.localBarrier();
            for (int k = 0; k < workItems / ROW; k++) {
                ${o.type} s = rowSums[k];
                before = ${op(o, "before", "(k < item / ROW ? s : ${o.none})")};
                carry = ${op(o, "carry", "s")};
            }
            for (int i = 0; i < items; i += ${batch}) {
<#list 0..<batch as k>
                ${o.type} e${k} = tile[blocked + ${plus("i", k)}];
</#list>
<#list 0..<batch as k>
                ${o.type} next${k} = ${op(o, (k == 0)?then("before", "next${k - 1}"), "e${k}")};
</#list>
<#list 0..<batch as k>
                tile[blocked + ${plus("i", k)}] = inclusive != 0 ? next${k} : ${(k == 0)?then("before", "next${k - 1}")};
</#list>
                before = next${batch - 1};
            }
            context.localBarrier();
<@storeTile o "tile"/>
            // No barrier: a work-item writes those words of the tile next that it has just read.
        }
    }
</#list>
<@flips/>
}
