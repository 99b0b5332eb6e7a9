<#include "widths.ftl">
<#include "phases/stage.ftl">
<#assign choices = [
    {"name": "Flagged", "by": "IntArray flags", "kind": "", "flag": "flags.get(i) != 0 ? 1 : 0"},
    {"name": "Heads", "by": Keys + " keys", "kind": " int kind,", "flag": "isHead(keys, i, kind)"}]>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * Stable compaction and partition of ${W}-bit elements for CPUs, and for devices on which groups cannot wait: count, then move,
 * as parallel loops over blocks. The parameters are those of {@link GroupPrefix} for two launches.
 */
public final class BlockSelect${W} {
    private BlockSelect${W}() {}
<#list choices as c>
<#if !wide || c.name == "Heads">

    /** Counts the chosen elements of each block. */
    public static void count${c.name}(${c.by}, IntArray counts,${c.kind} ${loopScalars}) {
<@block/>
            int count = 0;
            for (int i = begin; i < end; i++) {
                int flag = ${c.flag};
                count = count + flag;
            }
            counts.set(b, count);
        }
    }
</#if>
<#list (c.name == "Flagged" && !wide)?then(["", "Indices"], [""]) as moved>
<#assign arrays>${c.by}<#if c.name == "Flagged" && moved == "">, ${Keys} in</#if>, ${(moved == "")?then(Keys, "IntArray")} out</#assign>

    /**
     * Moves the<#if moved != ""> indices of the</#if> chosen elements of each block.
     *
     * @param total receives the number of chosen elements
     * @param partition not 0 if the other elements follow the chosen ones
     */
    public static void move${c.name}${moved}(
            ${arrays}, IntArray counts, IntArray total,${c.kind} int partition, ${loopScalars}) {
<@block/>
<@blockCounts/>
            int toOthers = all + begin - to;
            for (int i = begin; i < end; i++) {
                int flag = ${c.flag};
                int target = flag != 0 ? to : toOthers;
                if (flag + partition != 0) {
                    out.set(target, ${(moved == "Indices")?then("i", (c.name == "Flagged")?then("in.get(i)", "keys.get(i)"))});
                }
                to = to + flag;
                toOthers = toOthers + 1 - flag;
            }
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
