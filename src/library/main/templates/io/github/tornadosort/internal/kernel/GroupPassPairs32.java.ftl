<#include "unrolled.ftl">
<#include "phases/pass.ftl">
<#assign items = 32>
<#function digitOfWord word>
    <#return "(${word} >>> roundShift) & roundMask">
</#function>
<#-- The rank of the k-th key: the lower halves of 16 words hold the ranks of the first keys, and the upper halves those of the others. -->
<#function rankOf k>
    <#return (k < 16)?then("ranks${k} & 65535", "ranks${k - 16} >> 16")>
</#function>
<#-- A digit of those that are kept four to a word. -->
<#function digitOfFour k>
    <#return (k == 0)?then("four & 255", "(four >> ${8 * k}) & 255")>
</#function>
<#-- Stores a key or a value at its index in the result; in the last tile, unless it is padding. -->
<#macro store array digit element k last>
<#if last>
                if (${factor("i", k)} * workItems + item < valid) {
                    ${array}.set(offset[${digit}] + ${factor("i", k)} * workItems + item, ${element}${k});
                }
<#else>
                ${array}.set(offset[${digit}] + ${factor("i", k)} * workItems + item, ${element}${k});
</#if>
</#macro>
<#-- Stores what is read at its rank, half of it at a time, which takes fewer registers. In the first and the last tile, which may not be full, no index leaves the array. -->
<#macro reorder from source indent="">
        ${indent}if (valid >= tileSize) {
<#list [0, items / 2] as first>
<#list first..<first + items / 2 as k>
            ${indent}int read${k} = ${from}.get(${source}${steps(k, "workItems")});
</#list>
<#list first..<first + items / 2 as k>
            ${indent}tile[${rankOf(k)}] = read${k};
</#list>
</#list>
        ${indent}} else {
<#list 0..<items as k>
            ${indent}tile[${rankOf(k)}] = ${from}.get(Math.max(Math.min(${source}${steps(k, "workItems")}, n - 1), 0));
</#list>
        ${indent}}
</#macro>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A radix pass over 32-bit keys with 32-bit values, as {@link GroupPassKeys32} is one without. The tile holds words with the digit and the
 * index in the tile. The last round stores each key's rank at its index. Keys and then values are read again, and reordered through the
 * memory of the tile.
 */
public final class GroupPassPairs32 {
    private static final int RADIX = GroupPassKeys32.RADIX;

    private GroupPassPairs32() {}

    /**
     * Moves each key, with its value, to the next index of its digit; see {@link GroupPassKeys32#pass}. Reads 4 bytes per key twice, the
     * second time from the cache, and writes 4; reads and writes 4 bytes per value, or only writes them if they are the indices of
     * the keys.
     *
     * @param withValues with {@link GroupValues#INDICES}, {@link PassParameters#NUMBERED} may say that {@code fromValues} is not read
     */
    public static void pass(
<@parameters/>
<@start items>
        int numbered = withValues == GroupValues.INDICES && number == 0 ? p.get(PassParameters.NUMBERED) : 0;
        int zero = p.get(PassParameters.ALWAYS_ZERO);
</@start>
        // Load the digits of the tile, striped over the work-items. Their words name the keys by index in the tile's memory.
        if (valid >= tileSize) {
            // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
            int source = tileBegin + item;
<#list 0..<items as k>
            int key${k} = from.get(source${steps(k, "workItems")});
</#list>
<#list 0..<items as k>
            tile[striped${steps(k, "stripe")}] = (digit(key${k}, kind, flip, shift, mask) << 16) | ${(k == 0)?then("striped", "(striped" + steps(k, "stripe") + ")")};
</#list>
        } else {
            // Padding gets the largest digit, so that it ends up after the keys.
            for (int i = 0; i < ${items}; i++) {
                int j = i * workItems + item;
                int d = digit(from.get(Math.max(Math.min(tileBegin + j, n - 1), 0)), kind, flip, shift, mask);
                tile[striped + i * stripe] = ((j < valid ? d : mask) << 16) | (striped + i * stripe);
            }
        }
        context.localBarrier();
<@smallerRows/>

        // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
        for (int round = 0; round < 2; round++) {
            int roundShift = 16 + round * 4;
            int roundMask = (mask >> (round * 4)) & 15;
<@countVariables items/>

<@scanCounters/>

<@firstOfDigits items/>
<@publishCounts/>
            // Move each word to its rank in round 0, and advance the work-item's counter of its digit. In round 1, store each rank at
            // the index that the word names instead.
            int last = -round;
<#list 0..<items as k>
<@rank k/>
            rank${k} = rank${k} + (rank${k} >> 5);
            tile[GroupDigits.select(rank${k}, word${k} & 65535, last)] = GroupDigits.select(word${k}, rank${k}, last);
</#list>
            context.localBarrier();
        }

<@findOffsets/>
        // Read the ranks of the work-item's keys, and keep two in a register each: two work-groups share a unit's registers then.
<#list 0..<items / 2 as k>
        int ranks${k} = tile[striped${steps(k, "stripe")}] | (tile[striped${steps(k + 16, "stripe")}] << 16);
</#list>
        context.localBarrier();
        // Read the keys again, and store each at its rank. The word that is 0 makes compilers compute
        // the indices again, here and below, and not keep them in registers.
        int reading = tileBegin + item + (ranks0 & zero);
<@reorder from="from" source="reading"/>
        context.localBarrier();
        // Write the keys in the order of their digits, and keep the digits in the memory of the counters, four to a word.
<#list [false, true] as last>
        <#if last>} else {<#else>if (valid >= tileSize) {</#if>
            for (int i = 0; i < ${items}; i += 4) {
<#list 0..3 as k>
                int key${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..3 as k>
                int d${k} = digit(key${k}, kind, flip, shift, mask);
</#list>
                counters[i / 4 * workItems + item] = d0 | (d1 << 8) | (d2 << 16) | (d3 << 24);
<#list 0..3 as k>
<@store array="to" digit="d${k}" element="key" k=k last=last/>
</#list>
            }
</#list>
        }
        context.localBarrier();
        // Write the values in the same order.
        int readingValues = tileBegin + item + (ranks0 & zero);
        if (numbered == 0) {
<@reorder from="fromValues" source="readingValues" indent="    "/>
        } else {
<#list 0..<items as k>
            tile[${rankOf(k)}] = readingValues${steps(k, "workItems")};
</#list>
        }
        context.localBarrier();
<#list [false, true] as last>
        <#if last>} else {<#else>if (valid >= tileSize) {</#if>
            for (int i = 0; i < ${items}; i += 4) {
                int four = counters[i / 4 * workItems + item];
<#list 0..3 as k>
                int value${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..3 as k>
<@store array="toValues" digit=digitOfFour(k) element="value" k=k last=last/>
</#list>
            }
</#list>
        }
    }

    /** {@return a digit of a key} */
    private static int digit(int key, int kind, int flip, int shift, int mask) {
        return ((OrderedBits.ofWord(OrderedBits.toWord(key, kind), kind) ^ flip) >>> shift) & mask;
    }
}
