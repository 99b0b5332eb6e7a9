<#include "widths.ftl">
<#include "phases/stage.ftl">
<#-- How an element is chosen: by a flag, or because it is the first of a run of equal keys. -->
<#assign choices = [
    {"name": "Flagged", "by": "IntArray flags", "parameters": "", "what": "elements whose flag is not 0"},
    {"name": "Heads", "by": Keys + " keys", "parameters": " int kind,", "what": "the first element of each run of equal keys"}]>
<#function flag choice i>
    <#return (choice.name == "Flagged")?then("flags.get(${i}) != 0 ? 1 : 0", "isHead(keys, ${i}, kind)")>
</#function>
package io.github.tornadosort.internal.kernel;

import static io.github.tornadosort.internal.kernel.StageSpan.ROW;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * Stable compaction and partition of ${W}-bit elements: count, then move. Each group counts the chosen elements of its block. A second
 * kernel adds up the counts of the blocks before its own, and then moves its block tile by tile, through a list of the tile's chosen
 * elements, so that neighbouring work-items write to neighbouring indices. The parameters are those of {@link GroupPrefix}.
 */
public final class GroupSelect${W} {
    private GroupSelect${W}() {}
<#list choices as c>
<#if !wide || c.name == "Heads">

    /** Counts ${c.what} in each block. Local memory: an int per work-item. Reads the flags or keys once. */
    public static void count${c.name}(
            KernelContext context, ${c.by}, IntArray counts,${c.parameters} ${scalars}) {
        int[] partial = context.allocateIntLocalArray(workItems);
<@span/>
        int count = 0;
<@batchesFromLast>
<@loadBatch type="int" first="batchBegin + item" expression=flag(c, "@")/>
            count = count + <#list 0..<batch as k>e${k}<#sep> + </#list>;
</@batchesFromLast>
<@combine "count" "partial" "A + B"/>
        if (item == 0) {
            counts.set(group, partial[0]);
        }
    }
</#if>
<#list (c.name == "Flagged" && !wide)?then(["Elements", "Indices"], ["Elements"]) as moved>
<#assign parameters>${(moved == "Elements")?then(c.by + (c.name == "Flagged")?then(", ${Keys} in", "") + ", ${Keys} out", c.by + ", IntArray out")}</#assign>

    /**
     * Moves ${(moved == "Elements")?then("", "the indices of ")}${c.what}. Local memory: 65 / 32 of a tile of ints, and an int per
     * work-item. Reads the flags or keys once, and writes each chosen element once.
     *
     * @param counts the number of chosen elements of each block
     * @param total receives the number of chosen elements
     * @param partition not 0 if the other elements follow the chosen ones
     */
    public static void move${c.name}${(moved == "Elements")?then("", "Indices")}(
            KernelContext context, ${parameters}, IntArray counts, IntArray total,${c.parameters} int partition, ${scalars}) {
        int[] tile = context.allocateIntLocalArray(workItems * items + workItems * items / 32 + 1);
        int[] chosen = context.allocateIntLocalArray(workItems * items);
        int[] partial = context.allocateIntLocalArray(workItems);
        int[] rowSums = context.allocateIntLocalArray(ROW);
<@span/>
        // Add up the blocks before this one, and all blocks.
<@blocksBefore "to" "counts"/>
        int allOwn = 0;
        for (int b = item; b < blocks; b += workItems) {
            allOwn = allOwn + counts.get(b);
        }
<@combine "allOwn" "partial" "A + B"/>
        int sum = partial[0];
        if (group == 0) {
            if (item == 0) {
                total.set(0, sum);
            }
        }
        int toOthers = sum + begin - to;
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            for (int i = 0; i < items; i += ${batch}) {
<@loadBatch type="int" first="tileBegin + i * workItems + item" expression=flag(c, "@") indent="                "/>
<#list 0..<batch as k>
                tile[striped + ${factor("i", k)} * stripe] = e${k};
</#list>
            }
            context.localBarrier();
            int own = 0;
            for (int i = 0; i < items; i++) {
                own = own + tile[blocked + i];
            }
<@countsBefore "own"/>
            // List the chosen elements of the tile, and then the others.
            for (int i = 0; i < items; i++) {
                int j = item * items + i;
                int flag = tile[blocked + i];
                int place = flag != 0 ? before : all + j - before;
                if (flag + partition != 0) {
                    chosen[place] = j;
                }
                before = before + flag;
            }
            context.localBarrier();
            int valid = Math.min(tileSize, end - tileBegin);
            int moved = partition != 0 ? valid : all;
            for (int r = item; r < moved; r += 4 * workItems) {
<#list 0..3 as k>
                int from${k} = tileBegin + chosen[Math.min(r${steps(k, "workItems")}, moved - 1)];
</#list>
<#if moved == "Elements">
<#list 0..3 as k>
                ${key} e${k} = ${(c.name == "Flagged")?then("in", "keys")}.get(from${k});
</#list>
</#if>
<#list 0..3 as k>
                int r${k} = r${steps(k, "workItems")};
                if (r${k} < moved) {
                    out.set(r${k} < all ? to + r${k} : toOthers + r${k} - all, ${(moved == "Elements")?then("e", "from")}${k});
                }
</#list>
            }
            to = to + all;
            toOthers = toOthers + valid - all;
        }
    }
</#list>
</#list>

    /** {@return 1 if an element is not equal to the one before it; otherwise 0} All NaNs are equal. */
    static int isHead(${Keys} keys, int i, int kind) {
        ${key} left = SignedWords.of(keys.get(Math.max(i - 1, 0)), kind, 0);
        ${key} right = SignedWords.of(keys.get(i), kind, 0);
        int differs = left != right ? 1 : 0;
        int first = i == 0 ? 1 : 0;
        return differs | first;
    }
}
