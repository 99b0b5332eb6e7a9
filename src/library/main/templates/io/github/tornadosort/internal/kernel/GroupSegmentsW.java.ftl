<#include "widths.ftl">
<#include "phases/stage.ftl">
<#include "phases/mergesort.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * A stable sort of ${W}-bit keys within segments. {@link #sortTiles} sorts the part of each segment that is in a tile, in local
 * memory. Then {@link #mergeTiles} merges the parts of those segments that cross the edge of a tile, two by two: level 0 merges
 * the first part of a segment with the second, the third with the fourth, and so on. Segments within a tile are never read
 * again, however many levels the longest one takes. Shorter segments begin at later levels: all end with the last.
 *
 * <p>Keys move between two arrays. {@link SegmentSpans#levels} says how many levels a segment takes, and so into which array
 * its parts go first if the last level is to write into {@code sorted}. With {@code indexed}, the index of each key moves
 * along; otherwise {@code order} and {@code spareOrder} are not accessed. Keys outside all segments stay where they are. The
 * other parameters are those of {@link GroupPrefix}; {@code inverted} is not 0 for descending order.
 */
public final class GroupSegments${W} {
    private GroupSegments${W}() {}

    /**
     * Sorts each segment's part of a tile: each work-item its own elements, eight of them, and then work-items merge their
     * elements in local memory by merge path. Local memory: 33 / 32 of a key and an int per element of a tile, an int per
     * work-item, and four. Reads and writes each key once, and floats again, from the cache.
     *
     * @param offsets the index of the first key of each segment, and the end of the last one; not accessed if there are rows
     * @param firsts the result of {@link SegmentSpans#findTiles}; not accessed if there are rows
     * @param spans receives four numbers of each tile: begin and end of the segments of its first and of its last key
     * @param rowLength the length of all segments; 0 if there are offsets
     */
    public static void sortTiles(
            KernelContext context, ${Keys} keys, IntArray offsets, IntArray firsts, ${Keys} sorted,
            ${Keys} spare, IntArray order, IntArray spareOrder, IntArray spans, int kind, int inverted, int indexed, int rowLength,
            ${scalars}) {
        ${key}[] words = context.${allocateKeys}(workItems * items + workItems * items / 32);
        int[] slots = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
        int[] spanOf = context.allocateIntLocalArray(workItems);
        int[] edges = context.allocateIntLocalArray(4);
<@span/>
<@places/>
        int flip = inverted != 0 ? -1 : 0;
        int own = item * items;
        int bySlot = kind == OrderedBits.INTEGER ? indexed : 1;
        // Rows that divide a tile do not cross the edges of blocks of their length.
        int crossing = rowLength == 0 ? 1 : tileSize % rowLength;
        int widest = crossing == 0 ? rowLength : tileSize;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int count = Math.min(tileSize, end - tileBegin);
<@loadBatch type=key first="tileBegin + item" expression=word("keys.get(@)") none="0"/>
<#list 0..<batch as k>
            words[striped${steps(k, "stripe")}] = e${k};
</#list>
            // Find the segments of the own keys.
            int segment = 0;
            int lastSegment = 0;
            int segments = 0;
            if (rowLength == 0) {
                segments = firsts.get(0);
                segment = firsts.get(1 + tileBegin / tileSize);
                lastSegment = firsts.get(2 + tileBegin / tileSize);
            }
            int first = 0;
            int last = 0;
            int joined = 0;
            int firstSpan = 0;
            for (int i = 0; i < items; i++) {
                int j = own + i;
                int index = tileBegin + j;
                if (j < count) {
                    if (index >= last) {
                        segment = SegmentSpans.after(offsets, segment, lastSegment, index);
                        first = SegmentSpans.begin(offsets, segments, rowLength, segment, index);
                        last = SegmentSpans.end(offsets, segments, rowLength, segment, index, n);
                    }
                    joined = joined | ((first < index ? 1 : 0) << i);
                    if (i == 0) {
                        firstSpan = Math.max(0, first - tileBegin) | (Math.min(count, last - tileBegin) << 16);
                    }
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
            spanOf[item] = firstSpan;
            context.localBarrier();
<#list 0..<batch as k>
            e${k} = words[${plus("blocked", k)}];
            int slot${k} = ${plus("own", k)};
</#list>
<@sortOwn "            "/>
<@storeOwn "            "/>
            context.localBarrier();
            for (int width = items; width < Math.min(widest, count); width = width * 2) {
<@mergeOwn "                "/>
                context.localBarrier();
                if (crosses != 0) {
<@storeOwn "                    "/>
                }
                context.localBarrier();
            }
            int leftEnd = edges[1];
            int rightBegin = edges[2];
            int leftLevels = SegmentSpans.levels(edges[0], leftEnd, tileSize);
            int rightLevels = SegmentSpans.levels(rightBegin, edges[3], tileSize);
            if (item < 4) {
                spans.set(tileBegin / tileSize * 4 + item, edges[item]);
            }
<#list 0..<batch as k>
            int from${k} = tileBegin;
            if (bySlot != 0) {
                from${k} = tileBegin + Math.min(slots[striped${steps(k, "stripe")}], count - 1);
            }
            ${key} key${k} = SignedWords.key(words[striped${steps(k, "stripe")}], kind, flip);
</#list>
            if (kind != OrderedBits.INTEGER) {
<#list 0..<batch as k>
                key${k} = keys.get(from${k});
</#list>
            }
<#list 0..<batch as k>
            if (item${steps(k, "workItems")} < count) {
                int target = tileBegin + item${steps(k, "workItems")};
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
            context.localBarrier();
        }
    }

    /**
     * Merges the parts of segments that cross the edge of a tile, two by two. Local memory: 66 / 32 of a key per element of a
     * tile, a key, and two ints. Reads and writes each key of a segment that takes part once, and floats again, from the cache.
     *
     * @param from the keys before this merge; {@code sorted} or {@code spare}, by turns
     * @param to the other one
     * @param fromOrder the indices of the keys
     * @param toOrder receives them, if {@code indexed}
     * @param spans the result of {@link #sortTiles}
     * @param remaining the number of merges after this one; a segment takes part if it needs more
     */
    public static void mergeTiles(
            KernelContext context, ${Keys} from, ${Keys} to, IntArray fromOrder, IntArray toOrder, IntArray spans,
            int kind, int inverted, int indexed, int remaining, ${scalars}) {
<@mergeMemory/>
        int[] cuts = context.allocateIntLocalArray(2);
        int n = Math.max(0, Math.min(length.get(at), capacity));
        int begin = StageSpan.begin(n, context.groupIdx, tileSize, blocks);
        int end = StageSpan.begin(n, context.groupIdx + 1, tileSize, blocks);
        int flip = inverted != 0 ? -1 : 0;
        for (int tileBegin = begin; tileBegin < end; tileBegin += tileSize) {
            int tile = tileBegin / tileSize;
            int tileEnd = Math.min(tileBegin + tileSize, end);
            int leftEnd = spans.get(tile * 4 + 1);
            int rightSpan = spans.get(tile * 4 + 2);
            // One segment may be that of the first and of the last key.
            int firstSide = SegmentSpans.levels(spans.get(tile * 4), leftEnd, tileSize) > remaining ? 0 : 1;
            int rightLevels = SegmentSpans.levels(rightSpan, spans.get(tile * 4 + 3), tileSize);
            rightLevels = rightSpan >= leftEnd ? rightLevels : 0;
            int sides = rightLevels > remaining ? 2 : 1;
            for (int side = firstSide; side < sides; side++) {
                int first = spans.get(tile * 4 + 2 * side);
                int last = spans.get(tile * 4 + 2 * side + 1);
                int level = SegmentSpans.levels(first, last, tileSize) - 1 - remaining;
                int partBegin = Math.max(first, tileBegin);
                int partEnd = Math.min(last, tileEnd);
                int count = partEnd - partBegin;
                // The two runs: up to 1 << level tiles each.
                int firstTile = first / tileSize;
                int endTile = (last - 1) / tileSize + 1;
                int runTile = firstTile + (tile - firstTile) / (2 << level) * (2 << level);
                int runBegin = Math.max(first, runTile * tileSize);
                int middle = Math.min(last, Math.min(endTile, runTile + (1 << level)) * tileSize);
                int runEnd = Math.min(last, Math.min(endTile, runTile + (2 << level)) * tileSize);
                int leftLength = middle - runBegin;
                int rightLength = runEnd - middle;
                int rank = partBegin - runBegin;
                int wanted = rank + (item == 0 ? 0 : count);
<@findCut "                " "from.get(runBegin + @)" "from.get(middle + @)" "item < 2 ? Math.min(wanted, leftLength) : cut"/>
                if (item < 2) {
                    cuts[item] = cut;
                }
                context.localBarrier();
                int cutBegin = cuts[0];
                // Keys that are not sorted have cuts that make no sense: no index leaves the runs.
                int leftCount = Math.max(0, Math.min(cuts[1] - cutBegin, count));
                int leftBegin = runBegin + cutBegin;
                int rightBegin = middle + rank - cutBegin;
<@mergePart "                " "from" "from"/>
                for (int r = item; r < count; r += ${batch} * workItems) {
<@mergedKeys "                    " "from" "from"/>
<#list 0..<batch as k>
                    if (r${steps(k, "workItems")} < count) {
                        int target = partBegin + r${steps(k, "workItems")};
                        to.set(target, key${k});
                        if (indexed != 0) {
                            int source = slot${k} < leftCount ? leftBegin + slot${k} : rightBegin + slot${k} - leftCount;
                            toOrder.set(target, fromOrder.get(source));
                        }
                    }
</#list>
                }
            }
        }
    }
}
