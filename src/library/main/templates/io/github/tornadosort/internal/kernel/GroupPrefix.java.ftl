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
 * Prefix sums and running extremes, in one of two ways:
 *
 * <ul>
 *   <li>In one launch, with a group for each tile, which learns the results of the tiles before it by a {@link LookBack}.
 *   <li>In two launches, for floats and for devices on which groups cannot wait: reduce, then scan (Merrill and Grimshaw 2011,
 *       §2.2). There are as many groups as blocks, whatever the number of elements. Each group first combines the elements of
 *       its block. A second kernel combines the results of the blocks before its own, and then scans its block tile by tile.
 *       The order of additions depends on the number of elements alone.
 * </ul>
 *
 * <p>Parameters of all kernels: {@code workItems}, a power of two from 32 to 256, which is the size of a group; {@code items},
 * the number of elements of a work-item in a tile: 16 or 32; the number of elements, at most {@code capacity}. With
 * {@code sums}, elements are added up. Otherwise the largest are found, or the smallest if {@code inverted}; {@code valueKind}
 * is one of {@link OrderedBits}. In two launches, the element {@code at} of {@code length} is the number of elements, and
 * {@code blocks} the number of groups. In one launch, {@code p} has the parameters of {@link LookBack} and, at {@code at}, the
 * number of elements; if {@code at} is negative, {@code length} has it. There are so many words of {@code state} for each
 * group: one for each number of 32 bits, two for one of 64 bits.
 */
public final class GroupPrefix {
    private GroupPrefix() {}
<#list operators as o>
<#-- Nobody needs two launches for longs. -->
<#if o.type != "long">

    /** Combines the elements of each block. Local memory: an element per work-item. Reads each element once. */
    public static void reduce${o.name}(
            KernelContext context, ${o.array} in, ${o.array} results, ${operator}, ${scalars}) {
        ${o.type}[] partial = context.allocate${o.type?cap_first}LocalArray(workItems);
<@span/>
        ${o.type} none = ${o.none};
        ${o.type} sum = none;
<@batchesFromLast>
<@loadBatch type=o.type first="batchBegin + item" expression=load("in.get(@)") none="none"/>
<#list 0..<batch as k>
            sum = ${op("sum", "e${k}")};
</#list>
</@batchesFromLast>
<@combine "sum" "partial" op("A", "B")/>
        if (item == 0) {
            results.set(group, partial[0]);
        }
    }
</#if>
<#list {"int": ["scan", "lookBack"], "long": ["lookBack"]}[o.type]!["scan"] as way>

<#if way == "scan">
    /**
     * Scans each block. Local memory: 33 / 32 of a tile, and an element per work-item. Reads and writes elements once.
     *
     * @param results those of each block
     * @param inclusive not 0 if each result includes the element itself
     */
    public static void scan${o.name}(
            KernelContext context, ${o.array} in, ${o.array} out, ${o.array} results, ${operator},
            int inclusive, ${scalars}) {
<#else>
    /**
     * Scans all elements in one launch. Local memory: 33 / 32 of a tile, and an element per work-item. Reads and writes
     * elements once.
     *
     * @param inclusive not 0 if each result includes the element itself
     */
    public static void lookBack${o.name}(
            KernelContext context, ${o.array} in, ${o.array} out, ${operator}, int inclusive, ${lookBackScalars}) {
<#assign words = (o.type == "long")?then(2, 1)>
</#if>
        ${o.type}[] tile = context.allocate${o.type?cap_first}LocalArray(workItems * items + workItems * items / 32 + 1);
        ${o.type}[] partial = context.allocate${o.type?cap_first}LocalArray(workItems + workItems / ROW);
        ${o.type}[] rowSums = context.allocate${o.type?cap_first}LocalArray(2 * ROW);
<#if way == "scan">
<@span/>
        ${o.type} none = ${o.none};
        ${o.type} sum = none;
        for (int b = item; b < group; b += workItems) {
            sum = ${op("sum", "results.get(b)")};
        }
<@combine "sum" "partial" op("A", "B")/>
        ${o.type} carry = partial[0];
<#else>
        ${o.type}[] carried = context.allocate${o.type?cap_first}LocalArray(1);
<@lookBackSpan/>
        ${o.type} none = ${o.none};
</#if>
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
<@loadTile type=o.type array="tile" expression=load("in.get(@)") none="none"/>
            context.localBarrier();
            ${o.type} own = none;
            for (int i = 0; i < items; i++) {
                own = ${op("own", "tile[blocked + i]")};
            }
<@scanItems type=o.type own="own" before="before" all="total" op=op("A", "B") none="none"/>
<#if way == "lookBack">
            if (item == 0) {
<@publish sum="total" words=words/>
            }
</#if>
            // The tile's own prefixes; what comes before the tile is added when they are stored.
            for (int i = 0; i < items; i += ${batch}) {
<#list 0..<batch as k>
                ${o.type} e${k} = tile[blocked + ${plus("i", k)}];
</#list>
<#list 0..<batch as k>
                ${o.type} next${k} = ${op((k == 0)?then("before", "next${k - 1}"), "e${k}")};
</#list>
<#list 0..<batch as k>
                tile[blocked + ${plus("i", k)}] = inclusive != 0 ? next${k} : ${(k == 0)?then("before", "next${k - 1}")};
</#list>
                before = next${batch - 1};
            }
<#if way == "lookBack">
            if (item == 0) {
<@lookBackFor to="carried[0]" sum="total" words=words sums="sums" type=o.type none="none"/>
            }
</#if>
            context.localBarrier();
<#if way == "lookBack">
            ${o.type} carry = carried[0];
</#if>
<@storeTile o "tile" op("carry", "VALUE")/>
<#if way == "scan">
            carry = ${op("carry", "total")};
            // No barrier: a work-item writes those words of the tile next that it has just read.
</#if>
        }
    }
</#list>
</#list>
}
