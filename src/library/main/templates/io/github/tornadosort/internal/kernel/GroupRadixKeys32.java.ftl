<#include "unrolled.ftl">
<#include "phases/downsweep.ftl">
<#function digitOfWord word>
    <#return "digit(${word}, kind, floats, flip, roundShift, roundMask)">
</#function>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The downsweep of {@link GroupRadix32} for many keys without values, with tiles of twice as many keys. The keys of a digit
 * that a work-group writes at a time are then twice as many neighbours, and sums over the work-items are computed half as
 * often. Local memory holds a tile once: work-items keep their keys in registers while these are ranked. There is a variable
 * for each, since PTX would place a private array in memory.
 */
public final class GroupRadixKeys32 {
    private static final int RADIX = GroupRadix32.RADIX;

    private GroupRadixKeys32() {}

    /**
     * Moves each key to the next index of its digit. Each tile is sorted by the digit in local memory, in two stable rounds of
     * 4 bits, and then written digit by digit.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block, whose span is a multiple of a tile of
     * {@code 32 * workItems} keys; local memory {@code 689 * workItems / 4 + 3272} bytes, at most 46.3 KiB. Reads and writes 4
     * bytes per key.
     *
     * @param fromValues not accessed, as is {@code toValues}: a graph passes on only what its tasks name
     * @param counts the index of each block's first key of each digit among all keys of that digit, as computed by {@link
     *     GroupScan}
     * @param totals the number of keys of each digit
     * @param withValues not used
     * @param items number of keys per work-item: 32, equal to {@code 1 << itemsLog}
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows
     */
    public static void downsweep(
<@parameters/>
<@start twice=false/>
<@firstIndices/>

<@ownIndices/>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
            // Load the tile, striped over the work-items.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                int source = tileBegin + item + (prefetched & zero);
<#list 0..31 as k>
                int key${k} = from.get(source${steps(k, "workItems")});
</#list>
<#list 0..31 as k>
                tile[striped${steps(k, "stripe")}] = OrderedBits.word(key${k}, floats);
</#list>
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int key = from.get(Math.min(tileBegin + j, n - 1));
                    tile[striped + i * stripe] =
                            j < valid ? OrderedBits.word(key, floats) : OrderedBits.lastWord(kind, floats, flip, mask << shift);
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 16, and does not use it.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            prefetched = from.get(next) | from.get(Math.min(next + items / 2, n - 1));

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                int roundShift = shift + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
<@countVariables keys=32/>

<@scanCounters/>

<@firstOfDigits/>
                context.localBarrier();
                // Move each word to its rank, and advance the work-item's counter of its digit.
<#list 0..31 as k>
<@rank k/>
                tile[rank${k} + (rank${k} >> 5)] = word${k};
</#list>
                context.localBarrier();
            }

<@advance/>
            // Write the keys in the order of their digits.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                    int word${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..3 as k>
                    int at${k} = offset[digit(word${k}, kind, floats, flip, shift, mask)] + ${factor("i", k)} * workItems + item;
</#list>
<#list 0..3 as k>
                    to.set(at${k}, OrderedBits.key(word${k}, floats));
</#list>
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        int word = tile[striped + i * stripe];
                        to.set(offset[digit(word, kind, floats, flip, shift, mask)] + j, OrderedBits.key(word, floats));
                    }
                }
            }
            // No barrier after the last phase: the next tile goes to the words that the same work-item has read here.
            // Everything else that this phase reads is written again after the barriers of the next tile.
        }
    }

    /** {@return a digit of a word of the tile} */
    private static int digit(int word, int kind, int floats, int flip, int shift, int mask) {
        return (OrderedBits.ordered(word, kind, floats, flip) >>> shift) & mask;
    }
}
