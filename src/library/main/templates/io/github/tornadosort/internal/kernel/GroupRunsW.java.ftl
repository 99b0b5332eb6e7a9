<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/operators.ftl">
<#include "phases/heads.ftl">
<#function fromTile at>
    <#return wide?then("(int) ", "") + "tile[${at}]">
</#function>
package io.github.tornadosort.internal.kernel;

import static io.github.tornadosort.internal.kernel.StageSpan.ROW;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Lengths of the runs of equal ${W}-bit keys, and reductions and scans of the values of each run; in one launch, and in two for
 * floats, as in {@link GroupPrefix}, whose parameters these kernels have, with 16 {@code items}; {@code kind} is that of the
 * keys. What a tile must know is two things: the number of runs that begin before it, and the result so far of the run that
 * continues in it. The latter needs no tile before the last one in which a run begins. So a {@link LookBack} for it ends there:
 * such a tile publishes its last result as a prefix at once. The order of additions depends on the number of elements and the
 * runs alone.
 */
public final class GroupRuns${W} {
    private GroupRuns${W}() {}

    /**
     * Stores the key and the length of each run in one launch; two words per tile. Local memory: 33 / 32 of a tile
     * of keys, and an int per work-item. Reads the keys once.
     *
     * @param total receives the number of runs
     */
    public static void lookBackLengths(
            KernelContext context, ${Keys} keys, ${Keys} runKeys, IntArray lengths,
            IntArray total, int kind, ${lookBackScalars}) {
        ${key}[] tile = context.${allocateKeys}(workItems * items + workItems * items / 32 + 1);
        int[] partial = context.allocateIntLocalArray(workItems + workItems / ROW);
        int[] rowSums = context.allocateIntLocalArray(2 * ROW);
        int[] carried = context.allocateIntLocalArray(2);
<@lookBackSpan/>
<@noTotal/>
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
<@heads/>
<@scanItems type="int" own="Integer.bitCount(low) + Integer.bitCount(high)" before="before" all="all" op="A + B"/>
            if (item == 0) {
<@publish sum="all" words=2/>
            }
<@listHeads/>
            context.localBarrier();
            int lastBegin = tileBegin + ${fromTile("Math.max(all - 1, 0)")};
            if (item == workItems / 2) {
                int own = all > 0 ? lastBegin : 0;
<@publish sum="own" words=2 word=1 kind="all > 0 ? LookBack.PREFIX : LookBack.SUM"/>
<@lookBack before="begun" words=2 word=1 sums="0"/>
                if (all == 0 && group > 0) {
                    LookBack.publish(state, 2 * group + 1, epoch, LookBack.PREFIX, begun);
                }
                carried[1] = begun;
            }
            if (item == 0) {
<@lookBackFor to="carried[0]" sum="all" words=2/>
            }
            context.localBarrier();
            int to = carried[0];
            int carry = carried[1];
            for (int r = item; r < all; r += 4 * workItems) {
<#list 0..3 as k>
                int r${k} = Math.min(r${steps(k, "workItems")}, all - 1);
                int begin${k} = tileBegin + ${fromTile("r${k}")};
                int previous${k} = tileBegin + ${fromTile("Math.max(r${k} - 1, 0)")};
</#list>
<#list 0..3 as k>
                ${key} e${k} = keys.get(begin${k});
</#list>
<#list 0..3 as k>
                if (r${steps(k, "workItems")} < all) {
                    runKeys.set(to + r${k}, e${k});
                    if (to + r${k} > 0) {
                        lengths.set(to + r${k} - 1, begin${k} - (r${k} > 0 ? previous${k} : carry));
                    }
                }
</#list>
            }
            carry = all > 0 ? lastBegin : carry;
            if (item == 0 && tileBegin + tileSize >= n) {
                lengths.set(to + all - 1, n - carry);
                total.set(0, to + all);
            }
        }
    }
<#list operators as o>
<#assign allocate = "allocate" + o.type?cap_first + "LocalArray">
<#assign low = (o.type == "long")>
<#if !o.looksBack>

    /**
     * Counts the runs that begin in each block, and combines the values of the last one, or of all if none begins. Local
     * memory: an int and a result per work-item. Reads the keys once, and the values of the last run.
     */
    public static void reduce${o.name}(
            KernelContext context, ${Keys} keys, ${o.array} values, IntArray counts, ${o.array} results, int kind, ${operator},
            ${scalars}) {
        int[] partial = context.allocateIntLocalArray(workItems);
        ${o.type}[] folded = context.${allocate}(workItems);
<@countBlock "begin"/>
        ${o.type} sum = ${o.none};
        for (int i = partial[0] + item; i < end; i += workItems) {
            sum = ${op("sum", load("values.get(i)"))};
        }
<@combine "sum" "folded" op("A", "B")/>
        if (item == 0) {
            counts.set(group, heads);
            results.set(group, folded[0]);
        }
    }
</#if>
<#list o.looksBack?then(["lookBackStore", "lookBackScan"], ["store", "scan"]) as kernel>
<#assign looksBack = kernel?starts_with("lookBack")>
<#assign stores = kernel?lower_case?ends_with("store")>
<#assign words = (stores?then(1, 0) + low?then(2, 1))>
<#assign word = stores?then(1, 0)>

    /**
     * ${stores?then("Stores the key and the result of each run", "Scans the values of each run")}<#if looksBack> in one launch;
     * so many words per tile: ${words}</#if>. Local memory: 33 / 32 of a tile of keys and of values, and an int and a result
     * per work-item. Reads keys and values once.
     *
<#if !looksBack>
     * @param counts the number of runs that begin in each block
     * @param results the result of the last run of each block
</#if>
<#if stores>
     * @param total receives the number of runs
<#else>
     * @param inclusive not 0 if each result includes the value itself
</#if>
     */
    public static void ${kernel}${o.name}(
            KernelContext context, ${Keys} keys, ${o.array} values, <#if stores>${Keys} runKeys, ${o.array} runResults<#else>${o.array} out</#if>,<#if !looksBack>
            IntArray counts, ${o.array} results,</#if><#if stores> IntArray total,</#if> int kind, ${operator},<#if !stores> int inclusive,</#if>
            ${looksBack?then(lookBackScalars, scalars)}) {
        ${key}[] tile = context.${allocateKeys}(workItems * items + workItems * items / 32 + 1);
        ${o.type}[] elements = context.${allocate}(workItems * items + workItems * items / 32 + 1);
        int[] partial = context.allocateIntLocalArray(workItems + workItems / ROW);
        ${o.type}[] folded = context.${allocate}(workItems + workItems / ROW);
        int[] rowSums = context.allocateIntLocalArray(2 * ROW);
        ${o.type}[] rowResults = context.${allocate}(2 * ROW);
<#if !stores>
        int[] firstHead = context.allocateIntLocalArray(1);
</#if>
<#if looksBack>
<#if stores>
        int[] runsBefore = context.allocateIntLocalArray(1);
</#if>
        ${o.type}[] carried = context.${allocate}(1);
<@lookBackSpan/>
<#if stores>
<@noTotal/>
</#if>
        ${o.type} none = ${o.none};
<#else>
<@span/>
        ${o.type} none = ${o.none};
<#if stores>
<@blocksBefore "to" "counts"/>
<@total "runs"/>
        context.localBarrier();
</#if>
        // The run that continues in this block begins in the last block before it in which any begins.
        int lastOwn = 0;
        for (int b = item; b < group; b += workItems) {
            lastOwn = counts.get(b) > 0 ? b : lastOwn;
        }
<@combine "lastOwn" "partial" "Math.max(A, B)"/>
        ${o.type} own = none;
        for (int b = partial[0] + item; b < group; b += workItems) {
            own = ${op("own", "results.get(b)")};
        }
<@combine "own" "folded" op("A", "B")/>
        ${o.type} carry = folded[0];
</#if>
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
<@heads values={"type": o.type, "array": "elements", "expression": load("values.get(@)"), "none": "none"}/>
            ${o.type} result = none;
            for (int i = 0; i < items; i++) {
                ${o.type} element = elements[blocked + i];
                ${o.type} longer = ${op("result", "element")};
                int head = (low >> i) & 1;
                result = head != 0 ? element : longer;
            }
            // Pairs of a number of runs and the result of the last one: the operator on pairs does not commute. One work-item
            // combines a row, and then the rows before its own.
            partial[item + item / ROW] = Integer.bitCount(low);
            folded[item + item / ROW] = result;
            context.localBarrier();
            if (item < workItems / ROW) {
                int begun = 0;
                ${o.type} rowResult = none;
                for (int k = 0; k < ROW; k += 4) {
                    int place = item * (ROW + 1) + k;
<#list 0..3 as k>
                    int runs${k} = partial[${plus("place", k)}];
                    ${o.type} result${k} = folded[${plus("place", k)}];
</#list>
<#list 0..3 as k>
                    partial[${plus("place", k)}] = begun;
                    folded[${plus("place", k)}] = rowResult;
                    begun = begun + runs${k};
                    ${o.type} longer${k} = ${op("rowResult", "result${k}")};
                    rowResult = runs${k} != 0 ? result${k} : longer${k};
</#list>
                }
                rowSums[item] = begun;
                rowResults[item] = rowResult;
            }
            context.localBarrier();
            if (item < workItems / ROW) {
                int earlierRuns = 0;
                int allRuns = 0;
                ${o.type} earlierResult = none;
                ${o.type} rowsResult = none;
                for (int k = 0; k < workItems / ROW; k++) {
                    int ofRow = rowSums[k];
                    ${o.type} next = rowResults[k];
                    earlierRuns = k == item ? allRuns : earlierRuns;
                    earlierResult = k == item ? rowsResult : earlierResult;
                    allRuns = allRuns + ofRow;
                    ${o.type} longer = ${op("rowsResult", "next")};
                    rowsResult = ofRow != 0 ? next : longer;
                }
                rowSums[ROW + item] = earlierRuns;
                rowResults[ROW + item] = earlierResult;
            }
            context.localBarrier();
            int inRow = partial[item + item / ROW];
            ${o.type} ofRow = folded[item + item / ROW];
            ${o.type} longerRow = ${op("rowResults[ROW + item / ROW]", "ofRow")};
            result = inRow != 0 ? ofRow : longerRow;
            int before = rowSums[ROW + item / ROW] + inRow;
            int runsOfLastRow = rowSums[workItems / ROW - 1];
            int all = rowSums[ROW + workItems / ROW - 1] + runsOfLastRow;
            ${o.type} lastRow = rowResults[workItems / ROW - 1];
            ${o.type} longerLast = ${op("rowResults[ROW + workItems / ROW - 1]", "lastRow")};
            ${o.type} tail = runsOfLastRow != 0 ? lastRow : longerLast;
<#if looksBack>
<#if stores>
            if (item == 0) {
<@publish sum="all" words=words/>
            }
</#if>
            if (item == workItems / 2) {
<@publish sum="tail" words=words word=word kind="all > 0 ? LookBack.PREFIX : LookBack.SUM"/>
            }
</#if>
            // The results in the tile; what continues from before it is added when they are stored.
            for (int i = 0; i < items; i += ${batch}) {
<#list 0..<batch as k>
                ${o.type} element${k} = elements[blocked + ${plus("i", k)}];
</#list>
<#list 0..<batch as k>
                int head${k} = (low >> ${factor("i", k)}) & 1;
                ${o.type} longer${k} = ${op("result", "element${k}")};
<#if stores>
                ${o.type} earlier${k} = result;
<#else>
                ${o.type} next${k} = head${k} != 0 ? element${k} : longer${k};
                ${o.type} earlier${k} = head${k} != 0 ? none : result;
                ${o.type} stored${k} = inclusive != 0 ? next${k} : earlier${k};
</#if>
                result = head${k} != 0 ? element${k} : longer${k};
</#list>
<#list 0..<batch as k>
                elements[blocked + ${plus("i", k)}] = ${stores?then("earlier", "stored")}${k};
</#list>
<#if stores>
<#list 0..<batch as k>
                if (head${k} != 0) {
                    int j${k} = item * items + ${plus("i", k)};
                    tile[before] = j${k};
                }
                before = before + head${k};
</#list>
<#else>
<#list 0..<batch as k>
                if (head${k} != 0 && before == 0) {
                    firstHead[0] = item * items + ${plus("i", k)};
                }
                before = before + head${k};
</#list>
</#if>
            }
<#if looksBack>
            if (item == workItems / 2) {
<@lookBack before="continued" words=words word=word sums="sums" type=o.type none="none"/>
                if (all == 0 && group > 0) {
                    ${o.type} prefix = ${op("continued", "tail")};
                    LookBack.publish(state, ${wordOfTile(words, word)}, epoch, LookBack.PREFIX, prefix);
                }
                carried[0] = continued;
            }
<#if stores>
            if (item == 0) {
<@lookBackFor to="runsBefore[0]" sum="all" words=words/>
            }
</#if>
</#if>
            context.localBarrier();
<#if looksBack>
            ${o.type} carry = carried[0];
<#if stores>
            int to = runsBefore[0];
</#if>
</#if>
<#if stores>
            // Each head ends the run before it.
            for (int r = item; r < all; r += 4 * workItems) {
<#list 0..3 as k>
                int r${k} = Math.min(r${steps(k, "workItems")}, all - 1);
                int begin${k} = ${fromTile("r${k}")};
                ${o.type} ended${k} = elements[begin${k} + (begin${k} >> 5)];
                ${o.type} longer${k} = ${op("carry", "ended${k}")};
</#list>
<#list 0..3 as k>
                ${key} e${k} = keys.get(tileBegin + begin${k});
</#list>
<#list 0..3 as k>
                if (r${steps(k, "workItems")} < all) {
                    runKeys.set(to + r${k}, e${k});
                    if (to + r${k} > 0) {
                        ${o.type} whole${k} = r${k} > 0 ? ended${k} : longer${k};
                        runResults.set(to + r${k} - 1, ${store("whole${k}")});
                    }
                }
</#list>
            }
            ${o.type} longest = ${op("carry", "tail")};
            carry = all > 0 ? tail : longest;
            if (item == 0 && tileBegin + tileSize >= n) {
                runResults.set(to + all - 1, ${store("carry")});
<#if looksBack>
                total.set(0, to + all);
</#if>
            }
<#if !looksBack>
            to = to + all;
            // The next tile replaces the list and the results.
            context.localBarrier();
</#if>
<#else>
            int continuing = all > 0 ? firstHead[0] : tileSize;
<@storeTile o "elements" "@ < continuing ? ${op('carry', 'VALUE')} : VALUE"/>
<#if !looksBack>
            ${o.type} longest = ${op("carry", "tail")};
            carry = all > 0 ? tail : longest;
            // No barrier: a work-item writes those words next that it has just read.
</#if>
</#if>
        }
    }
</#list>
</#list>
}
