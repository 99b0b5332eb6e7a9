package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Where the segment of a key begins and ends. Wrong offsets make a wrong order, but no index out of bounds. */
public final class SegmentSpans {
    private SegmentSpans() {}

    /**
     * Finds how many offsets are at most the index of each tile's first key. Reads log<sub>2</sub> n offsets per tile. A
     * work-item per tile, and one more.
     *
     * @param offsets the index of the first key of each segment, and after the last one the end of that
     * @param segments the first element is the number of segments
     * @param firsts receives the number of segments, as far as there are offsets, then a number per tile, and one for the end
     *     of the last tile
     */
    public static void findTiles(
            KernelContext context, IntArray offsets, IntArray segments, IntArray firsts, IntArray length, int at,
            int capacity,
            int tileSize) {
        int n = Math.max(0, Math.min(length.get(at), capacity));
        int tile = context.globalIdx;
        int count = Math.max(-1, Math.min(segments.get(0), offsets.getSize() - 1));
        if (tile == 0) {
            firsts.set(0, count);
        }
        if (tile <= (n + tileSize - 1) / tileSize) {
            firsts.set(1 + tile, after(offsets, 0, count + 1, tile * tileSize));
        }
    }

    /**
     * {@return the number of offsets that are at most the index, if it is from {@code low} to {@code high}} The segment that
     * contains the index is one less than this number.
     */
    static int after(IntArray offsets, int low, int high, int index) {
        int after = low;
        int end = high;
        while (after < end) {
            int probe = (after + end) / 2;
            int notGreater = offsets.get(probe) <= index ? 1 : 0;
            after = notGreater != 0 ? probe + 1 : after;
            end = notGreater != 0 ? end : probe;
        }
        return after;
    }

    /** {@return the index of the segment's first key; the index itself if it is in no segment} */
    static int begin(IntArray offsets, int count, int rowLength, int after, int index) {
        int begin = index;
        if (rowLength != 0) {
            begin = index / rowLength * rowLength;
        } else {
            if (after > 0) {
                int offset = Math.max(0, Math.min(offsets.get(after - 1), index));
                begin = after <= count ? offset : index;
            }
        }
        return begin;
    }

    /** {@return the end of the segment, at most {@code n}; the next index if it is in no segment} */
    static int end(IntArray offsets, int count, int rowLength, int after, int index, int n) {
        int end = index + 1;
        if (rowLength != 0) {
            int begin = index / rowLength * rowLength;
            end = begin + Math.min(rowLength, n - begin);
        } else {
            if (after > 0) {
                int offset = offsets.get(Math.min(after, offsets.getSize() - 1));
                end = after <= count ? Math.max(index + 1, Math.min(offset, n)) : end;
            }
        }
        return end;
    }

    /** {@return how often the parts of a segment are merged two by two; 0 if it is within a tile} */
    static int levels(int begin, int end, int tileSize) {
        int parts = (end - 1) / tileSize - begin / tileSize + 1;
        int levels = 0;
        while ((1 << levels) < parts) {
            levels = levels + 1;
        }
        return levels;
    }
}
