<#assign W = 64 key = "long" toInt = "(int) ">
<#include "widths.ftl">
<#include "unrolled.ftl">
<#include "phases/buckets.ftl">
<#include "phases/ties.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The last step of a hybrid radix sort of 64-bit keys for GPUs (Stehle and Jacobsen 2017): keys that are sorted by their
 * highest bits are sorted by the others, bucket by bucket, in local memory. A bucket is the keys that have the same highest
 * bits. A work-group sorts the buckets that begin in its part of the array, as many at a time as fit in a tile, and writes them
 * where it read them.
 */
public final class GroupBuckets64 {
    /** Number of keys per work-item. */
    public static final int ITEMS = 16;
    /** Number of work-items in a group of {@link #bounds}. */
    public static final int BOUNDS_WORK_ITEMS = 128;

    /** Number of bits of an index in the tile. */
    private static final int INDEX_BITS = 13;
    /** Number of bits of a key that a word holds above the index. Words are not negative. */
    private static final int HELD_BITS = 31 - INDEX_BITS;
    /** Number of highest bits that are sorted in rounds of 4 bits, if the words are then almost sorted. */
    private static final int SORTED_BITS = 12;

    private GroupBuckets64() {}

<#include "phases/bounds.ftl">

    /**
     * Sorts buckets of keys, with their values, in local memory. Each key of a tile is represented by a word: the 18 highest
     * bits in which keys of the tile may differ, and its index in the tile. No two words are equal, and words have the stable
     * order of the keys. They are sorted by the 12 highest bits in which keys of the tile may differ, in three rounds of 4 bits
     * as in {@link GroupPassKeys32}, or four rounds if the tile has more keys than these bits have values. Uniform keys are then
     * sorted but for runs of few keys. Networks (Knuth, volume 3, §5.3.4) sort each eight words and merge neighbouring eights.
     * Keys that tie in the bits of their words are then sorted by insertion. If the tile is still not sorted, it is sorted by
     * all bits in rounds, from the lowest bit up, 18 bits at a time. Many ties are known before
     * ({@link PassParameters#BUCKET_TIES}): words that hold all bits are then sorted by all at once, in up to five rounds.
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32), one per span; a tile has {@code 16 * workItems} keys; local
     * memory {@code 168 * workItems} bytes. Reads 8 bytes per key, and once more from the cache if a word does not hold all
     * bits of a key, and writes 8; reads and writes 4 bytes per value.
     *
     * @param keys keys that are sorted by their bits from {@link PassParameters#BUCKET_SHIFT} up
     * @param bounds the bounds of each work-group's keys, as computed by {@link #bounds}
     * @param withValues 0 if there are no values; then {@code values} is not accessed
     */
    public static void sort(
            KernelContext context, LongArray keys, IntArray values, IntArray bounds, IntArray p, int kind, int withValues,
            int workItems) {
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int tileWords = workItems * ITEMS + workItems * ITEMS / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        long[] moved = new long[ITEMS];
        int item = context.localIdx;
        int group = context.groupIdx;
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
        int lowest = p.get(PassParameters.LOWEST);
<@order/>
        int capacity = workItems * ITEMS;
        int zero = p.get(PassParameters.ALWAYS_ZERO);
        int indexMask = (1 << INDEX_BITS) - 1;
<@ownIndices/>
        while (begin < end) {
            // Take as many whole buckets as fit. A bucket that does not fit is left as it is.
            int stop = Math.min(begin + capacity, end);
            if (stop < end) {
                int first = begin;
                long prefix = order(keys.get(stop), kind, flip, bits) >> low;
                while (first < stop) {
                    int middle = first + (stop - first) / 2;
                    int before = (order(keys.get(middle), kind, flip, bits) >> low) == prefix ? 0 : 1;
                    first = before != 0 ? middle + 1 : first;
                    stop = before != 0 ? stop : middle;
                }
                end = stop == begin ? begin : end;
            }
            int valid = stop - begin;
            // Keys are sorted as differences to the smallest key that the first bucket could have: whose lowest bits are the
            // same.
            long smallest = order(keys.get(begin), kind, flip, bits);
            long base = (smallest >> low << low) | (smallest & ((1L << lowest) - 1));
            long last = order(keys.get(begin + Math.max(valid - 1, 0)), kind, flip, bits);
            long range = (last | ((1L << low) - 1)) - base;
            int shift = lowest;
            while (shift < 64 - SORTED_BITS && ((range >> shift) >> SORTED_BITS) != 0) {
                shift = shift + 1;
            }
            int held = lowest;
            while (held < 64 - HELD_BITS && ((range >> held) >> HELD_BITS) != 0) {
                held = held + 1;
            }
            shift = ((int) (range >> shift) + 1) * 8 < valid * 7 ? Math.max(shift - 4, held) : shift;
            shift = (held == lowest ? p.get(PassParameters.BUCKET_TIES) : 0) != 0 ? held : shift;
            // Whether keys can be restored from their words.
            int whole = (held == lowest ? 1 : 0) & (bits == -1 ? 1 : 0) & (kind == OrderedBits.INTEGER ? 1 : 0);
            for (int i = 0; i < ITEMS; i += 8) {
                int j = i * workItems + item;
                int at = striped + i * stripe;
<#list 0..7 as k>
                long key${k} = keys.get(begin + Math.max(Math.min(j${steps(k, "workItems")}, valid - 1), 0));
</#list>
<#list 0..7 as k>
                tile[at${steps(k, "stripe")}] = word(order(key${k}, kind, flip, bits) - base, held, j${steps(k, "workItems")}, valid);
</#list>
            }
            context.localBarrier();
            int source = 0;
            int wholly = 0;
            int sorting = valid;
            while (sorting > 0) {
                for (int bit = shift - held; bit < HELD_BITS && ((range >> held) >> bit) != 0; bit += 4) {
                    int target = tileWords - source;
                    int roundShift = INDEX_BITS + bit;
<@round word="word" shift="roundShift"/>
                    source = target;
                }
                sorting = 0;
                if ((1 - wholly) * (shift - lowest) != 0) {
<@networks/>
                    // Find out whether the merged words are in order, one after another.
                    int unsorted = tile[source + blocked + 7] > tile[source + blocked + 8] ? 1 : 0;
                    int ties = 0;
                    int owned = (item + 1) * ITEMS;
                    int extended = 0;
<@findTies/>
                    counters[item + row] = unsorted;
                    context.localBarrier();
<@anyPerRow/>
<@sortTies/>
                    context.localBarrier();
                    for (int k = 0; k < rows; k++) {
                        sorting = sorting | counters[workItems + rows + k];
                    }
                    shift = lowest;
                } else {
                    // Proceed to the next bits.
                    shift = shift + HELD_BITS * wholly;
                    int more = (range >> Math.min(shift, 63)) != 0 ? 1 : 0;
                    sorting = wholly & more & (shift < 64 ? 1 : 0);
                }
                wholly = wholly | sorting;
                if (sorting != 0) {
                    // Represent the keys by other bits, in the order that they are in: equal keys are in their first order.
                    held = shift;
                    for (int i = 0; i < ITEMS; i += 4) {
                        int at = source + striped + i * stripe;
<#list 0..3 as k>
                        int index${k} = tile[at${steps(k, "stripe")}] & indexMask;
</#list>
<#list 0..3 as k>
                        long key${k} = keys.get(begin + Math.min(index${k}, valid - 1));
</#list>
<#list 0..3 as k>
                        tile[at${steps(k, "stripe")}] = word(order(key${k}, kind, flip, bits) - base, held, index${k}, valid);
</#list>
                    }
                    context.localBarrier();
                }
            }
            if (withValues != 0) {
                // Load the values into the half of the tile's memory that has no words. The word that is 0 makes compilers
                // compute the indices again, here and below, and not keep them in registers.
                int unused = tileWords - source;
                int reading = item + (tile[source + striped] & zero);
                for (int i = 0; i < ITEMS; i += 8) {
                    int j = i * workItems + reading;
                    int at = unused + striped + i * stripe;
<#list 0..7 as k>
                    int value${k} = values.get(begin + Math.max(Math.min(j${steps(k, "workItems")}, valid - 1), 0));
</#list>
<#list 0..7 as k>
                    tile[at${steps(k, "stripe")}] = value${k};
</#list>
                }
                context.localBarrier();
            }
            if (whole == 0) {
                // Load the keys in the order of the words.
                for (int i = 0; i < ITEMS; i++) {
                    int index = Math.min(tile[source + striped + i * stripe] & indexMask, Math.max(valid - 1, 0));
                    moved[i] = keys.get(begin + index);
                }
            }
            // Keep the writes behind all reads. This barrier is on every path: PoCL lets one work-item decide for all others
            // whether they write their last key if a barrier that is not on every path follows that.
            context.globalBarrier();
            int writing = item + (tile[source + striped] & zero);
            if (whole == 0) {
                for (int i = 0; i < ITEMS; i++) {
                    int j = i * workItems + writing;
                    if (j < valid) {
                        keys.set(begin + j, moved[i]);
                    }
                }
            } else {
                for (int i = 0; i < ITEMS; i++) {
                    int j = i * workItems + writing;
                    long difference = tile[source + striped + i * stripe] >> INDEX_BITS;
                    if (j < valid) {
                        keys.set(begin + j, ((difference << held) + base) ^ flip);
                    }
                }
            }
            if (withValues != 0) {
                int writingValues = item + (tile[source + striped] & zero);
                for (int i = 0; i < ITEMS; i++) {
                    int j = i * workItems + writingValues;
                    int index = tile[source + striped + i * stripe] & indexMask;
                    if (j < valid) {
                        values.set(begin + j, tile[tileWords - source + index + (index >> 5)]);
                    }
                }
                context.localBarrier();
            }
            // No barrier without values: the next tile goes to the words that the same work-item has read here.
            begin = stop;
        }
    }

    /**
     * {@return the word of a key: some bits of its difference to the smallest key, above its index in the tile} Padding is
     * larger than all others.
     *
     * @param held the lowest bit of the difference that the word holds
     */
    private static int word(long difference, int held, int index, int valid) {
        int padding = -Math.min(Math.max(index - valid + 1, 0), 1);
        int digits = (int) (difference >>> held) & ((1 << HELD_BITS) - 1);
        return ((digits << INDEX_BITS) | index | padding) & 0x7fffffff;
    }

    /** {@return the bits of a key by which it is compared} */
    private static long order(long key, int kind, long flip, long bits) {
        return (OrderedBits.of(key, kind) ^ flip) & bits;
    }
}
