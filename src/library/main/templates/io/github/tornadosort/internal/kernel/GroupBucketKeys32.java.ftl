<#include "unrolled.ftl">
<#include "phases/buckets.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@link GroupBuckets32} for integer keys without values, which need no words: tiles hold the keys themselves, and keys with the
 * same bits need not keep their order.
 */
public final class GroupBucketKeys32 {
    private static final int ITEMS = GroupBuckets32.ITEMS;
    /** Number of highest bits that are sorted in rounds of 4 bits, if the keys are then almost sorted. */
    private static final int SORTED_BITS = 12;

    private GroupBucketKeys32() {}

    /**
     * Sorts buckets of keys in local memory: by the 12 highest bits in which keys of the tile may differ, in three rounds of 4
     * bits as in {@link GroupRadix32}, or four rounds if the tile has more keys than these bits have values. Uniform keys are
     * then sorted but for runs of few keys. Networks (Knuth, volume 3, §5.3.4) sort each eight keys and merge neighbouring
     * eights. If a tile is still not sorted, it is sorted by all bits, from the lowest one up.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32), one per span; a tile has {@code 16 * workItems} keys; local memory
     * {@code 168 * workItems} bytes. Reads and writes 4 bytes per key.
     *
     * @param keys keys that are sorted by their bits from {@link PassParameters#BUCKET_SHIFT} up
     * @param bounds the bounds of each work-group's keys, as computed by {@link GroupBuckets32#bounds}
     */
    public static void sort(KernelContext context, IntArray keys, IntArray bounds, IntArray p, int workItems) {
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int tileWords = workItems * ITEMS + workItems * ITEMS / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int item = context.localIdx;
        int group = context.groupIdx;
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
        int lowest = p.get(PassParameters.LOWEST);
        int flip = p.get(PassParameters.FLIP);
        int capacity = workItems * ITEMS;
<@ownIndices/>
        while (begin < end) {
            // Take as many whole buckets as fit. A bucket that does not fit is left as it is.
            int stop = Math.min(begin + capacity, end);
            if (stop < end) {
                int first = begin;
                int prefix = (keys.get(stop) ^ flip) >> low;
                while (first < stop) {
                    int middle = first + (stop - first) / 2;
                    int before = ((keys.get(middle) ^ flip) >> low) == prefix ? 0 : 1;
                    first = before != 0 ? middle + 1 : first;
                    stop = before != 0 ? stop : middle;
                }
                end = stop == begin ? begin : end;
            }
            int valid = stop - begin;
            // Keys are sorted as differences to the smallest key that the first bucket could have.
            int base = (keys.get(begin) ^ flip) >> low << low;
            int range = ((keys.get(begin + Math.max(valid - 1, 0)) ^ flip) | ((1 << low) - 1)) - base;
            int shift = lowest;
            while (shift < 32 - SORTED_BITS && ((range >> shift) >> SORTED_BITS) != 0) {
                shift = shift + 1;
            }
            shift = ((range >> shift) + 1) * 8 < valid * 7 ? Math.max(shift - 4, lowest) : shift;
            // The network compares signed numbers.
            shift = range < 0 ? lowest : shift;
            // Load the keys. Padding is larger than all keys.
            for (int i = 0; i < ITEMS; i += 8) {
                int j = i * workItems + item;
<#list 0..7 as k>
                int key${k} = keys.get(begin + Math.max(Math.min(j${steps(k, "workItems")}, valid - 1), 0));
</#list>
                int over = j - valid + 1;
                int at = striped + i * stripe;
<#list 0..7 as k>
                tile[at${steps(k, "stripe")}] = ((key${k} ^ flip) - base) | padding(over${steps(k, "workItems")});
</#list>
            }
            context.localBarrier();
            int source = 0;
            int sorting = valid;
            while (sorting > 0) {
                for (int bit = shift; bit < 32 && (range >> bit) != 0; bit += 4) {
                    int target = tileWords - source;
<@round word="key" shift="bit"/>
                    source = target;
                }
                sorting = 0;
                if (shift > lowest) {
<@networks>
                                // Padding becomes the largest signed number.
<#list 0..15 as k>
                                a${k} = a${k} & 0x7fffffff;
</#list>
</@networks>
                    // Find out whether the merged keys are in order, one after another; if not, sort the tile by all bits.
                    int left = tile[source + blocked + 7];
                    int right = tile[source + blocked + 8];
                    counters[item + row] = Math.max(left, right) ^ right;
                    context.localBarrier();
<@anyPerRow/>
                    context.localBarrier();
                    for (int k = 0; k < rows; k++) {
                        sorting = sorting | counters[workItems + rows + k];
                    }
                    // No barrier: no counters of a round are where these results are.
                    shift = lowest;
                }
            }
            context.globalBarrier();
            // Write the keys in their order.
            for (int i = 0; i < ITEMS; i++) {
                int j = i * workItems + item;
                if (j < valid) {
                    keys.set(begin + j, (tile[source + striped + i * stripe] + base) ^ flip);
                }
            }
            // No barrier: the next tile goes to the words that the same work-item has read here.
            begin = stop;
        }
    }

    /** {@return all ones if a key is over the end of the tile's keys by 1 or more, otherwise 0} */
    private static int padding(int over) {
        return -Math.max(Math.min(over, 1), 0);
    }

    /** {@return the half of a word of counters that counts a 4-bit digit: the upper half for digits from 8 on} */
    private static int half(int counters, int digit) {
        return (counters >> ((digit >> 3) << 4)) & 65535;
    }
}
