<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/operators.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Lengths of the runs of equal ${W}-bit keys, and reductions and scans of the values of each run, for CPUs and for devices on
 * which groups cannot wait: parallel loops over blocks. The parameters are those of {@link GroupRuns${W}} for two launches.
 */
public final class BlockRuns${W} {
    private BlockRuns${W}() {}

    /** Counts the runs that begin in each block, and stores where the last one begins, or 0. */
    public static void reduceLengths(${Keys} keys, IntArray counts, IntArray results, int kind, ${loopScalars}) {
<@block/>
            int count = 0;
            int last = 0;
            for (int i = begin; i < end; i++) {
                int head = BlockSelect${W}.isHead(keys, i, kind);
                last = head != 0 ? i : last;
                count = count + head;
            }
            counts.set(b, count);
            results.set(b, last);
        }
    }

    /** Stores the key and the length of each run. */
    public static void storeLengths(
            ${Keys} keys, ${Keys} runKeys, IntArray lengths, IntArray counts, IntArray results, IntArray total, int kind,
            ${loopScalars}) {
<@block/>
<@blockCounts/>
            int last = 0;
            for (int k = 0; k < b; k++) {
                last = Math.max(last, results.get(k));
            }
            for (int i = begin; i < end; i++) {
                int head = BlockSelect${W}.isHead(keys, i, kind);
                if (head != 0) {
                    runKeys.set(to, keys.get(i));
                    if (to > 0) {
                        lengths.set(to - 1, i - last);
                    }
                }
                last = head != 0 ? i : last;
                to = to + head;
            }
            if (end > begin) {
                if (end == n) {
                    lengths.set(to - 1, n - last);
                }
            }
        }
    }
<#list operators as o>

    /** Counts the runs that begin in each block, and combines the values of the last one, or of all if none begins. */
    public static void reduce${o.name}(
            ${Keys} keys, ${o.array} values, IntArray counts, ${o.array} results, int kind, ${operator}, ${loopScalars}) {
<@block/>
            int count = 0;
            ${o.type} result = ${o.none};
            for (int i = begin; i < end; i++) {
                int head = BlockSelect${W}.isHead(keys, i, kind);
                ${o.type} element = ${load("values.get(i)")};
                ${o.type} longer = ${op("result", "element")};
                result = head != 0 ? element : longer;
                count = count + head;
            }
            counts.set(b, count);
            results.set(b, result);
        }
    }
<#list ["store", "scan"] as kernel>
<#assign stores = kernel == "store">

    /** ${stores?then("Stores the key and the result", "Scans the values")} of each run. */
    public static void ${kernel}${o.name}(
            ${Keys} keys, ${o.array} values, ${stores?then(Keys + " runKeys, " + o.array + " runResults", o.array + " out")},
            IntArray counts, ${o.array} results,<#if stores> IntArray total,</#if> int kind, ${operator},<#if !stores> int inclusive,</#if>
            ${loopScalars}) {
<@block/>
<#if stores>
<@blockCounts/>
</#if>
            ${o.type} none = ${o.none};
            ${o.type} result = none;
            for (int k = 0; k < b; k++) {
                ${o.type} ofBlock = results.get(k);
                ${o.type} longer = ${op("result", "ofBlock")};
                result = counts.get(k) > 0 ? ofBlock : longer;
            }
            for (int i = begin; i < end; i++) {
                int head = BlockSelect${W}.isHead(keys, i, kind);
                ${o.type} element = ${load("values.get(i)")};
                ${o.type} longer = ${op("result", "element")};
                ${o.type} next = head != 0 ? element : longer;
<#if stores>
                if (head != 0) {
                    runKeys.set(to, keys.get(i));
                    if (to > 0) {
                        runResults.set(to - 1, ${store("result")});
                    }
                }
                to = to + head;
<#else>
                ${o.type} before = head != 0 ? none : result;
                ${o.type} stored = inclusive != 0 ? next : before;
                out.set(i, ${store("stored")});
</#if>
                result = next;
            }
<#if stores>
            if (end > begin) {
                if (end == n) {
                    runResults.set(to - 1, ${store("result")});
                }
            }
</#if>
        }
    }
</#list>
</#list>
}
