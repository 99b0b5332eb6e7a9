package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Where the segment of a key begins and ends. Wrong offsets make a wrong order, but no index out of bounds. */
final class SegmentSpans {
    private SegmentSpans() {}

    private static int count(IntArray offsets, IntArray segments) {
        return Math.max(-1, Math.min(segments.get(0), offsets.getSize() - 1));
    }

    /**
     * {@return the number of offsets that are at most the index; 0 for rows} The segment that contains the index is one less than this
     * number.
     */
    static int after(IntArray offsets, IntArray segments, int rowLength, int index) {
        int low = 0;
        int high = rowLength != 0 ? 0 : count(offsets, segments) + 1;
        while (low < high) {
            int probe = (low + high) / 2;
            int notGreater = offsets.get(probe) <= index ? 1 : 0;
            low = notGreater != 0 ? probe + 1 : low;
            high = notGreater != 0 ? high : probe;
        }
        return low;
    }

    /** {@return the index of the segment's first key; the index itself if it is in no segment} */
    static int begin(IntArray offsets, IntArray segments, int rowLength, int after, int index) {
        int begin = index;
        if (rowLength != 0) {
            begin = index / rowLength * rowLength;
        } else {
            if (after > 0) {
                int offset = Math.max(0, Math.min(offsets.get(after - 1), index));
                begin = after <= count(offsets, segments) ? offset : index;
            }
        }
        return begin;
    }

    /** {@return the end of the segment, at most {@code n}; the next index if it is in no segment} */
    static int end(IntArray offsets, IntArray segments, int rowLength, int after, int index, int n) {
        int end = index + 1;
        if (rowLength != 0) {
            int begin = index / rowLength * rowLength;
            end = begin + Math.min(rowLength, n - begin);
        } else {
            if (after > 0) {
                int offset = offsets.get(Math.min(after, offsets.getSize() - 1));
                end = after <= count(offsets, segments) ? Math.max(index + 1, Math.min(offset, n)) : end;
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
