<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/heads.ftl">
<#-- How an element is chosen: by a flag, or because it is the first of a run of equal keys. -->
<#assign choices = [
    {"name": "Flagged", "by": "IntArray flags", "parameters": "", "what": "elements whose flag is not 0"},
    {"name": "Heads", "by": Keys + " keys", "parameters": " int kind,", "what": "the first element of each run of equal keys"}]>
package io.github.tornadosort.internal.kernel;

import static io.github.tornadosort.internal.kernel.StageSpan.ROW;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Stable compaction and partition of ${W}-bit elements. In one launch, a group learns the number of chosen elements before its tile by a
 * {@link LookBack}, with one word per tile. A partition needs two launches, since it must know where the chosen elements end: each group
 * counts the chosen elements of its block, and a second kernel adds up the counts of the blocks before its own. Elements move through a list of
 * the tile's chosen elements, so that neighbouring work-items write to neighbouring indices. The parameters are those of {@link GroupPrefix},
 * with 16 {@code items}.
 */
public final class GroupSelect${W} {
    private GroupSelect${W}() {}
<#if !wide>

    /** Counts elements whose flag is not 0 in each block. Local memory: an int per work-item. Reads the flags once. */
    public static void countFlagged(KernelContext context, IntArray flags, IntArray counts, ${scalars}) {
        int[] partial = context.allocateIntLocalArray(workItems);
<@span/>
        int count = 0;
<@batchesFromLast>
<@loadBatch type="int" first="batchBegin + item" expression="flags.get(@) != 0 ? 1 : 0"/>
            count = count + <#list 0..<batch as k>e${k}<#sep> + </#list>;
</@batchesFromLast>
<@combine "count" "partial" "A + B"/>
        if (item == 0) {
            counts.set(group, partial[0]);
        }
    }
</#if>
<#list choices as c>
<#list (c.name == "Flagged" && !wide)?then(["Elements", "Indices"], ["Elements"]) as moved>
<#assign parameters>${(moved == "Elements")?then(c.by + (c.name == "Flagged")?then(", ${Keys} in", "") + ", ${Keys} out", c.by + ", IntArray out")}</#assign>
<#assign word = (c.name == "Flagged")?then("int", key)>
<#list (c.name == "Flagged")?then(["move", "lookBack"], ["lookBack"]) as way>

<#if way == "move">
    /**
     * Moves ${(moved == "Elements")?then("", "the indices of ")}${c.what}. Local memory: 33 / 32 of a tile, and an int per
     * work-item. Reads the flags or keys once, and writes each chosen element once.
     *
     * @param counts the number of chosen elements of each block
     * @param total receives the number of chosen elements
     * @param partition not 0 if the other elements follow the chosen ones
     */
    public static void move${c.name}${(moved == "Elements")?then("", "Indices")}(
            KernelContext context, ${parameters}, IntArray counts, IntArray total,${c.parameters} int partition, ${scalars}) {
<#else>
    /**
     * Moves ${(moved == "Elements")?then("", "the indices of ")}${c.what} in one launch. Local memory: 33 / 32 of a tile, and an int
     * per work-item. Reads the flags or keys once, and writes each chosen element once.
     *
     * @param total receives the number of chosen elements
     */
    public static void lookBack${c.name}${(moved == "Elements")?then("", "Indices")}(
            KernelContext context, ${parameters}, IntArray total,${c.parameters} ${lookBackScalars}) {
</#if>
        ${word}[] tile = context.allocate${word?cap_first}LocalArray(workItems * items + workItems * items / 32 + 1);
        int[] partial = context.allocateIntLocalArray(workItems + workItems / ROW);
        int[] rowSums = context.allocateIntLocalArray(2 * ROW);
<#if way == "move">
<@span/>
        // Add up the blocks before this one, and all blocks.
<@blocksBefore "to" "counts"/>
<@total "sum"/>
        int toOthers = sum + begin - to;
<#else>
        int[] carried = context.allocateIntLocalArray(1);
<@lookBackSpan/>
<@noTotal/>
</#if>
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
<#if c.name == "Flagged">
<@loadTile type="int" array="tile" expression="flags.get(@)" none="0"/>
            context.localBarrier();
            int low = 0;
            int high = 0;
<@eachHalf; bits, shift>
                int flag = tile[blocked + i] != 0 ? 1 : 0;
                ${bits} = ${bits} | flag << ${shift};
</@eachHalf>
<#else>
<@heads/>
</#if>
<@scanItems type="int" own="Integer.bitCount(low) + Integer.bitCount(high)" before="before" all="all" op="A + B"/>
<#if way == "lookBack">
            if (item == 0) {
<@publish sum="all"/>
            }
</#if>
            // List the chosen elements of the tile<#if way == "move">, and then the others</#if>.
<@eachHalf; bits, shift>
                int j = item * items + i;
                int flag = (${bits} >> ${shift}) & 1;
<#if way == "move">
                int place = flag != 0 ? before : all + j - before;
                if (flag + partition != 0) {
                    tile[place] = j;
                }
<#else>
                if (flag != 0) {
                    tile[before] = j;
                }
</#if>
                before = before + flag;
</@eachHalf>
<#if way == "lookBack">
            if (item == 0) {
<@lookBackFor to="carried[0]" sum="all"/>
            }
</#if>
            context.localBarrier();
<#if way == "lookBack">
            int to = carried[0];
            int moved = all;
            if (item == 0 && end == n) {
                total.set(0, to + all);
            }
<#else>
            int valid = Math.min(tileSize, end - tileBegin);
            int moved = partition != 0 ? valid : all;
</#if>
            for (int r = item; r < moved; r += 4 * workItems) {
<#list 0..3 as k>
                int from${k} = tileBegin + ${(word == "long")?then("(int) ", "")}tile[Math.min(r${steps(k, "workItems")}, moved - 1)];
</#list>
<#if moved == "Elements">
<#list 0..3 as k>
                ${key} e${k} = ${(c.name == "Flagged")?then("in", "keys")}.get(from${k});
</#list>
</#if>
<#list 0..3 as k>
                int r${k} = r${steps(k, "workItems")};
                if (r${k} < moved) {
                    out.set(<#if way == "move">r${k} < all ? to + r${k} : toOthers + r${k} - all<#else>to + r${k}</#if>, ${(moved == "Elements")?then("e", "from")}${k});
                }
</#list>
            }
<#if way == "move">
            to = to + all;
            toOthers = toOthers + valid - all;
            // The next tile replaces the list.
            context.localBarrier();
</#if>
        }
    }
</#list>
</#list>
</#list>
}
