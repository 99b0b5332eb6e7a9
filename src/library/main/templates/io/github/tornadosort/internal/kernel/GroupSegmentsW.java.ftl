<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/mergesort.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * A stable sort of ${W}-bit keys within segments. {@link #sortTiles} sorts the part of each segment that is in a tile, in local memory.
 * Then {@link #mergeTiles} merges the parts of those segments that cross the edge of a tile, two by two: level 0 merges the first part
 * of a segment with the second, the third with the fourth, and so on. Segments within a tile are never read again, however many
 * levels the longest one takes.
 *
 * <p>Keys move between two arrays. {@link SegmentSpans#levels} says how many levels a segment takes, and so into which array its parts
 * go first if the last level is to write into {@code sorted}. With {@code indexed}, the index of each key moves along; otherwise
 * {@code order} and {@code spareOrder} are not accessed. Keys outside all segments stay where they are. The other parameters are those
 * of {@link GroupPrefix}; {@code inverted} is not 0 for descending order.
 */
public final class GroupSegments${W} {
    private GroupSegments${W}() {}

    /**
     * Sorts each segment's part of a tile. Local memory: a key and three ints per element of a tile. Reads each key twice, the second time
     * from the cache, and writes it once.
     *
     * @param offsets the index of the first key of each segment, and after the last one the end of that; not accessed if there are rows
     * @param segments the first element is the number of segments
     * @param spans receives four numbers of each tile: begin and end of the segments of its first and of its last key
     * @param rowLength the length of all segments; 0 if there are offsets
     */
    public static void sortTiles(
            KernelContext context, ${Keys} keys, IntArray offsets, IntArray segments, ${Keys} sorted, ${Keys} spare,
            IntArray order, IntArray spareOrder, IntArray spans, int kind, int inverted, int indexed, int rowLength, ${scalars}) {
        ${key}[] words = context.${allocateKeys}(workItems * items);
        int[] slots = context.allocateIntLocalArray(2 * workItems * items);
        int[] spanOf = context.allocateIntLocalArray(workItems * items);
        int[] edges = context.allocateIntLocalArray(4);
<@span/>
        int flip = inverted != 0 ? -1 : 0;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int count = Math.min(tileSize, end - tileBegin);
            for (int j = item; j < count; j += ${loads} * workItems) {
<@loadBatch type=key first="tileBegin + j" expression=word("keys.get(@)") none="0" indent="                " size=loads/>
<#list 0..<loads as k>
                words[j${steps(k, "workItems")}] = e${k};
</#list>
            }
            // Find the segment of each key, and the length of the longest part of a segment.
            int first = 0;
            int last = 0;
            int longest = Math.min(rowLength, count);
            for (int i = 0; i < items; i++) {
                int j = item * items + i;
                int index = tileBegin + j;
                if (j < count) {
                    if (index >= last) {
                        int segment = SegmentSpans.after(offsets, segments, rowLength, index);
                        first = SegmentSpans.begin(offsets, segments, rowLength, segment, index);
                        last = SegmentSpans.end(offsets, segments, rowLength, segment, index, n);
                    }
                    int spanBegin = Math.max(0, first - tileBegin);
                    int spanEnd = Math.min(count, last - tileBegin);
                    spanOf[j] = spanBegin | (spanEnd << 16);
                    longest = Math.max(longest, spanEnd - spanBegin);
                    if (j == 0) {
                        edges[0] = first;
                        edges[1] = last;
                    }
                    if (j == count - 1) {
                        edges[2] = first;
                        edges[3] = last;
                    }
                }
            }
            if (rowLength == 0) {
                slots[item] = longest;
                int compared = workItems;
                while (compared > 1) {
                    int upper = (compared + 1) / 2;
                    context.localBarrier();
                    if (item + upper < compared) {
                        slots[item] = Math.max(slots[item], slots[item + upper]);
                    }
                    compared = upper;
                }
                context.localBarrier();
                longest = slots[0];
                context.localBarrier();
            }
<@sortSlots "            "/>
            int leftEnd = edges[1];
            int rightBegin = edges[2];
            int leftLevels = SegmentSpans.levels(edges[0], leftEnd, tileSize);
            int rightLevels = SegmentSpans.levels(rightBegin, edges[3], tileSize);
            if (item < 4) {
                spans.set(tileBegin / tileSize * 4 + item, edges[item]);
            }
            for (int j = item; j < count; j += ${loads} * workItems) {
<#list 0..<loads as k>
                int from${k} = tileBegin + slots[half + Math.min(j${steps(k, "workItems")}, count - 1)];
</#list>
<#list 0..<loads as k>
                ${key} key${k} = keys.get(from${k});
</#list>
<#list 0..<loads as k>
                if (j${steps(k, "workItems")} < count) {
                    int target = tileBegin + j${steps(k, "workItems")};
                    int levels = target < leftEnd ? leftLevels : 0;
                    levels = target < rightBegin ? levels : rightLevels;
                    if ((levels & 1) == 0) {
                        sorted.set(target, key${k});
                        if (indexed != 0) {
                            order.set(target, from${k});
                        }
                    } else {
                        spare.set(target, key${k});
                        if (indexed != 0) {
                            spareOrder.set(target, from${k});
                        }
                    }
                }
</#list>
            }
            context.localBarrier();
        }
    }

    /**
     * Merges the parts of segments that cross the edge of a tile, two by two. Local memory: a key and 33 / 32 of an int per element of a
     * tile, and two ints. Reads and writes each key of a segment that is not done once, and reads floats again, from the cache.
     *
     * @param spans the result of {@link #sortTiles}
     * @param level 0 for the first merge, 1 for the next, and so on; one kernel for each level that the longest segment takes
     */
    public static void mergeTiles(
            KernelContext context, ${Keys} sorted, ${Keys} spare, IntArray order, IntArray spareOrder, IntArray spans, int kind,
            int inverted, int indexed, int level, ${scalars}) {
        ${key}[] words = context.${allocateKeys}(workItems * items);
        int[] slots = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        int[] cuts = context.allocateIntLocalArray(2);
<@span/>
        int flip = inverted != 0 ? -1 : 0;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int tile = tileBegin / tileSize;
            int tileEnd = Math.min(tileBegin + tileSize, end);
            int leftEnd = spans.get(tile * 4 + 1);
            int rightSpan = spans.get(tile * 4 + 2);
            // One segment may be that of the first and of the last key.
            int firstSide = SegmentSpans.levels(spans.get(tile * 4), leftEnd, tileSize) > level ? 0 : 1;
            int rightLevels = SegmentSpans.levels(rightSpan, spans.get(tile * 4 + 3), tileSize);
            rightLevels = rightSpan >= leftEnd ? rightLevels : 0;
            int sides = rightLevels > level ? 2 : 1;
            for (int side = firstSide; side < sides; side++) {
                int first = spans.get(tile * 4 + 2 * side);
                int last = spans.get(tile * 4 + 2 * side + 1);
                int partBegin = Math.max(first, tileBegin);
                int count = Math.min(last, tileEnd) - partBegin;
                int firstTile = first / tileSize;
                int endTile = (last - 1) / tileSize + 1;
                // The two runs: up to 1 << level tiles each.
                int runTile = firstTile + (tile - firstTile) / (2 << level) * (2 << level);
                int runBegin = Math.max(first, runTile * tileSize);
                int middle = Math.min(last, Math.min(endTile, runTile + (1 << level)) * tileSize);
                int runEnd = Math.min(last, Math.min(endTile, runTile + (2 << level)) * tileSize);
                int leftLength = middle - runBegin;
                int rightLength = runEnd - middle;
                int rank = partBegin - runBegin;
                int inSpare = (SegmentSpans.levels(first, last, tileSize) - level) & 1;
<@mergePart "                " "keyOf(sorted, spare, inSpare, runBegin + @)" "keyOf(sorted, spare, inSpare, middle + @)"/>
                for (int r = item; r < count; r += ${loads} * workItems) {
<@mergedKeys "                    " "keyOf(sorted, spare, inSpare, runBegin + @)" "keyOf(sorted, spare, inSpare, middle + @)"/>
<#list 0..<loads as k>
                    if (r${steps(k, "workItems")} < count) {
                        int target = partBegin + r${k};
                        int from = slot${k} < leftCount ? runBegin + leftBegin + slot${k} : middle + rightBegin + slot${k} - leftCount;
                        if (inSpare != 0) {
                            sorted.set(target, key${k});
                            if (indexed != 0) {
                                order.set(target, spareOrder.get(from));
                            }
                        } else {
                            spare.set(target, key${k});
                            if (indexed != 0) {
                                spareOrder.set(target, order.get(from));
                            }
                        }
                    }
</#list>
                }
            }
        }
    }

    private static ${key} keyOf(${Keys} sorted, ${Keys} spare, int inSpare, int i) {
        ${key} key = 0;
        if (inSpare != 0) {
            key = spare.get(i);
        } else {
            key = sorted.get(i);
        }
        return key;
    }
}
