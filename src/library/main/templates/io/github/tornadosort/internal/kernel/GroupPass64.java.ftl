<#include "unrolled.ftl">
<#include "phases/pass.ftl">
<#assign items = 16>
<#function digitOfWord word>
    <#return "(${word} >>> roundShift) & roundMask">
</#function>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A radix pass over 64-bit keys, with or without 32-bit values, as {@link GroupPassKeys32} is one over 32-bit keys. The tile holds words
 * with the digit and the index in the tile while it is sorted, and the work-items keep their keys in registers. The last round stores
 * each key's rank at its index. Then the halves of the keys are reordered through the memory of the tile, and values after them.
 */
public final class GroupPass64 {
    private static final int RADIX = GroupPassKeys32.RADIX;
    /** Number of keys of a work-item. */
    public static final int ITEMS = ${items};

    private GroupPass64() {}

    /**
     * Moves each key, with its value, to the next index of its digit; see {@link GroupPassKeys32#pass}. Local memory
     * {@code 689 * workItems / 4 + 4360} bytes. Reads and writes 8 bytes per key and 4 per value.
     *
     * @param withValues a payload of {@link GroupValues}: with {@link GroupValues#NONE}, {@code fromValues} and {@code toValues} are not
     *     accessed; with {@link GroupValues#INDICES}, {@link PassParameters#NUMBERED} may say that {@code fromValues} is not read
     */
    public static void pass(
<@parameters "LongArray"/>
<@start items=items arrays=2 key="long" flip="PassParameters.flip64(p)">
        int numbered = withValues == GroupValues.INDICES && number == 0 ? p.get(PassParameters.NUMBERED) : 0;
</@start>
        // Load the tile, striped over the work-items: all loads before the first store. The words of the tile name the keys by index
        // in its memory. Padding gets the largest digit, so that it ends up after the keys.
        int source = tileBegin + item;
<#list 0..<items as k>
        long key${k} = 0;
</#list>
        if (valid >= tileSize) {
<#list 0..<items as k>
            key${k} = from.get(source${steps(k, "workItems")});
</#list>
<#list 0..<items as k>
            tile[striped${steps(k, "stripe")}] = (digitOf(key${k}, kind, flip, shift, mask) << 16) | ${(k == 0)?then("striped", "(striped" + steps(k, "stripe") + ")")};
</#list>
        } else {
<#list 0..<items as k>
            key${k} = from.get(Math.max(Math.min(source${steps(k, "workItems")}, n - 1), 0));
            int digit${k} = item${steps(k, "workItems")} < valid ? digitOf(key${k}, kind, flip, shift, mask) : mask;
            tile[striped${steps(k, "stripe")}] = (digit${k} << 16) | ${(k == 0)?then("striped", "(striped" + steps(k, "stripe") + ")")};
</#list>
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
        // Store each key at its rank: lower halves in the first half of the tile's memory.
<#list 0..<items as k>
        int rank${k} = tile[striped${steps(k, "stripe")}];
</#list>
        context.localBarrier();
<#list 0..<items as k>
        tile[rank${k}] = (int) key${k};
        tile[tileWords + rank${k}] = (int) (key${k} >> 32);
</#list>
        context.localBarrier();
        // Write the keys in the order of their digits. With values, keep the indices to which they go.
        for (int i = 0; i < ${items}; i += 4) {
<#list 0..3 as k>
            int word${k} = striped + ${factor("i", k)} * stripe;
</#list>
<#list 0..3 as k>
            long moved${k} = key(tile[word${k}], tile[tileWords + word${k}]);
</#list>
<#list 0..3 as k>
            int at${k} = offset[digitOf(moved${k}, kind, flip, shift, mask)] + ${factor("i", k)} * workItems + item;
</#list>
<#list 0..3 as k>
            if (${factor("i", k)} * workItems + item < valid) {
                to.set(at${k}, moved${k});
            }
</#list>
            if (withValues != 0) {
<#list 0..3 as k>
                tile[tileWords + word${k}] = at${k};
</#list>
            }
        }
        // Write the values in the same order, through the first half of the tile's memory.
        if (withValues != 0) {
            context.localBarrier();
            if (numbered == 0) {
<#list 0..<items as k>
                int value${k} = fromValues.get(Math.max(Math.min(source${steps(k, "workItems")}, n - 1), 0));
</#list>
<#list 0..<items as k>
                tile[rank${k}] = value${k};
</#list>
            } else {
<#list 0..<items as k>
                tile[rank${k}] = source${steps(k, "workItems")};
</#list>
            }
            context.localBarrier();
            for (int i = 0; i < ${items}; i += 4) {
<#list 0..3 as k>
                int word${k} = striped + ${factor("i", k)} * stripe;
</#list>
<#list 0..3 as k>
                int moved${k} = tile[word${k}];
</#list>
<#list 0..3 as k>
                int at${k} = tile[tileWords + word${k}];
</#list>
<#list 0..3 as k>
                if (${factor("i", k)} * workItems + item < valid) {
                    toValues.set(at${k}, moved${k});
                }
</#list>
            }
        }
    }

    /** {@return a digit of a key} */
    private static int digitOf(long key, int kind, long flip, int shift, int mask) {
        return (int) ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
    }

    /** {@return the key with these halves} */
    private static long key(int low, int high) {
        return ((long) high << 32) | (low & 0xffffffffL);
    }
}
