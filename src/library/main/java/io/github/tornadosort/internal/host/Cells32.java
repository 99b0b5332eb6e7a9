package io.github.tornadosort.internal.host;

import java.util.Arrays;

/**
 * Divides the range of 32-bit keys into buckets of about equal size, as a sample of the keys suggests. The range is first
 * divided into a few thousand cells, and neighbouring cells are joined to buckets. A key's bucket is found by arithmetic and
 * one access to a small table, without comparisons.
 *
 * <p>Some thousand cells of equal width suit most keys. If one of them would hold too many keys, the cells are instead narrow
 * around the densest part of the range, and their width is proportional to the distance from there, as floating-point numbers
 * are spaced. If the range has several dense parts, there are more cells of equal width. The bits of floating-point numbers of
 * both signs have two such parts, since half of all numbers between -1 and 1 are outside (-0.5, 0.5).
 */
final class Cells32 {
    /** Binary logarithm of the number of cells of equal width: as many as are in the first-level cache. */
    private static final int FEW_BITS = 12;
    /** The same for more cells. They are in the second-level cache, or are mostly not accessed. */
    private static final int MANY_BITS = 17;
    /** Bits of a distance that select its cell, after the leading one. */
    private static final int MANTISSA_BITS = 7;
    private static final int MANTISSA_SHIFT = 23 - MANTISSA_BITS;
    /** The cell of a distance of 0.5. A distance of 0 is in the same cell. */
    private static final int FIRST = Float.floatToRawIntBits(0.5f) >>> MANTISSA_SHIFT;
    /** Cells of distances up to 2<sup>32</sup>. */
    private static final int HALF = (Integer.SIZE + 2) << MANTISSA_BITS;

    private final boolean linear;
    private final int min;
    private final int max;
    private final int shift;
    private final int centre;
    private final char[] bucketOfCell;
    private int buckets;

    /**
     * Creates cells of equal width.
     *
     * @param bits binary logarithm of their number
     */
    private Cells32(int[] sample, int bits) {
        this(sample, true,
                Math.max(0, Integer.SIZE - bits - Integer.numberOfLeadingZeros(sample[sample.length - 1] - sample[0])), 0);
    }

    private Cells32(int[] sample, boolean linear, int shift, int centre) {
        this.linear = linear;
        this.min = sample[0];
        this.max = sample[sample.length - 1];
        this.shift = shift;
        this.centre = centre;
        this.bucketOfCell = new char[linear ? cell(max) + 1 : 2 * HALF];
    }

    /**
     * Returns a division into about as many buckets, or null if no division into cells is even.
     *
     * @param sample keys in ascending order, at least one
     * @param most the largest part of the sample that one bucket may hold, unless its keys are equal
     */
    static Cells32 of(int[] sample, int buckets, int most) {
        Cells32 few = new Cells32(sample, FEW_BITS);
        int dense = few.densest(sample, most);
        if (dense < 0) {
            return few.joined(sample, buckets);
        }
        Cells32 zoomed = new Cells32(sample, false, 0, sample[dense]);
        if (zoomed.densest(sample, most) < 0) {
            return zoomed.joined(sample, buckets);
        }
        Cells32 many = new Cells32(sample, MANY_BITS);
        return many.densest(sample, most) < 0 ? many.joined(sample, buckets) : null;
    }

    /** Returns the number of buckets. */
    int buckets() {
        return buckets;
    }

    /**
     * Finds the bucket of each of n keys, writes it to an array from index {@code at} on, and counts it. The keys are overwritten by
     * their cells: a loop without accesses to the table is compiled to vector instructions.
     */
    void find(int[] keys, int n, char[] bucketOfKey, int at, int[] counts) {
        if (linear) {
            for (int i = 0; i < n; i++) {
                keys[i] = (Math.min(Math.max(keys[i], min), max) - min) >>> shift;
            }
        } else {
            for (int i = 0; i < n; i++) {
                keys[i] = zoomedCell(keys[i]);
            }
        }
        for (int i = 0; i < n; i++) {
            char bucket = bucketOfCell[keys[i]];
            bucketOfKey[at + i] = bucket;
            counts[bucket]++;
        }
    }

    private int cell(int key) {
        return linear ? (Math.min(Math.max(key, min), max) - min) >>> shift : zoomedCell(key);
    }

    /** Computes the cell without a branch: the signs of distances are hard to predict. */
    private int zoomedCell(int key) {
        int distance = Float.floatToRawIntBits(distance(key));
        int cell = Math.max(0, ((distance & Integer.MAX_VALUE) >>> MANTISSA_SHIFT) - FIRST);
        return HALF + (cell ^ distance >> 31);
    }

    private float distance(int key) {
        return (long) key - centre;
    }

    /** Returns an index in the densest part of the fullest cell; or -1 if no cell holds too many different keys. */
    private int densest(int[] sample, int most) {
        int first = -1;
        int fullest = most;
        // A cell that holds too many keys holds two that are this far apart.
        int step = Math.max(1, most / 2);
        for (int i = 0, next; i + step < sample.length; i = next) {
            next = i + step;
            if (cell(sample[i]) == cell(sample[next])) {
                int begin = startOfCell(sample, i);
                next = endOfCell(sample, i);
                if (next - begin > fullest && sample[begin] != sample[next - 1]) {
                    fullest = next - begin;
                    first = begin;
                }
            }
        }
        if (first < 0) {
            return -1;
        }
        int distance = fullest / 8;
        int densest = first;
        for (int i = first; i + distance < first + fullest; i++) {
            if (sample[i + distance] - sample[i] < sample[densest + distance] - sample[densest]) {
                densest = i;
            }
        }
        return densest;
    }

    /** Returns the index of the first key of the sample that is in the same cell as a key. */
    private int startOfCell(int[] sample, int index) {
        int cell = cell(sample[index]);
        int start = index;
        while (start > 0 && cell(sample[start - 1]) == cell) {
            start--;
        }
        return start;
    }

    /** Returns the index after the last key of the sample that is in the same cell as a key. */
    private int endOfCell(int[] sample, int index) {
        int cell = cell(sample[index]);
        int end = index + 1;
        while (end < sample.length && cell(sample[end]) == cell) {
            end++;
        }
        return end;
    }

    /** Joins neighbouring cells to about as many buckets as wanted; returns this. Most cells and samples are not visited. */
    private Cells32 joined(int[] sample, int wanted) {
        int weight = Math.max(1, sample.length / wanted);
        int start = 0;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = endOfBucket(sample, begin, weight);
            // Empty cells after a heavy one are not in its bucket, whose keys may be equal.
            int next = end - begin > weight
                    ? cell(sample[begin]) + 1
                    : end < sample.length ? cell(sample[end]) : bucketOfCell.length;
            Arrays.fill(bucketOfCell, start, next, (char) buckets++);
            start = next;
        }
        if (start < bucketOfCell.length) {
            Arrays.fill(bucketOfCell, start, bucketOfCell.length, (char) buckets++);
        }
        return this;
    }

    /** Returns the index after the last sample of a bucket: that of one cell, or of more cells that hold the weight at most. */
    private int endOfBucket(int[] sample, int begin, int weight) {
        if (sample.length - begin <= weight) {
            return sample.length;
        }
        int end = startOfCell(sample, begin + weight);
        return end > begin ? end : endOfCell(sample, begin);
    }
}
