<#include "unrolled.ftl">
<#include "phases/downsweep.ftl">
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
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The downsweep of {@link GroupRadix32} for many keys with values, with tiles of twice as many keys; see {@link
 * GroupRadixKeys32}. The tile holds words with the digit and the index in the tile. The last round stores each key's rank at
 * its index. Keys and then values are read again, and reordered through the memory of the tile.
 */
public final class GroupRadixPairs32 {
    private static final int RADIX = GroupRadix32.RADIX;

    private GroupRadixPairs32() {}

    /**
     * Moves each key to the next index of its digit. Each tile is sorted by the digit in local memory, in two stable rounds of
     * 4 bits, and then written digit by digit, first the keys and then the values.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block, whose span is a multiple of a tile of
     * {@code 32 * workItems} keys; local memory {@code 689 * workItems / 4 + 3272} bytes, at most
     * 46.3 KiB. Reads 4 bytes per key twice, the second time from the
     * cache, and writes 4; reads and writes 4 bytes per value, or only
     * writes them if they are the indices of the keys.
     *
     * @param counts the index of each block's first key of each digit among all keys of that digit, as computed by {@link
     *     GroupScan}
     * @param totals the number of keys of each digit
     * @param withValues with {@link GroupValues#INDICES}, {@link PassParameters#NUMBERED} may say that {@code fromValues} is not read
     * @param items number of keys per work-item: 32, equal to {@code 1 << itemsLog}
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows
     */
    public static void downsweep(
<@parameters/>
<@start twice=false>
        int numbered = withValues == GroupValues.INDICES ? p.get(PassParameters.NUMBERED) : 0;
</@start>
<@firstIndices/>

<@ownIndices/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            // Load the digits of the tile, striped over the work-items. Their words name the keys by index in the tile's
            // memory.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                int source = tileBegin + item + (prefetched & zero);
<#list 0..31 as k>
                int key${k} = from.get(source${steps(k, "workItems")});
</#list>
                tile[striped] = (digit(key0, kind, floats, flip, shift, mask) << 16) | striped;
<#list 1..31 as k>
                tile[striped${steps(k, "stripe")}] = (digit(key${k}, kind, floats, flip, shift, mask) << 16) | (striped${steps(k, "stripe")});
</#list>
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int d = digit(from.get(Math.min(tileBegin + j, n - 1)), kind, floats, flip, shift, mask);
                    tile[striped + i * stripe] = ((j < valid ? d : mask) << 16) | (striped + i * stripe);
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 16, and does not use it.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            prefetched = from.get(next) | from.get(Math.min(next + items / 2, n - 1));

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                int roundShift = 16 + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
<@countVariables keys=32/>

<@scanCounters/>

<@firstOfDigits/>
                context.localBarrier();
                // Move each word to its rank in round 0, and advance the work-item's counter of its digit. In round 1, store
                // each rank at the index that the word names instead.
                int last = -round;
<#list 0..31 as k>
<@rank k/>
                rank${k} = rank${k} + (rank${k} >> 5);
                tile[GroupDigits.select(rank${k}, word${k} & 65535, last)] = GroupDigits.select(word${k}, rank${k}, last);
</#list>
                context.localBarrier();
            }

<@advance/>
            // Read the ranks of the work-item's keys, and keep two in a register each: two work-groups share a unit's registers then.
<#list 0..15 as k>
            int ranks${k} = tile[striped${steps(k, "stripe")}] | (tile[striped${steps(k + 16, "stripe")}] << 16);
</#list>
            context.localBarrier();
            // Read the keys again, and store each at its rank. All loads precede the first store.
            int reading = tileBegin + item + (prefetched & zero);
<#list 0..31 as k>
            int read${k} = from.get(Math.min(reading${steps(k, "workItems")}, n - 1));
</#list>
<#list 0..31 as k>
            tile[${rankOf(k)}] = read${k};
</#list>
            context.localBarrier();
            // Write the keys in the order of their digits, and keep the digits in the memory of the counters, four to a word.
<#list [false, true] as last>
            <#if last>} else {<#else>if (valid >= tileSize) {</#if>
                for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                    int key${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..3 as k>
                    int d${k} = digit(key${k}, kind, floats, flip, shift, mask);
</#list>
                    counters[i / 4 * workItems + item] = d0 | (d1 << 8) | (d2 << 16) | (d3 << 24);
<#list 0..3 as k>
<@store array="to" digit="d${k}" element="key" k=k last=last/>
</#list>
                }
</#list>
            }
            context.localBarrier();
            // Write the values in the same order. The word that is 0 makes compilers compute the indices again, and not keep them in
            // registers.
            int readingValues = tileBegin + item + (ranks0 & zero);
            if (numbered == 0) {
<#list 0..31 as k>
                int readValue${k} = fromValues.get(Math.min(readingValues${steps(k, "workItems")}, n - 1));
</#list>
<#list 0..31 as k>
                tile[${rankOf(k)}] = readValue${k};
</#list>
            } else {
<#list 0..31 as k>
                tile[${rankOf(k)}] = readingValues${steps(k, "workItems")};
</#list>
            }
            context.localBarrier();
<#list [false, true] as last>
            <#if last>} else {<#else>if (valid >= tileSize) {</#if>
                for (int i = 0; i < items; i += 4) {
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
            // No barrier: the next tile goes to the words that the same work-item has read here.
        }
    }

    /** {@return a digit of a key} */
    private static int digit(int key, int kind, int floats, int flip, int shift, int mask) {
        return (OrderedBits.ordered(OrderedBits.word(key, floats), kind, floats, flip) >>> shift) & mask;
    }
}
