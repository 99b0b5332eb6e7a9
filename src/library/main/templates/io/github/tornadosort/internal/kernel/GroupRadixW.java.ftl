<#include "widths.ftl">
<#include "unrolled.ftl">
<#include "phases/downsweep.ftl">
<#assign loads = wide?then(8, 16)>
<#function digitOfWord word>
    <#return wide?then("(${word} >>> roundShift) & roundMask", "digit(${word}, wordKind, wordFloats, wordFlip, roundShift, roundMask)")>
</#function>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * One radix pass over ${W}-bit keys for GPUs, with digits of up to 8 bits. Upsweep, scan and downsweep follow Merrill and
 * Grimshaw (2011, §3.2-3.3). A work-group processes the tiles of one block in turn. Ranks are computed from packed private
 * counters and prefix sums, since TornadoVM's backends have broken local atomics and no integer warp operations.
 *
 * <p>Buffers: {@code keys}, {@code from} and {@code to} hold at least {@code N} keys, {@code fromValues} and {@code toValues}
 * as many values. {@code counts} holds {@code RADIX * blocks} counters, digit-major; {@code totals} holds {@code RADIX}
 * counters. {@code p} is described in {@link PassParameters}; its {@code SPAN} is a multiple of the tile size. Blocks begin
 * {@code LEAD} keys early, at cache lines: streaming reads are a tenth faster. All scalar parameters, such as {@code kind}
 * ({@link OrderedBits}), are compiled in as constants.
<#if wide>
 *
 * <p>The tile always holds digits and indices in the tile while it is sorted, since local memory has no room for a tile of keys
 * and another one to move them to.
</#if>
 */
public final class GroupRadix${W} {
<#if wide>
    private static final int RADIX = GroupRadix32.RADIX;
    private static final int UPSWEEP_WORK_ITEMS = GroupRadix32.UPSWEEP_WORK_ITEMS;
<#else>
    /** Largest number of digit values. */
    public static final int RADIX = 256;
    /** Number of work-items in an upsweep group; each row of counters has one column per work-item. */
    public static final int UPSWEEP_WORK_ITEMS = 128;
</#if>
    /** Number of keys that an upsweep work-item loads before it counts the first. */
    private static final int UPSWEEP_LOADS = ${loads};
    /** Number of keys that an upsweep work-item counts before its 8-bit counters could overflow; a multiple of its loads. */
    private static final int UPSWEEP_KEYS = ${wide?then(248, 240)};
<#if wide>

    /** The lowest bit of the digit in a word of the tile; the bits below are an index. */
    private static final int DIGIT_SHIFT = 16;
</#if>

    private GroupRadix${W}() {}

<#include "phases/upsweep.ftl">

    /**
     * Moves each key, with its value, to the next index of its digit. Each tile is sorted by the digit in local memory, in two
     * stable rounds of 4 bits, and then written digit by digit, so that neighbouring work-items write to neighbouring indices
<#if wide>
     * (§3.3). The rounds move words with the digit and the index in the tile, as those of {@link GroupRadix32} do with values.
     * The last round stores each key's rank at its index in the tile. Keys and values are then read again, side by side, and
     * reordered through the memory of the tile: a tile of keys needs both of its halves.
<#else>
     * (§3.3). A work-item has at most 16 keys, so its 16 counters of a round fit in one 64-bit word, and the ranks of its keys
     * among themselves in another. Without values, the tile holds the keys. With values, it holds digits and indices in the
     * tile; keys and values are then reordered through local memory.
</#if>
     *
     * <p>Work-groups of {@code workItems} (a multiple of 32, at most 256), one per block; local memory {@code 33 * workItems *
     * items / 4 + 161 * workItems / 4 + 3272} bytes, at most 46.3 KiB. Reads ${W / 8} bytes per key <#if wide>twice, the second time
     * from the cache, and writes 8;<#else>(with values twice, the second time from the cache) and writes 4;</#if> reads and writes 4
     * bytes per value.
     *
     * @param counts the index of each block's first key of each digit among all keys of that digit, as computed by {@link
     *     GroupScan}
     * @param totals the number of keys of each digit
     * @param withValues a payload of {@link GroupValues}: with {@link GroupValues#NONE}, {@code fromValues} and {@code toValues} are
     *     not accessed; with {@link GroupValues#INDICES}, {@link PassParameters#NUMBERED} may say that {@code fromValues} is not read
     * @param items number of keys per work-item: 4, 8 or 16, equal to {@code 1 << itemsLog}
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows
     */
    public static void downsweep(
<@parameters Keys/>
<@start twice=true key=key flip=parameter("flip")>
        int numbered = withValues == GroupValues.INDICES ? p.get(PassParameters.NUMBERED) : 0;
<#if !wide>
        // With values, the words of the tile are digits (from bit 16 on) and indices in the tile.
        int wordKind = withValues != 0 ? OrderedBits.INTEGER : kind;
        int wordFloats = withValues != 0 ? 0 : floats;
        int wordFlip = withValues != 0 ? 0 : flip;
        int wordShift = withValues != 0 ? 16 : shift;
</#if>
</@start>
<@firstIndices/>

<@ownIndices>
        // TornadoVM's compiler hoists expressions that depend on the item only, and would otherwise keep a register for each
        // access.
</@ownIndices>
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int valid = end - tileBegin;
<#if wide>
            // Load the digits of the tile, striped over the work-items. Their words name the keys by index in the tile's memory.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                for (int i = 0; i < items; i++) {
                    long key = from.get(tileBegin + item + i * workItems + (prefetched & zero));
                    loaded[i] = (digitOf(key, kind, floats, flip, shift, mask) << DIGIT_SHIFT) | (striped + i * stripe);
                }
                for (int i = 0; i < items; i++) {
                    tile[striped + i * stripe] = loaded[i];
                }
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int d = digitOf(from.get(Math.min(tileBegin + j, n - 1)), kind, floats, flip, shift, mask);
                    tile[striped + i * stripe] = ((j < valid ? d : mask) << DIGIT_SHIFT) | (striped + i * stripe);
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 8, and does not use it.
            int next = tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin);
            prefetched = (int) from.get(next) | (int) from.get(Math.min(next + items / 2, n - 1));
<#else>
            // Load the tile, striped over the work-items.
            if (valid >= tileSize) {
                // All loads before the first store: CUDA C's generic pointers may alias, so each load would wait for a store.
                for (int i = 0; i < items; i++) {
                    loaded[i] = from.get(tileBegin + item + i * workItems + (prefetched & zero));
                }
                for (int i = 0; i < items; i++) {
                    int word = OrderedBits.word(loaded[i], floats);
                    if (withValues != 0) {
                        int d = digit(word, kind, floats, flip, shift, mask);
                        word = (d << 16) | (i * workItems + item);
                    }
                    tile[striped + i * stripe] = word;
                }
            } else {
                // The last tile. Padding gets the largest digit, so that it ends up after the keys.
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    int key = from.get(Math.min(tileBegin + j, n - 1));
                    int word =
                            j < valid ? OrderedBits.word(key, floats) : OrderedBits.lastWord(kind, floats, flip, mask << shift);
                    if (withValues != 0) {
                        int d = digit(word, kind, floats, flip, shift, mask);
                        word = (d << 16) | j;
                    }
                    tile[striped + i * stripe] = word;
                }
            }
            context.localBarrier();
            // Prefetch the next tile while this one is ranked: reads one word in 16, and does not use it.
            prefetched = from.get(tileBegin + Math.min(tileSize + item * items, n - 1 - tileBegin));
</#if>

            // Sort the tile: by the lower half of the digit in round 0, by the upper half in round 1.
            for (int round = 0; round < 2; round++) {
                // The words move from the first half of the tile's memory to the second, and back.
                int source = round * tileWords;
                int target = tileWords - source;
                int roundShift = ${wide?then("DIGIT_SHIFT", "wordShift")} + round * 4;
                int roundMask = (mask >> (round * 4)) & 15;
                // Count the work-item's own keys. Right shifts are signed and then masked, which all backends compile alike.
                long counted = 0;
                long allButLast = 0;
                long ranks = 0;
                int lastDigit = 0;
                for (int i = 0; i < items; i++) {
                    int word = tile[source + blocked + i];
                    int d = ${digitOfWord("word")};
                    ranks = ranks | (((counted >> (d * 4)) & 15) << (i * 4));
                    // Sixteen keys of one digit would overflow its 4 bits, so the last key is counted below.
                    allButLast = counted;
                    counted = counted + (1L << (d * 4));
                    lastDigit = d;
                }
                // Store the counters digit-major, two digits to a word: row (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    long pair = (allButLast >> (i * 4)) & 0x0000000f0000000fL;
                    counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                }
                int lastWord = counter + (lastDigit & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((lastDigit >> 3) << 4));
                context.localBarrier();

<@scanCounters/>

<@firstOfDigits half="tileWords + "/>
<#if wide>
                // Move each word to its rank in round 0. In round 1, store each rank at the index that the word names instead.
                // Four reads precede the first write, since compilers keep their order.
                int last = -round;
<#else>
                // Move each word to its rank. Four reads precede the first write, since compilers keep their order. There is a
                // variable for each, since PTX would place a private array in memory.
</#if>
                for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                    int word${k} = tile[${plus("source + blocked + i", k)}];
</#list>
<#list 0..3 as k>
                    int d${k} = ${digitOfWord("word${k}")};
</#list>
<#list 0..3 as k>
                    int at${k} = GroupDigits.half(counters[counter + (d${k} & 7) * counterRow], d${k})
                            + ((int) (ranks >> (${plus("i * 4", 4 * k)})) & 15);
</#list>
<#if wide>
<#list 0..3 as k>
                    at${k} = at${k} + (at${k} >> 5);
</#list>
<#list 0..3 as k>
                    tile[target + GroupDigits.select(at${k}, word${k} & 65535, last)] = GroupDigits.select(word${k}, at${k}, last);
</#list>
<#else>
<#list 0..3 as k>
                    tile[target + at${k} + (at${k} >> 5)] = word${k};
</#list>
</#if>
                }
                context.localBarrier();
            }

<@advance/>
<#if wide>
    <#include "phases/write64.ftl">
<#else>
    <#include "phases/write32.ftl">
</#if>
        }
    }

<#if wide>
    /** {@return the bits of a key that have its order} */
    private static long ordered(long key, int kind, long floats, long flip) {
        return OrderedBits.masked(key, kind, floats) ^ flip;
    }

    /** {@return a digit of a key} */
    private static int digitOf(long key, int kind, long floats, long flip, int shift, int mask) {
        return (int) ((OrderedBits.masked(key, kind, floats) ^ flip) >>> shift) & mask;
    }

    /** {@return the key with these halves} */
    private static long key(int low, int high) {
        return ((long) high << 32) | (low & 0xffffffffL);
    }

</#if>
    /** {@return 1 if the left key is larger, as an unsigned number; otherwise 0} */
    private static int descent(${key} left, ${key} key) {
        return (key ^ ${sign}) < (left ^ ${sign}) ? 1 : 0;
    }
<#if !wide>

    /** {@return the bits of a key that have its order} */
    private static int ordered(int key, int kind, int floats, int flip) {
        return OrderedBits.ordered(OrderedBits.word(key, floats), kind, floats, flip);
    }

    /** {@return a digit of a word of the tile} */
    private static int digit(int word, int kind, int floats, int flip, int shift, int mask) {
        return (OrderedBits.ordered(word, kind, floats, flip) >>> shift) & mask;
    }
</#if>
}
