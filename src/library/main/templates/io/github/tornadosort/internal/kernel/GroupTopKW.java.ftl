<#include "widths.ftl">
<#include "phases/stage.ftl">
<#-- Sorts what is held by the bitonic network, the largest first, equal words by their index. -->
<#macro sort>
            for (int size = 2; size < 2 * count; size = size * 2) {
                for (int distance = size / 2; distance > 0; distance = distance / 2) {
                    for (int pair = item; BitonicPairs.low(pair, distance) < count; pair += workItems) {
                        int low = BitonicPairs.low(pair, distance);
                        int high = BitonicPairs.high(pair, size, distance);
                        if (high < count) {
                            long left = words[low];
                            long right = words[high];
<#if wide>
                            int leftIndex = held[low];
                            int rightIndex = held[high];
                            int greater = right > left ? 1 : 0;
                            int earlier = rightIndex < leftIndex ? 1 : 0;
                            int swaps = right == left ? earlier : greater;
                            words[low] = swaps != 0 ? right : left;
                            words[high] = swaps != 0 ? left : right;
                            held[low] = swaps != 0 ? rightIndex : leftIndex;
                            held[high] = swaps != 0 ? leftIndex : rightIndex;
<#else>
                            words[low] = Math.max(left, right);
                            words[high] = Math.min(left, right);
</#if>
                        }
                    }
                    context.localBarrier();
                }
            }
</#macro>
package io.github.tornadosort.internal.kernel;

import static io.github.tornadosort.internal.kernel.StageSpan.ROW;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * Finds the k largest ${W}-bit keys of each row of a batch. Each row is divided into parts. A group reads a part once, and
 * keeps the keys that may be among the k largest in local memory: those not below a <em>floor</em>, which rises. When the keys
 * that pass no longer fit, the floor becomes the k-th of the largest keys of several work-items. If that is too low, because k
 * is large or many keys are equal, the keys that are held are sorted, and the floor becomes the key after the k-th. The next
 * level does the same with the results of the parts, until a row has one part.
 */
public final class GroupTopK${W} {
    private GroupTopK${W}() {}

    /**
     * Finds the k largest keys of each part. Local memory: a key and an index for each element of {@code room}, and a key and
     * an int per work-item. Reads each key once, and again those that pass.
     *
     * @param from indices of the keys to choose from, within their rows; -1 for none. Not accessed if {@code fromLength} is 0
     * @param indices receives the k indices of each part, within their row; -1 after the last one
     * @param chosen receives the keys at these indices, if {@code last} is not 0; otherwise not accessed
     * @param inverted not 0 for the smallest keys
     * @param rowLength the number of keys of a row
     * @param fromLength the number of indices of a row; 0 if all keys are to be read
     * @param parts the number of parts of a row, 1 if {@code last} is not 0
     * @param leaders a power of two up to {@code workItems}: the floor is the k-th of so many keys; less than k if it is never
     *     that
     * @param load the number of keys that a work-item reads at a time, up to 16
     * @param room the number of keys that a group holds, a power of two: at least {@code 2 * k}, and {@code k + workItems}
     */
    public static void choose(
            KernelContext context, ${Keys} keys, IntArray from, IntArray indices, ${Keys} chosen, int kind, int inverted, int k,
            int rowLength, int fromLength, int parts, int last, int leaders, int load, int room, IntArray length, int at,
            int capacity, int workItems, int blocks) {
        long[] words = context.allocateLongLocalArray(room);
<#if wide>
        int[] held = context.allocateIntLocalArray(room);
</#if>
        ${key}[] largest = context.${allocateKeys}(workItems + 1);
        int[] partial = context.allocateIntLocalArray(workItems);
        int[] rowSums = context.allocateIntLocalArray(ROW);
        int item = context.localIdx;
        int tileSize = workItems * load;
        int n = Math.max(0, Math.min(length.get(at), capacity));
        ${key} flip = inverted != 0 ? -1 : 0;
        ${key} lowest = SignedWords.lowest${W}(n);
        int rows = Math.max(1, (n + rowLength - 1) / rowLength);
        for (int unit = context.groupIdx; unit < rows * parts; unit += blocks) {
            int row = unit / parts;
            int rowBegin = row * rowLength;
            int ofRow = fromLength != 0 ? fromLength : Math.min(rowLength, n - rowBegin);
            int end = StageSpan.begin(ofRow, unit - row * parts + 1, tileSize, parts);
            int tileBegin = StageSpan.begin(ofRow, unit - row * parts, tileSize, parts);
            int count = 0;
            int step = load;
            int risen = 0;
            ${key} floor = lowest;
            while (tileBegin < end) {
                // Find the keys that pass, as bits of a mask.
                int mask = 0;
                for (int i = 0; i < load; i++) {
                    int j = i * workItems + item;
                    int index = indexOf(from, fromLength, row, Math.min(tileBegin + j, end - 1));
                    ${key} word = SignedWords.of(keys.get(rowBegin + Math.max(index, 0)), kind, flip);
                    int passes = word >= floor ? 1 : 0;
                    mask = mask | ((index >= 0 ? passes : 0) << i);
                }
                int valid = (Math.min(end - tileBegin, step * workItems) - item + workItems - 1) / workItems;
                mask = mask & ((1 << valid) - 1);
<@countsBefore "Integer.bitCount(mask)"/>
                if (count + all <= room) {
                    // Add them to those that are held.
                    int place = count + before;
                    while (mask != 0) {
                        int i = Integer.bitCount(mask ^ (mask - 1)) - 1;
                        int index = indexOf(from, fromLength, row, tileBegin + i * workItems + item);
                        ${key} word = SignedWords.of(keys.get(rowBegin + index), kind, flip);
<#if wide>
                        words[place] = word;
                        held[place] = index;
<#else>
                        words[place] = packed(word, index);
</#if>
                        place = place + 1;
                        mask = mask & (mask - 1);
                    }
                    count = count + all;
                    tileBegin = tileBegin + step * workItems;
                    step = load;
                    risen = 0;
                } else {
                    int rises = leaders >= k ? 1 - risen : 0;
                    if (rises != 0) {
                        // Raise the floor to the k-th of the largest keys of the leaders.
                        ${key} own = floor;
                        while (mask != 0) {
                            int i = Integer.bitCount(mask ^ (mask - 1)) - 1;
                            int index = indexOf(from, fromLength, row, tileBegin + i * workItems + item);
                            own = Math.max(own, SignedWords.of(keys.get(rowBegin + index), kind, flip));
                            mask = mask & (mask - 1);
                        }
                        for (int j = item; j < count; j += workItems) {
                            own = Math.max(own, ${wide?then("words[j]", "wordOf(words[j])")});
                        }
                        largest[item] = own;
                        context.localBarrier();
                        for (int half = workItems / 2; half >= leaders; half = half / 2) {
                            if (item < half) {
                                largest[item] = Math.max(largest[item], largest[item + half]);
                            }
                            context.localBarrier();
                        }
                        if (item < leaders) {
                            ${key} word = largest[item];
                            int rank = 0;
                            for (int j = 0; j < leaders; j++) {
                                ${key} other = largest[j];
                                int notLess = other >= word ? 1 : 0;
                                int greater = other > word ? 1 : 0;
                                rank = rank + (j < item ? notLess : greater);
                            }
                            if (rank == k - 1) {
                                largest[workItems] = word;
                            }
                        }
                        context.localBarrier();
                        floor = largest[workItems];
                        // Drop what is held below it.
                        int kept = 0;
                        for (int base = 0; base < count; base += workItems) {
                            int j = Math.min(base + item, count - 1);
                            long word = words[j];
<#if wide>
                            int index = held[j];
</#if>
                            int passes = ${wide?then("word", "wordOf(word)")} >= floor ? 1 : 0;
                            int keep = base + item < count ? passes : 0;
<@countsBefore "keep" "keptBefore" "allKept"/>
                            if (keep != 0) {
                                words[kept + keptBefore] = word;
<#if wide>
                                held[kept + keptBefore] = index;
</#if>
                            }
                            kept = kept + allKept;
                        }
                        count = kept;
                        risen = 1;
                    } else {
                        // Sort what is held. Keys that are equal to the k-th come too late from here on.
<@sort/>
                        if (count >= k) {
                            ${key} word = ${wide?then("words[k - 1]", "wordOf(words[k - 1])")};
                            int largestWord = word == ${wide?then("0x7fffffffffffffffL", "0x7fffffff")} ? 1 : 0;
                            floor = word + (1 - largestWord);
                            end = largestWord != 0 ? tileBegin : end;
                            count = k;
                        }
                        step = Math.min(step, (room - count) / workItems);
                    }
                }
            }
            context.localBarrier();
<@sort/>
            for (int r = item; r < k; r += workItems) {
                int index = -1;
                if (r < count) {
                    index = ${wide?then("held[r]", "0x7fffffff - (int) words[r]")};
                }
                indices.set(unit * k + r, index);
                if (last != 0) {
                    if (r < count) {
                        chosen.set(unit * k + r, keys.get(rowBegin + index));
                    }
                }
            }
        }
    }

    /**
     * Copies the first k keys of each row that has been sorted. No local memory.
     *
     * @param order the index of each sorted key before
     * @param indices receives indices within the row; -1 after the last one
     */
    public static void copy(
            KernelContext context, ${Keys} sorted, IntArray order, IntArray indices, ${Keys} chosen, int k, int rowLength,
            IntArray length, int at, int capacity, int workItems, int blocks) {
        int n = Math.max(0, Math.min(length.get(at), capacity));
        int rows = Math.max(1, (n + rowLength - 1) / rowLength);
        for (int i = context.globalIdx; i < rows * k; i += blocks * workItems) {
            int row = i / k;
            int from = row * rowLength + i - row * k;
            int index = -1;
            if (i - row * k < Math.min(rowLength, n - row * rowLength)) {
                chosen.set(i, sorted.get(from));
                index = order.get(from) - row * rowLength;
            }
            indices.set(i, index);
        }
    }

    private static int indexOf(IntArray from, int fromLength, int row, int i) {
        int index = i;
        if (fromLength != 0) {
            index = from.get(row * fromLength + i);
        }
        return index;
    }
<#if !wide>

    /** {@return a word whose order is that of the words, and for equal ones the reverse of that of the indices} */
    private static long packed(int word, int index) {
        return ((long) word << 32) | (0x7fffffff - index);
    }

    private static int wordOf(long packed) {
        return (int) (packed >> 32);
    }
</#if>
}
