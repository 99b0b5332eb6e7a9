<#include "widths.ftl">
<#include "unrolled.ftl">
<#assign together = 2>
<#assign batch = wide?then(8, 16)>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/** Surveys ${W}-bit keys in one launch: which bits vary, whether they are in order, and how many have each digit. */
public final class GroupSurvey${W} {
    /** Number of digits of a key, and of windows in the parameters. */
    public static final int DIGITS = ${W / 8};
    /** Number of digits that a group counts. */
    public static final int TOGETHER = ${together};
    /** Number of work-items of a group; each row of counters has one column per work-item. */
    public static final int WORK_ITEMS = ${128 / together};
    private static final int RADIX = 256;
    /** Number of keys that a work-item counts before its 8-bit counters could overflow; a multiple of a batch. */
    private static final int KEYS = ${batch * (255 / batch)?floor};

    private GroupSurvey${W}() {}

    /**
     * Surveys the keys. The groups of a block count ${together} digits each, and share the block's keys in the cache; the first
     * group also looks at the bits and at the order. Each work-item has 256 counters of 8 bits for a digit, packed four to a
     * word in a private column. Before the counters could overflow, all work-items sum the rows and clear the columns.
     *
     * <p>Work-groups of {@link #WORK_ITEMS}, {@code DIGITS / TOGETHER} per block; local memory 32 KiB. Reads ${W / 8} bytes per
     * key from memory, and again from the cache for each further group of its block.
     *
     * @param totals receives the number of keys of each digit, 256 for each of {@link PassParameters#WINDOWS}, added up
     * @param words receives {@link SurveyWords#COUNT} words per block, unless {@link PassParameters#SURVEYING} is 0
     */
    public static void survey(KernelContext context, ${Keys} keys, IntArray totals, IntArray words, IntArray p, int kind) {
<#list 0..<together as d>
        int[] counters${d} = context.allocateIntLocalArray(64 * WORK_ITEMS);
</#list>
        ${key}[] found = context.${allocateKeys}(2 * WORK_ITEMS);
        int item = context.localIdx;
        int part = context.groupIdx % (DIGITS / TOGETHER);
        int block = context.groupIdx / (DIGITS / TOGETHER);
<#list 0..<together as d>
        int digit${d} = part * TOGETHER + ${d};
        int shift${d} = p.get(PassParameters.WINDOWS + 2 * digit${d});
        int mask${d} = p.get(PassParameters.WINDOWS + 2 * digit${d} + 1);
</#list>
        int last = p.get(PassParameters.N) - 1;
        ${key} flip = ${parameter("flip")};
        ${key} bits = ${parameter("bits")};
        int surveying = part == 0 ? p.get(PassParameters.SURVEYING) : 0;
        int wanted = <#list 0..<together as d>mask${d} | </#list>surveying;
        int begin = PassParameters.begin(p, block);
        int end = wanted == 0 ? begin : PassParameters.end(p, block);
        ${key} any = 0;
        ${key} all = -1;
        int descents = 0;
        // The work-items of a warp start at different columns, which spreads their reads over the memory banks.
        int column = item & 31;
        int row = item * WORK_ITEMS;
<#list 0..<together as d>
<#list 0..3 as k>
        int sum${d}x${k} = 0;
</#list>
</#list>
        int done = begin;
        while (done < end) {
            // Clear the private columns of counters.
            for (int i = 0; i < 64; i++) {
<#list 0..<together as d>
                counters${d}[i * WORK_ITEMS + item] = 0;
</#list>
            }
            int stop = done + Math.min(end - done, KEYS * WORK_ITEMS);
            // Count keys in the private columns: each batch is loaded while the one before is counted. There is a variable for
            // each load, since PTX would place a private array in memory. The batch after the last one is not there: the last
            // one is loaded again, and not used.
            int i = done + item;
            if (done + ${batch} * WORK_ITEMS <= stop) {
<#list 0..<batch as k>
            ${key} next${k} = keys.get(i${steps(k, "WORK_ITEMS")});
</#list>
            for (; i < stop - ${batch - 1} * WORK_ITEMS; i += ${batch} * WORK_ITEMS) {
<#list 0..<batch as k>
                ${key} k${k} = ordered(next${k}, kind, flip);
</#list>
                int ahead = i + ${2 * batch - 1} * WORK_ITEMS <= last ? i + ${batch} * WORK_ITEMS : i;
<#list 0..<batch as k>
                next${k} = keys.get(ahead${steps(k, "WORK_ITEMS")});
</#list>
                if (surveying != 0) {
                    any = any<#list 0..<batch as k> | k${k}</#list>;
                    all = all<#list 0..<batch as k> & k${k}</#list>;
                    // A work-item that has found a descent looks for no more.
                    if (descents == 0) {
                        for (int k = 0; k < ${batch}; k++) {
                            int at = i + k * WORK_ITEMS;
                            ${key} key = ordered(keys.get(at), kind, flip);
                            ${key} left = ordered(keys.get(Math.max(at - 1, 0)), kind, flip);
                            descents = descents | descent(left & bits, key & bits);
                        }
                    }
                }
<#list 0..<batch as k>
<#list 0..<together as d>
                int d${k}x${d} = ${toInt}(k${k} >>> shift${d}) & mask${d};
</#list>
</#list>
<#-- Two keys at a time: the second one does not wait for the store of the first. -->
<#list 0..<batch / 2 as k>
<#list 0..<together as d>
                int at${2 * k}x${d} = (d${2 * k}x${d} >> 2) * WORK_ITEMS + item;
                int at${2 * k + 1}x${d} = (d${2 * k + 1}x${d} >> 2) * WORK_ITEMS + item;
                int count${2 * k}x${d} = counters${d}[at${2 * k}x${d}];
                int count${2 * k + 1}x${d} = counters${d}[at${2 * k + 1}x${d}];
                count${2 * k}x${d} = count${2 * k}x${d} + GroupDigits.one(d${2 * k}x${d});
                count${2 * k + 1}x${d} = (at${2 * k}x${d} == at${2 * k + 1}x${d} ? count${2 * k}x${d} : count${2 * k + 1}x${d}) + GroupDigits.one(d${2 * k + 1}x${d});
                counters${d}[at${2 * k}x${d}] = count${2 * k}x${d};
                counters${d}[at${2 * k + 1}x${d}] = count${2 * k + 1}x${d};
</#list>
</#list>
            }
            }
            for (; i < stop; i += WORK_ITEMS) {
                ${key} key = ordered(keys.get(i), kind, flip);
                ${key} left = ordered(keys.get(Math.max(i - 1, 0)), kind, flip);
                any = any | key;
                all = all & key;
                descents = descents | descent(left & bits, key & bits);
<#list 0..<together as d>
                int d${d} = ${toInt}(key >>> shift${d}) & mask${d};
                counters${d}[(d${d} >> 2) * WORK_ITEMS + item] += GroupDigits.one(d${d});
</#list>
            }
            context.localBarrier();
            // Sum the rows of counters over all work-items.
<#list 0..<together as d>
            int even${d} = 0;
            int odd${d} = 0;
</#list>
            for (int k = 0; k < WORK_ITEMS; k++) {
                int at = row + ((k + column) & (WORK_ITEMS - 1));
<#list 0..<together as d>
                int word${d} = counters${d}[at];
                even${d} = even${d} + (word${d} & 0x00ff00ff);
                odd${d} = odd${d} + ((word${d} >> 8) & 0x00ff00ff);
</#list>
            }
<#list 0..<together as d>
            sum${d}x0 = sum${d}x0 + (even${d} & 65535);
            sum${d}x1 = sum${d}x1 + (odd${d} & 65535);
            sum${d}x2 = sum${d}x2 + ((even${d} >> 16) & 65535);
            sum${d}x3 = sum${d}x3 + ((odd${d} >> 16) & 65535);
</#list>
            context.localBarrier();
            done = stop;
        }
        // Add the counts to those of all blocks, in the order of the digits.
<#list 0..<together as d>
<#list 0..3 as k>
        counters${d}[item * 4 + ${k}] = sum${d}x${k};
</#list>
</#list>
        found[item] = any;
        found[WORK_ITEMS + item] = all;
        context.localBarrier();
        for (int d = item; d < RADIX; d += WORK_ITEMS) {
<#list 0..<together as d>
            if (mask${d} != 0) {
                context.atomicAdd(totals, digit${d} * RADIX + d, counters${d}[d]);
            }
</#list>
        }
        // Reduce the survey of the work-items in a tree, and store it. A work-item overwrites a count that it has read itself.
        counters0[item] = descents;
        for (int step = WORK_ITEMS / 2; step > 0; step = step / 2) {
            context.localBarrier();
            if (item < step) {
                found[item] = found[item] | found[item + step];
                int other = WORK_ITEMS + item;
                found[other] = found[other] & found[other + step];
                counters0[item] = counters0[item] | counters0[item + step];
            }
        }
        if (item == 0 && surveying != 0) {
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, ${toInt}found[0]);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, ${high("found[0]")});
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, ${toInt}found[WORK_ITEMS]);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, ${high("found[WORK_ITEMS]")});
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, counters0[0]);
        }
    }

    /** {@return the bits of a key by which passes sort it} */
    private static ${key} ordered(${key} key, int kind, ${key} flip) {
        return ${wide?then("OrderedBits.of(key, kind)", "OrderedBits.ofWord(OrderedBits.toWord(key, kind), kind)")} ^ flip;
    }

    /** {@return 1 if the left key is larger, as an unsigned number; otherwise 0} */
    private static int descent(${key} left, ${key} key) {
        return (key ^ ${sign}) < (left ^ ${sign}) ? 1 : 0;
    }
}
