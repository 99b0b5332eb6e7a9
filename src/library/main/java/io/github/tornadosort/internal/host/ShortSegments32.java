package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Sorts short segments of ints, many at once: one sorting network sorts all segments of a group. Element i of each segment is in
 * row i of a tile, so that a comparator of the network is a loop over two rows, which the JIT compiler turns into vector
 * instructions. 16 ints take 20 nanoseconds this way and 20 take 24; the JDK's sort takes 130 and 32. Not thread-safe.
 */
final class ShortSegments32 {
    /** Most segments of a group. */
    // A row of 252 ints and the header of its array fill whole lines of the cache.
    static final int LANES = 252;
    /** Fewest segments of a group: the network takes as long for them as for {@link #LANES}. */
    static final int MIN_LANES = LANES / 2;
    /** Longest segment that an insertion sort sorts faster than the JDK. */
    static final int MAX_INSERTION = 16;
    /** Mean length from which a group of segments of several lengths is sorted faster than by insertion. */
    private static final int MIN_MEAN = 10;

    private final int maxEqual;
    private final int maxUnequal;
    private final int[][] rows;

    /**
     * Allocates the tile.
     *
     * @param maxEqual longest segments that are sorted in a group of segments of one length
     * @param maxUnequal longest segments that are sorted in a group of segments of several lengths, at most {@code maxEqual}
     */
    ShortSegments32(int maxEqual, int maxUnequal) {
        this.maxEqual = maxEqual;
        this.maxUnequal = maxUnequal;
        this.rows = new int[maxEqual][];
        for (int i = 0; i < maxEqual; i++) {
            rows[i] = HostMemory.ints(LANES);
        }
    }

    /**
     * Sorts each of consecutive segments in ascending order.
     *
     * @param offsets the start of each segment, which is the end of the one before it
     * @param shift added to an offset to get an index of {@code keys}
     * @param first index of the first segment
     * @param end index after the last one
     */
    void sort(int[] keys, int[] offsets, int shift, int first, int end) {
        int alone = first;
        for (int segment = maxEqual > 0 ? first : end; segment < end;) {
            int next = endOfGroup(offsets, segment, end);
            if (next - segment >= MIN_LANES && sortGroup(keys, offsets, shift, segment, next)) {
                sortEach(keys, offsets, shift, alone, segment);
                alone = next;
            }
            segment = next;
        }
        sortEach(keys, offsets, shift, alone, end);
    }

    /** Returns the index after the last one of consecutive segments that may be sorted as a group, or of one segment. */
    private int endOfGroup(int[] offsets, int first, int end) {
        int most = Math.min(end, first + LANES);
        int length = offsets[first + 1] - offsets[first];
        int next = first + 1;
        if (length <= maxUnequal) {
            while (next < most && offsets[next + 1] - offsets[next] <= maxUnequal) {
                next++;
            }
        } else if (length <= maxEqual) {
            while (next < most && offsets[next + 1] - offsets[next] == length) {
                next++;
            }
        }
        return next;
    }

    /** A static method, so that no field is read for each segment: to sort a short one takes some thirty nanoseconds. */
    private static void sortEach(int[] keys, int[] offsets, int shift, int first, int end) {
        int from = offsets[first] + shift;
        for (int segment = first; segment < end; segment++) {
            int to = offsets[segment + 1] + shift;
            if (to - from <= MAX_INSERTION) {
                insertionSort(keys, from, to);
            } else {
                Arrays.sort(keys, from, to);
            }
            from = to;
        }
    }

    /** Without branches that depend on the keys: a mispredicted branch costs as much as several comparisons. */
    private static void insertionSort(int[] keys, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int key = keys[i];
            for (int j = i; j > from; j--) {
                int before = keys[j - 1];
                keys[j] = Math.max(key, before);
                key = Math.min(key, before);
            }
            keys[from] = key;
        }
    }

    /** Sorts a group of segments, or returns false if that takes longer than sorting them one by one. */
    private boolean sortGroup(int[] keys, int[] offsets, int shift, int first, int end) {
        int longest = 0;
        for (int segment = first; segment < end; segment++) {
            longest = Math.max(longest, offsets[segment + 1] - offsets[segment]);
        }
        int lanes = end - first;
        int from = offsets[first] + shift;
        int count = offsets[end] - offsets[first];
        if (count == lanes * longest) {
            readEqual(keys, from, longest, lanes);
            sortRows(longest);
            writeEqual(keys, from, longest, lanes);
            return true;
        }
        if (count < lanes * Math.max(longest / 2, MIN_MEAN)) {
            return false;
        }
        for (int lane = 0; lane < lanes; lane++) {
            read(keys, offsets[first + lane] + shift, offsets[first + lane + 1] + shift, lane, longest);
        }
        sortRows(longest);
        for (int lane = 0; lane < lanes; lane++) {
            write(keys, offsets[first + lane] + shift, offsets[first + lane + 1] + shift, lane);
        }
        return true;
    }

    /** Reads segments of one length, four rows at a time. */
    private void readEqual(int[] keys, int from, int length, int lanes) {
        int i = 0;
        for (; i + 4 <= length; i += 4) {
            int[] row0 = rows[i];
            int[] row1 = rows[i + 1];
            int[] row2 = rows[i + 2];
            int[] row3 = rows[i + 3];
            for (int lane = 0, at = from + i; lane < lanes; lane++, at += length) {
                row0[lane] = keys[at];
                row1[lane] = keys[at + 1];
                row2[lane] = keys[at + 2];
                row3[lane] = keys[at + 3];
            }
        }
        for (; i < length; i++) {
            int[] row = rows[i];
            for (int lane = 0, at = from + i; lane < lanes; lane++, at += length) {
                row[lane] = keys[at];
            }
        }
    }

    /** Writes what {@link #readEqual} has read. */
    private void writeEqual(int[] keys, int from, int length, int lanes) {
        int i = 0;
        for (; i + 4 <= length; i += 4) {
            int[] row0 = rows[i];
            int[] row1 = rows[i + 1];
            int[] row2 = rows[i + 2];
            int[] row3 = rows[i + 3];
            for (int lane = 0, at = from + i; lane < lanes; lane++, at += length) {
                keys[at] = row0[lane];
                keys[at + 1] = row1[lane];
                keys[at + 2] = row2[lane];
                keys[at + 3] = row3[lane];
            }
        }
        for (; i < length; i++) {
            int[] row = rows[i];
            for (int lane = 0, at = from + i; lane < lanes; lane++, at += length) {
                keys[at] = row[lane];
            }
        }
    }

    /** Reads a segment, and fills its lane up with the greatest key, which the network leaves behind the segment's keys. */
    private void read(int[] keys, int from, int to, int lane, int longest) {
        for (int i = 0; i < to - from; i++) {
            rows[i][lane] = keys[from + i];
        }
        for (int i = to - from; i < longest; i++) {
            rows[i][lane] = Integer.MAX_VALUE;
        }
    }

    private void write(int[] keys, int from, int to, int lane) {
        for (int i = 0; i < to - from; i++) {
            keys[from + i] = rows[i][lane];
        }
    }

    /** Batcher's merge exchange (Knuth, The Art of Computer Programming, volume 3, 5.2.2, algorithm M). */
    private void sortRows(int n) {
        int most = Integer.highestOneBit(Math.max(n - 1, 1));
        for (int p = most; p > 0; p /= 2) {
            exchange(n, p, 0, p);
            for (int q = most; q > p; q /= 2) {
                exchange(n, p, p, q - p);
            }
        }
    }

    /** Orders rows i and i + distance for each i that has the given value of bit p. */
    private void exchange(int n, int p, int bit, int distance) {
        for (int i = 0; i < n - distance; i++) {
            if ((i & p) == bit) {
                order(rows[i], rows[i + distance]);
            }
        }
    }

    private static void order(int[] lower, int[] upper) {
        for (int lane = 0; lane < LANES; lane++) {
            int a = lower[lane];
            int b = upper[lane];
            lower[lane] = Math.min(a, b);
            upper[lane] = Math.max(a, b);
        }
    }
}
