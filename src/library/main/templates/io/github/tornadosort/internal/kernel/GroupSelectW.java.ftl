<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/heads.ftl">
<#-- How an element is chosen: by a flag, or because it is the first of a run of equal keys. -->
<#assign choices = [
    {"name": "Flagged", "by": "IntArray flags", "parameters": " int others,", "what": "elements whose flag is not 0, or the others"},
    {"name": "Heads", "by": Keys + " keys", "parameters": " int kind,", "what": "the first element of each run of equal keys"}]>
package io.github.tornadosort.internal.kernel;

import static io.github.tornadosort.internal.kernel.StageSpan.ROW;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Stable compaction of ${W}-bit elements in one launch. A group learns the number of chosen elements before its tile by a
 * {@link LookBack}, with one word per tile. A partition takes a second launch, which moves the others behind the chosen
 * elements. Elements move through a list of the tile's chosen elements, so that neighbouring work-items write to neighbouring
 * indices. The parameters are those of {@link GroupPrefix}.
 */
public final class GroupSelect${W} {
    private GroupSelect${W}() {}
<#list choices as c>
<#list (c.name == "Flagged" && !wide)?then(["Elements", "Indices"], ["Elements"]) as moved>
<#assign parameters>${(moved == "Elements")?then(c.by + (c.name == "Flagged")?then(", ${Keys} in", "") + ", ${Keys} out", c.by + ", IntArray out")}</#assign>
<#assign word = (c.name == "Flagged")?then("int", key)>

    /**
     * Moves ${(moved == "Elements")?then("", "the indices of ")}${c.what}, in one launch. Local memory: 33 / 32 of a tile, and
     * an int per work-item. Reads the flags or keys once, and writes each chosen element once.
     *
<#if c.name == "Flagged">
     * @param total receives the number of chosen elements; with {@code others}, has that of an earlier launch, from which on
     *     others are stored
     * @param others 1 to move the elements whose flag is 0
<#else>
     * @param total receives the number of chosen elements
</#if>
     */
    public static void lookBack${c.name}${(moved == "Elements")?then("", "Indices")}(
            KernelContext context, ${parameters}, IntArray total,${c.parameters} ${lookBackScalars}) {
        ${word}[] tile = context.allocate${word?cap_first}LocalArray(workItems * items + workItems * items / 32 + 1);
        int[] partial = context.allocateIntLocalArray(workItems + workItems / ROW);
        int[] rowSums = context.allocateIntLocalArray(2 * ROW);
        int[] carried = context.allocateIntLocalArray(1);
<@lookBackSpan/>
<#if c.name == "Flagged">
        int behind = others != 0 ? total.get(0) : 0;
        if (n + group + item + others == 0) {
            total.set(0, 0);
        }
<#else>
<@noTotal/>
</#if>
<@places/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
<#if c.name == "Flagged">
<@loadTile type="int" array="tile" expression="flags.get(@)" none="others"/>
            context.localBarrier();
            int low = 0;
            int high = 0;
<@eachHalf; bits, shift>
                int flag = (tile[blocked + i] != 0 ? 1 : 0) ^ others;
                ${bits} = ${bits} | flag << ${shift};
</@eachHalf>
<#else>
<@heads/>
</#if>
<@scanItems type="int" own="Integer.bitCount(low) + Integer.bitCount(high)" before="before" all="all" op="A + B"/>
            if (item == 0) {
<@publish sum="all"/>
            }
            // List the chosen elements of the tile.
<@listHeads/>
            if (item == 0) {
<@lookBackFor to="carried[0]" sum="all"/>
            }
            context.localBarrier();
            int to = carried[0]<#if c.name == "Flagged"> + behind</#if>;
<#if c.name == "Flagged">
            if (item + others == 0 && end == n) {
<#else>
            if (item == 0 && end == n) {
</#if>
                total.set(0, to + all);
            }
            for (int r = item; r < all; r += 4 * workItems) {
<#list 0..3 as k>
                int from${k} = tileBegin + ${(word == "long")?then("(int) ", "")}tile[Math.min(r${steps(k, "workItems")}, all - 1)];
</#list>
<#if moved == "Elements">
<#list 0..3 as k>
                ${key} e${k} = ${(c.name == "Flagged")?then("in", "keys")}.get(from${k});
</#list>
</#if>
<#list 0..3 as k>
                int r${k} = r${steps(k, "workItems")};
                if (r${k} < all) {
                    out.set(to + r${k}, ${(moved == "Elements")?then("e", "from")}${k});
                }
</#list>
            }
        }
    }
</#list>
</#list>
}
