<#include "unrolled.ftl">
<#include "phases/pass.ftl">
<#assign items = 32>
<#function digitOfWord word>
    <#return "digit(${word}, kind, flip, roundShift, roundMask)">
</#function>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A radix pass over 32-bit keys without values, for GPUs, in one launch: each group sorts a tile by a digit in local memory,
 * publishes how many keys of each digit it has, looks back for those of the tiles before (Merrill and Garland 2016; Adinets and
 * Merrill 2022), and writes its keys. Ranks are computed from packed private counters and prefix sums (Merrill and Grimshaw
 * 2011), since TornadoVM's backends have broken local atomics and no integer warp operations. Work-items keep their keys in
 * registers while these are ranked. There is a variable for each, since PTX would place a private array in memory.
 *
 * <p>Buffers: {@code from} and {@code to} hold at least {@code N} keys. {@code totals} holds {@link GroupSurvey32}'s counts,
 * {@code state} {@link #RADIX} words per tile, which are 0 before the first execution. {@code p} is described in {@link
 * PassParameters}. All scalar parameters, such as {@code kind} ({@link OrderedBits}), are compiled in as constants.
 */
public final class GroupPassKeys32 {
    /** Largest number of digit values. */
    public static final int RADIX = 256;
    /** Number of keys of a work-item. */
    public static final int ITEMS = ${items};

    private GroupPassKeys32() {}

    /**
     * Moves each key to the next index of its digit. Each tile is sorted by the digit in two stable rounds of 4 bits, and then
     * written digit by digit, so that neighbouring work-items write to neighbouring indices.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per tile of {@code ${items} * workItems} keys;
     * local memory {@code 689 * workItems / 4 + 4360} bytes, at most 47.4 KiB. Reads and writes 4 bytes per key, and 4 KiB of
     * state per tile.
     *
     * @param fromValues not accessed, as is {@code toValues}: a graph passes on only what its tasks name
     * @param totals the number of keys of each digit, {@link #RADIX} for each digit of {@link PassParameters#WINDOWS}
     * @param state receives the words of {@link LookBack}
     * @param p receives, at {@link PassParameters#STUCK}, the number of work-items that gave up: the result is then wrong, and
     *     {@code from} is as it was
     * @param withValues not used
     * @param number the place of the digit among those of one execution, see {@link PassParameters#DIGITS}
     */
    public static void pass(
<@parameters/>
<@start items/>
        // Load the tile, striped over the work-items.
        if (valid >= tileSize) {
            // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
            int source = tileBegin + item;
<#list 0..<items as k>
            int key${k} = from.get(source${steps(k, "workItems")});
</#list>
<#list 0..<items as k>
            tile[striped${steps(k, "stripe")}] = OrderedBits.toWord(key${k}, kind);
</#list>
        } else {
            // Padding gets the largest digit, so that it ends up after the keys.
            for (int i = 0; i < ${items}; i++) {
                int j = i * workItems + item;
                int key = from.get(Math.max(Math.min(tileBegin + j, n - 1), 0));
                tile[striped + i * stripe] =
                        j < valid ? OrderedBits.toWord(key, kind) : OrderedBits.lastWord(kind, flip, mask << shift);
            }
        }
        context.localBarrier();
<@smallerRows/>

        // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
        for (int round = 0; round < 2; round++) {
            int roundShift = shift + round * 4;
            int roundMask = (mask >> (round * 4)) & 15;
<@countVariables items/>

<@scanCounters/>

<@firstOfDigits items/>
<@publishCounts/>
            // Move each word to its rank, and advance the work-item's counter of its digit.
<#list 0..<items as k>
<@rank k/>
            tile[rank${k} + (rank${k} >> 5)] = word${k};
</#list>
            context.localBarrier();
        }

<@findOffsets/>
        context.localBarrier();
        // Write the keys in the order of their digits.
        if (valid >= tileSize) {
            for (int i = 0; i < ${items}; i += 4) {
<#list 0..3 as k>
                int word${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..3 as k>
                int at${k} = offset[digit(word${k}, kind, flip, shift, mask)] + ${factor("i", k)} * workItems + item;
</#list>
<#list 0..3 as k>
                to.set(at${k}, OrderedBits.toKey(word${k}, kind));
</#list>
            }
        } else {
            for (int i = 0; i < ${items}; i++) {
                int j = i * workItems + item;
                if (j < valid) {
                    int word = tile[striped + i * stripe];
                    to.set(offset[digit(word, kind, flip, shift, mask)] + j, OrderedBits.toKey(word, kind));
                }
            }
        }
    }

    /** {@return a digit of a word of the tile} */
    private static int digit(int word, int kind, int flip, int shift, int mask) {
        return ((OrderedBits.ofWord(word, kind) ^ flip) >>> shift) & mask;
    }
}
