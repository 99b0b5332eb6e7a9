<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/operators.ftl">
<#assign lengths = {"name": "Lengths", "type": "int", "array": "IntArray", "none": "0", "extreme": false}>
package io.github.tornadosort.internal.kernel;

import static io.github.tornadosort.internal.kernel.StageSpan.ROW;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Reductions of the values of each run of equal ${W}-bit keys. Reduce, then scan, as in {@link GroupPrefix}, of pairs: the number of
 * runs that begin, and the result of the last run so far. The order of additions depends on the number of elements and the runs alone.
 * The parameters are those of {@link GroupPrefix}; {@code kind} is that of the keys. Lengths of runs are sums of ones.
 */
public final class GroupRuns${W} {
    private GroupRuns${W}() {}
<#list [lengths] + operators as o>
<#assign values = (o.name == "Lengths")?then("", o.array + " values, ")>
<#assign kinds = (o.name == "Lengths")?then("int kind", "int kind, int valueKind, int inverted")>
<#assign allocate = "allocate" + o.type?cap_first + "LocalArray">
<#function value o at>
    <#return (o.name == "Lengths")?then("1", load(o, "values.get(${at})"))>
</#function>

    /**
     * Counts the runs that begin in each block, and combines the values of the last one, or of the whole block if none begins. Local
     * memory: an int and a result per work-item. Reads the keys once, and the values of the last run.
     */
    public static void reduce${o.name}(
            KernelContext context, ${Keys} keys, ${values}IntArray counts, ${o.array} sums, ${kinds},
            ${scalars}) {
        int[] partial = context.allocateIntLocalArray(workItems);
        ${o.type}[] results = context.${allocate}(workItems);
<@spanAndNone o/>
        int count = 0;
        int last = begin;
<@batchesFromLast>
<@loadBatch type="int" first="batchBegin + item" expression="GroupSelect${W}.isHead(keys, @, kind)"/>
            count = count + <#list 0..<batch as k>e${k}<#sep> + </#list>;
<#list 0..<batch as k>
            last = Math.max(last, e${k} != 0 ? at${k} : begin);
</#list>
</@batchesFromLast>
<@combine "count" "partial" "A + B"/>
        int heads = partial[0];
        context.localBarrier();
<@combine "last" "partial" "Math.max(A, B)"/>
        ${o.type} sum = ${o.none};
        for (int i = partial[0] + item; i < end; i += workItems) {
            sum = ${op(o, "sum", value(o, "i"))};
        }
<@combine "sum" "results" op(o, "A", "B")/>
        if (item == 0) {
            counts.set(group, heads);
            sums.set(group, results[0]);
        }
    }

<#list (o.name == "Lengths")?then(["store"], ["store", "scan"]) as what>
<#if what == "store">
    /**
     * Stores the key and the result of each run. Local memory: 33 / 32 of a tile of ints and of results, and an int and a result per
     * work-item. Reads keys and values once.
     *
     * @param counts the number of runs that begin in each block
     * @param sums the result of the last run of each block
     * @param total receives the number of runs
     */
    public static void store${o.name}(
            KernelContext context, ${Keys} keys, ${values}${Keys} runKeys, ${o.array} runResults, IntArray counts,
            ${o.array} sums, IntArray total, ${kinds}, ${scalars}) {
<#else>
    /**
     * Scans the values of each run. Local memory as for {@link #store${o.name}}. Reads keys and values once.
     *
     * @param counts the number of runs that begin in each block
     * @param sums the result of the last run of each block
     * @param inclusive not 0 if each result includes the value itself
     */
    public static void scan${o.name}(
            KernelContext context, ${Keys} keys, ${values}${o.array} out, IntArray counts, ${o.array} sums, ${kinds},
            int inclusive, ${scalars}) {
</#if>
        int[] tile = context.allocateIntLocalArray(workItems * items + workItems * items / 32 + 1);
        ${o.type}[] elements = context.${allocate}(workItems * items + workItems * items / 32 + 1);
        int[] partial = context.allocateIntLocalArray(workItems);
        ${o.type}[] results = context.${allocate}(workItems);
        int[] rowSums = context.allocateIntLocalArray(ROW);
        ${o.type}[] rowResults = context.${allocate}(ROW);
<@spanAndNone o/>
<#if what == "store">
<@blocksBefore "runs" "counts"/>
        int allOwn = 0;
        for (int b = item; b < blocks; b += workItems) {
            allOwn = allOwn + counts.get(b);
        }
<@combine "allOwn" "partial" "A + B"/>
        if (group == 0) {
            if (item == 0) {
                total.set(0, partial[0]);
            }
        }
</#if>
        // The run that continues in this block begins in the last block before it in which any begins.
        int lastOwn = 0;
        for (int b = item; b < group; b += workItems) {
            lastOwn = counts.get(b) > 0 ? b : lastOwn;
        }
<@combine "lastOwn" "partial" "Math.max(A, B)"/>
        ${o.type} carry = ${o.none};
        for (int b = partial[0] + item; b < group; b += workItems) {
            carry = ${op(o, "carry", "sums.get(b)")};
        }
<@combine "carry" "results" op(o, "A", "B")/>
        carry = results[0];
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            for (int i = 0; i < items; i += ${batch}) {
<@loadBatch type="int" first="tileBegin + i * workItems + item" expression="GroupSelect${W}.isHead(keys, @, kind)" indent="                "/>
<#list 0..<batch as k>
                ${o.type} value${k} = ${value(o, "Math.min(at${k}, end - 1)")};
</#list>
<#list 0..<batch as k>
                tile[striped + ${factor("i", k)} * stripe] = e${k};
                elements[striped + ${factor("i", k)} * stripe] = at${k} < end ? value${k} : ${o.none};
</#list>
            }
            context.localBarrier();
            int count = 0;
            ${o.type} result = ${o.none};
            for (int i = 0; i < items; i++) {
                int j = blocked + i;
                ${o.type} element = elements[j];
                ${o.type} longer = ${op(o, "result", "element")};
                result = tile[j] != 0 ? element : longer;
                count = count + tile[j];
            }
            partial[item] = count;
            results[item] = result;
            context.localBarrier();
            if ((item & (ROW - 1)) == 0) {
                int rowSum = 0;
                ${o.type} rowResult = ${o.none};
                for (int k = 0; k < ROW; k++) {
                    ${o.type} next = results[item + k];
                    ${o.type} longer = ${op(o, "rowResult", "next")};
                    rowResult = partial[item + k] != 0 ? next : longer;
                    rowSum = rowSum + partial[item + k];
                }
                rowSums[item / ROW] = rowSum;
                rowResults[item / ROW] = rowResult;
            }
            context.localBarrier();
            // First the rows before, then the work-items before in the row: the operator on pairs does not commute.
<#if what == "store">
            count = runs;
</#if>
            result = carry;
            for (int k = 0; k < workItems / ROW; k++) {
                int rowSum = rowSums[k];
                ${o.type} next = rowResults[k];
                ${o.type} longer = ${op(o, "result", "next")};
                ${o.type} longerCarry = ${op(o, "carry", "next")};
                ${o.type} combined = rowSum != 0 ? next : longer;
                result = k < item / ROW ? combined : result;
<#if what == "store">
                count = count + (k < item / ROW ? rowSum : 0);
</#if>
                carry = rowSum != 0 ? next : longerCarry;
<#if what == "store">
                runs = runs + rowSum;
</#if>
            }
            for (int k = 0; k < ROW; k++) {
                int sum = partial[item / ROW * ROW + k];
                ${o.type} next = results[item / ROW * ROW + k];
                ${o.type} longer = ${op(o, "result", "next")};
                ${o.type} combined = sum != 0 ? next : longer;
                result = k < (item & (ROW - 1)) ? combined : result;
<#if what == "store">
                count = count + (k < (item & (ROW - 1)) ? sum : 0);
</#if>
            }
<#if what == "store">
            // Each head ends the run before it. Its word of the tile becomes the number of runs up to its own.
            for (int i = 0; i < items; i++) {
                int head = tile[blocked + i];
                ${o.type} element = elements[blocked + i];
                elements[blocked + i] = result;
                ${o.type} longer = ${op(o, "result", "element")};
                result = head != 0 ? element : longer;
                count = count + head;
                tile[blocked + i] = head != 0 ? count : 0;
                if (tileBegin + item * items + i == n - 1) {
                    runResults.set(count - 1, ${store(o, "result")});
                }
            }
            context.localBarrier();
            // Neighbours store the runs of neighbours.
            for (int i = 0; i < items; i += ${batch}) {
                int first = tileBegin + i * workItems + item;
<#list 0..<batch as k>
                int e${k} = tile[striped + ${factor("i", k)} * stripe];
                ${o.type} ended${k} = elements[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..<batch as k>
                if (e${k} > 1) {
                    runResults.set(e${k} - 2, ${store(o, "ended${k}")});
                }
                if (e${k} > 0) {
                    runKeys.set(e${k} - 1, keys.get(first${steps(k, "workItems")}));
                }
</#list>
            }
<#else>
            for (int i = 0; i < items; i++) {
                int head = tile[blocked + i];
                ${o.type} element = elements[blocked + i];
                ${o.type} longer = ${op(o, "result", "element")};
                ${o.type} next = head != 0 ? element : longer;
                ${o.type} before = head != 0 ? ${o.none} : result;
                elements[blocked + i] = inclusive != 0 ? next : before;
                result = next;
            }
            context.localBarrier();
<@storeTile o "elements"/>
</#if>
            // No barrier: a work-item writes those words of the tile next that it has just read.
        }
    }
</#list>
</#list>
<@flips/>
}
