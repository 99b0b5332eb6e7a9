package io.github.tornadosort.internal.host.segments;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Sorts short segments of ${key}s, many at once: one sorting network sorts all segments of a group. Element i of each segment is in
 * row i of a tile, so that a comparator of the network is a loop over two rows, which the JIT compiler turns into vector
 * instructions.
<#if W == 32>
 * 16 ints take 20 nanoseconds this way and 20 take 24; the JDK's sort takes 130 and 32.
<#else>
 * 20 longs take 31 nanoseconds this way; the JDK's sort takes 240.
</#if>
 * Not thread-safe.
 */
final class ShortSegments${W} {
    /** Most segments of a group. */
    // A row and the header of its array take 2,048 bytes, which are whole lines of the cache.
    static final int LANES = (2048 - 16) / ${Key}.BYTES;
    /** Rows that are sorted in registers. */
    private static final int BLOCK = 4;

    private final int longest;
    private final ${key}[][] rows;

    /**
     * Allocates the tile.
     *
     * @param longest longest segments that are sorted in a group; 0 if none is
     */
    ShortSegments${W}(int longest) {
        this.longest = longest;
        this.rows = new ${key}[blocks(longest)][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = HostMemory.${key}s(LANES);
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
    void sort(${key}[] keys, int[] offsets, int shift, int first, int end) {
        int alone = first;
        for (int segment = longest > 0 ? first : end; segment < end;) {
            int next = endOfRun(offsets, segment, end);
            if (next - segment < HostPolicy.MIN_LANES) {
                segment = next;
            }
            while (segment < next) {
                // Groups of about the same size: a last one with a few segments would take almost as long as a full one.
                int groups = Math.ceilDiv(next - segment, LANES);
                int group = segment;
                segment += Math.ceilDiv(next - segment, groups);
                if (sortGroup(keys, offsets, shift, group, segment)) {
                    sortEach(keys, offsets, shift, alone, group);
                    alone = segment;
                }
            }
        }
        sortEach(keys, offsets, shift, alone, end);
    }

    /** Returns the index after the last one of consecutive segments that may be sorted in groups, or of one segment. */
    private int endOfRun(int[] offsets, int first, int end) {
        int next = first + 1;
        if (offsets[next] - offsets[first] <= longest) {
            while (next < end && offsets[next + 1] - offsets[next] <= longest) {
                next++;
            }
        }
        return next;
    }

    /** A static method, so that no field is read for each segment: to sort a short one takes some thirty nanoseconds. */
    private static void sortEach(${key}[] keys, int[] offsets, int shift, int first, int end) {
        int from = offsets[first] + shift;
        for (int segment = first; segment < end; segment++) {
            int to = offsets[segment + 1] + shift;
            if (to - from <= HostPolicy.BRANCHLESS_INSERTION) {
                insertionSort(keys, from, to);
            } else {
                JdkSort.sort(keys, from, to);
            }
            from = to;
        }
    }

    /** Without branches that depend on the keys: a mispredicted branch costs as much as several comparisons. */
    private static void insertionSort(${key}[] keys, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            ${key} key = keys[i];
            for (int j = i; j > from; j--) {
                ${key} before = keys[j - 1];
                keys[j] = Math.max(key, before);
                key = Math.min(key, before);
            }
            keys[from] = key;
        }
    }

    /** Returns the number of rows of the blocks that n rows are in. */
    private static int blocks(int n) {
        return Math.ceilDiv(n, BLOCK) * BLOCK;
    }

    /** Sorts a group of segments, or returns false if that takes longer than sorting them one by one. */
    private boolean sortGroup(${key}[] keys, int[] offsets, int shift, int first, int end) {
        int most = 0;
        for (int segment = first; segment < end; segment++) {
            most = Math.max(most, offsets[segment + 1] - offsets[segment]);
        }
        int lanes = end - first;
        int from = offsets[first] + shift;
        int count = offsets[end] - offsets[first];
        int n = blocks(most);
        if (count == lanes * most) {
            readEqual(keys, from, most, lanes);
            for (int i = most; i < n; i++) {
                Arrays.fill(rows[i], 0, lanes, ${Key}.MAX_VALUE);
            }
            sortRows(n, lanes);
            writeEqual(keys, from, most, lanes);
            return true;
        }
        if (count < lanes * Math.max(most / 2, HostPolicy.MIN_MEAN)) {
            return false;
        }
        for (int lane = 0; lane < lanes; lane++) {
            read(keys, offsets[first + lane] + shift, offsets[first + lane + 1] + shift, lane, n);
        }
        sortRows(n, lanes);
        for (int lane = 0; lane < lanes; lane++) {
            write(keys, offsets[first + lane] + shift, offsets[first + lane + 1] + shift, lane);
        }
        return true;
    }

    /** Reads segments of one length, row by row, so that no index is computed for each segment. */
    private void readEqual(${key}[] keys, int from, int length, int lanes) {
        for (int i = 0; i < length; i++) {
            ${key}[] row = rows[i];
            for (int lane = 0, at = from + i; lane < lanes; lane++, at += length) {
                row[lane] = keys[at];
            }
        }
    }

    /** Writes what {@link #readEqual} has read. */
    private void writeEqual(${key}[] keys, int from, int length, int lanes) {
        for (int i = 0; i < length; i++) {
            ${key}[] row = rows[i];
            for (int lane = 0, at = from + i; lane < lanes; lane++, at += length) {
                keys[at] = row[lane];
            }
        }
    }

    /** Reads a segment, and fills its lane up with the greatest key, which the network leaves behind the segment's keys. */
    private void read(${key}[] keys, int from, int to, int lane, int n) {
        for (int i = 0; i < to - from; i++) {
            rows[i][lane] = keys[from + i];
        }
        for (int i = to - from; i < n; i++) {
            rows[i][lane] = ${Key}.MAX_VALUE;
        }
    }

    private void write(${key}[] keys, int from, int to, int lane) {
        for (int i = 0; i < to - from; i++) {
            keys[from + i] = rows[i][lane];
        }
    }

    /**
     * Sorts the first lanes of the first n rows, a multiple of four: sorts blocks of four rows, and then blocks by Batcher's merge
     * exchange (Knuth, The Art of Computer Programming, volume 3, 5.2.2, algorithm M), which merges two sorted blocks where it
     * would compare two keys.
     */
    private void sortRows(int n, int lanes) {
        for (int row = 0; row < n; row += BLOCK) {
            sortBlock(row, lanes);
        }
        int blocks = n / BLOCK;
        int most = Integer.highestOneBit(blocks - 1);
        for (int p = most; p > 0; p /= 2) {
            exchange(blocks, p, 0, p, lanes);
            for (int q = most; q > p; q /= 2) {
                exchange(blocks, p, p, q - p, lanes);
            }
        }
    }

    /** Merges blocks i and i + distance for each i that has the given value of bit p. */
    private void exchange(int blocks, int p, int bit, int distance, int lanes) {
        for (int i = 0; i < blocks - distance; i++) {
            if ((i & p) == bit) {
                mergeBlocks(BLOCK * i, BLOCK * (i + distance), lanes);
            }
        }
    }

    /** Sorts four rows. */
    private void sortBlock(int first, int lanes) {
        ${key}[] row0 = rows[first];
        ${key}[] row1 = rows[first + 1];
        ${key}[] row2 = rows[first + 2];
        ${key}[] row3 = rows[first + 3];
        for (int lane = 0; lane < lanes; lane++) {
            ${key} low0 = Math.min(row0[lane], row1[lane]);
            ${key} high0 = Math.max(row0[lane], row1[lane]);
            ${key} low1 = Math.min(row2[lane], row3[lane]);
            ${key} high1 = Math.max(row2[lane], row3[lane]);
            ${key} middle0 = Math.max(low0, low1);
            ${key} middle1 = Math.min(high0, high1);
            row0[lane] = Math.min(low0, low1);
            row1[lane] = Math.min(middle0, middle1);
            row2[lane] = Math.max(middle0, middle1);
            row3[lane] = Math.max(high0, high1);
        }
    }

    /** Merges two sorted blocks of four rows, which begin at rows a and b, by Batcher's odd-even merge. */
    private void mergeBlocks(int a, int b, int lanes) {
        ${key}[] a0 = rows[a];
        ${key}[] a1 = rows[a + 1];
        ${key}[] a2 = rows[a + 2];
        ${key}[] a3 = rows[a + 3];
        ${key}[] b0 = rows[b];
        ${key}[] b1 = rows[b + 1];
        ${key}[] b2 = rows[b + 2];
        ${key}[] b3 = rows[b + 3];
        for (int lane = 0; lane < lanes; lane++) {
            ${key} low0 = Math.min(a0[lane], b0[lane]);
            ${key} low1 = Math.min(a1[lane], b1[lane]);
            ${key} low2 = Math.min(a2[lane], b2[lane]);
            ${key} low3 = Math.min(a3[lane], b3[lane]);
            ${key} high0 = Math.max(a0[lane], b0[lane]);
            ${key} high1 = Math.max(a1[lane], b1[lane]);
            ${key} high2 = Math.max(a2[lane], b2[lane]);
            ${key} high3 = Math.max(a3[lane], b3[lane]);
            // The even rows in order are low0, even1, even2 and high2; the odd ones are low1, odd1, odd2 and high3.
            ${key} even1 = Math.min(low2, high0);
            ${key} even2 = Math.max(low2, high0);
            ${key} odd1 = Math.min(low3, high1);
            ${key} odd2 = Math.max(low3, high1);
            a0[lane] = low0;
            a1[lane] = Math.min(low1, even1);
            a2[lane] = Math.max(low1, even1);
            a3[lane] = Math.min(odd1, even2);
            b0[lane] = Math.max(odd1, even2);
            b1[lane] = Math.min(odd2, high2);
            b2[lane] = Math.max(odd2, high2);
            b3[lane] = high3;
        }
    }
}
