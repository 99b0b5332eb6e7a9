<#include "widths.ftl">
<#include "unrolled.ftl">
<#include "phases/pass.ftl">
<#assign items = 32>
<#-- Keys that are loaded at a time. -->
<#assign batch = wide?then(8, 16)>
<#-- Rounds in which keys are reordered: long keys take the memory of the tile for half of them. -->
<#assign rounds = W / 32>
<#function digitOfWord word>
    <#return "(${word} >>> roundShift) & roundMask">
</#function>
<#-- The rank of the k-th key: the lower halves of 16 words hold the ranks of the first keys, and the upper halves the others.
     -->
<#function rankOf k>
    <#return (k < 16)?then("ranks${k} & ${lowBits}", "ranks${k - 16} >> ${shiftHalf}")>
</#function>
<#assign lowBits = wide?then("lowBits", "65535")>
<#assign shiftHalf = wide?then("shiftHalf", "16")>
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
<#-- Stores what is read at its rank, half of it at a time, which takes fewer registers. In the first and the last tile, which
     may not be full, no index leaves the array. -->
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
 * A radix pass over ${W}-bit keys with<#if wide> or without</#if> 32-bit values, as {@link GroupPassKeys32} is one over 32-bit
 * keys alone. The tile holds words with the digit and the index in the tile. The last round stores each key's rank at its
 * index. Keys and then values are read again, and reordered through the memory of the tile<#if wide>: the first half of the
 * sorted keys, and then the second one</#if>.
 */
public final class GroupPassPairs${W} {
    private static final int RADIX = GroupPassKeys32.RADIX;

    private GroupPassPairs${W}() {}

    /**
     * Moves each key, with its value, to the next index of its digit; see {@link GroupPassKeys32#pass}. Reads ${W / 8} bytes
     * per key <#if wide>three times, once from memory and then from the cache,<#else>twice, the second time from the
     * cache,</#if> and writes ${W / 8}; reads and writes 4 bytes per value, or only writes them if they are the indices of the
     * keys.
     *
     * @param withValues a payload of {@link GroupValues}: with {@link GroupValues#NONE}, {@code fromValues} and
     *     {@code toValues} are not accessed; with {@link GroupValues#INDICES}, {@link PassParameters#NUMBERED} may say that
     *     {@code fromValues} is not read
     */
    public static void pass(
<@parameters Keys/>
<@start items=items key=key flip=parameter("flip")>
        int zero = p.get(PassParameters.ALWAYS_ZERO);
</@start>
        // Load the digits of the tile, striped over the work-items. Their words name the keys by index in the tile's memory.
        if (valid >= tileSize) {
            // Loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
            int source = tileBegin + item;
<#list 0..<rounds as round>
<#list round * items / rounds..<(round + 1) * items / rounds as k>
            ${key} key${k} = from.get(source${steps(k, "workItems")});
</#list>
<#list round * items / rounds..<(round + 1) * items / rounds as k>
            tile[striped${steps(k, "stripe")}] = (digit(key${k}, kind, flip, shift, mask) << 16) | ${(k == 0)?then("striped", "(striped" + steps(k, "stripe") + ")")};
</#list>
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
            // Move each word to its rank in round 0, and advance the work-item's counter of its digit. In round 1, store each
            // rank at the index that the word names instead.
            int last = -round;
<#list 0..<items as k>
<@rank k/>
            rank${k} = rank${k} + (rank${k} >> 5);
            tile[GroupDigits.select(rank${k}, word${k} & 65535, last)] = GroupDigits.select(word${k}, rank${k}, last);
</#list>
            context.localBarrier();
        }

<@findOffsets/>
        // Read the ranks of the work-item's keys, and keep two in a register each: two work-groups then share a unit.
<#list 0..<items / 2 as k>
        int ranks${k} = tile[striped${steps(k, "stripe")}] | (tile[striped${steps(k + 16, "stripe")}] << 16);
</#list>
        context.localBarrier();
<#if wide>
        // Read the keys again, and store those of a half of the ranks. The word that is 0 makes compilers compute the indices
        // again, here and below, and not keep them in registers.
        int half = tileWords / 2;
        int lastKey = Math.max(tileBegin + valid - 1, 0);
        for (int part = 0; part < 2; part++) {
            int none = zero & (part + 1);
            int readingKeys = tileBegin + item + none;
            int firstWord = part * half;
            int lowBits = 65535 + none;
            int shiftHalf = 16 + none;
<#list 0..<items / batch as one>
<#list one * batch..<(one + 1) * batch as k>
            long read${k} = from.get(Math.min(readingKeys${steps(k, "workItems")}, lastKey));
</#list>
<#list one * batch..<(one + 1) * batch as k>
            int place${k} = (${rankOf(k)}) - firstWord;
            if (place${k} >= 0) {
                if (place${k} < half) {
                    tile[place${k}] = (int) read${k};
                    tile[half + place${k}] = (int) (read${k} >> 32);
                }
            }
</#list>
</#list>
            context.localBarrier();
            // Write the keys in the order of their digits, and keep the digits in the memory of the counters, four to a word.
            int firstItem = part * (tileSize / 2) + item;
            for (int i = 0; i < ${items / 2}; i += 4) {
<#list 0..3 as k>
                int word${k} = striped + ${factor("i", k)} * stripe;
</#list>
<#list 0..3 as k>
                long key${k} = ((long) tile[half + word${k}] << 32) | (tile[word${k}] & 0xffffffffL);
</#list>
<#list 0..3 as k>
                int d${k} = digit(key${k}, kind, flip, shift, mask);
</#list>
                counters[(part * ${items / 8} + i / 4) * workItems + item] = d0 | (d1 << 8) | (d2 << 16) | (d3 << 24);
<#list 0..3 as k>
                if (firstItem + ${factor("i", k)} * workItems < valid) {
                    to.set(offset[d${k}] + firstItem + ${factor("i", k)} * workItems, key${k});
                }
</#list>
            }
            context.localBarrier();
        }
<#else>
        // Read the keys again, and store each at its rank. The word that is 0 makes compilers compute
        // the indices again, here and below, and not keep them in registers.
        int readingKeys = tileBegin + item + (ranks0 & zero);
<@reorder from="from" source="readingKeys"/>
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
</#if>
<#if wide>
<#assign lowBits = "65535">
<#assign shiftHalf = "16">
        if (withValues == GroupValues.NONE) {
            return;
        }
</#if>
        // Write the values in the same order.
        int numbered = withValues == GroupValues.INDICES && number == 0 ? p.get(PassParameters.NUMBERED) : 0;
        if (numbered != 0) {
            int index = tileBegin + item + (ranks2 & zero);
<#list 0..<items as k>
            tile[${rankOf(k)}] = index${steps(k, "workItems")};
</#list>
        }
        if (numbered == 0) {
            int reading = tileBegin + item + (ranks1 & zero);
<@reorder from="fromValues" source="reading" indent="    "/>
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
    private static int digit(${key} key, int kind, ${key} flip, int shift, int mask) {
        return ${toInt}((${wide?then("OrderedBits.of(key, kind)", "OrderedBits.ofWord(OrderedBits.toWord(key, kind), kind)")} ^ flip) >>> shift) & mask;
    }
}
