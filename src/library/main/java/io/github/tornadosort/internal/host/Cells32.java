package io.github.tornadosort.internal.host;

/**
 * Divides the range of 32-bit keys into buckets of about equal size, as a sample of the keys suggests. The range is first divided
 * into a few thousand cells, and neighbouring cells are joined to buckets. A key's bucket is found by arithmetic and one access to
 * a small table, without comparisons.
 *
 * <p>Cells of equal width suit most keys. If one such cell would hold too many keys, the cells are instead narrow around the
 * densest part of the range, and their width is proportional to the distance from there, as floating-point numbers are spaced.
 */
final class Cells32 {
    private static final int LINEAR_BITS = 12;
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
    private final short[] bucketOfCell;
    private int buckets;

    private Cells32(int[] sample, boolean linear, int centre) {
        this.linear = linear;
        this.min = sample[0];
        this.max = sample[sample.length - 1];
        this.shift = Math.max(0, Integer.SIZE - LINEAR_BITS - Integer.numberOfLeadingZeros(max - min));
        this.centre = centre;
        this.bucketOfCell = new short[linear ? cell(max) + 1 : 2 * HALF];
    }

    /**
     * Returns a division into about as many buckets, or null if no division into cells is even.
     *
     * @param sample keys in ascending order, at least one
     * @param most the largest part of the sample that one bucket may hold, unless its keys are equal
     */
    static Cells32 of(int[] sample, int buckets, int most) {
        Cells32 linear = new Cells32(sample, true, 0);
        int dense = linear.densest(sample, most);
        if (dense < 0) {
            return linear.joined(sample, buckets);
        }
        Cells32 zoomed = new Cells32(sample, false, sample[dense]);
        return zoomed.densest(sample, most) < 0 ? zoomed.joined(sample, buckets) : null;
    }

    /** Returns the number of buckets. */
    int buckets() {
        return buckets;
    }

    /** Finds the bucket of each key. */
    void find(int[] keys, int n, short[] bucketOfKey) {
        if (linear) {
            for (int i = 0; i < n; i++) {
                bucketOfKey[i] = bucketOfCell[(Math.min(Math.max(keys[i], min), max) - min) >>> shift];
            }
        } else {
            for (int i = 0; i < n; i++) {
                bucketOfKey[i] = bucketOfCell[zoomedCell(keys[i])];
            }
        }
    }

    private int cell(int key) {
        return linear ? (Math.min(Math.max(key, min), max) - min) >>> shift : zoomedCell(key);
    }

    private int zoomedCell(int key) {
        long distance = (long) key - centre;
        int cell = Math.max(0, (Float.floatToRawIntBits(Math.abs((float) distance)) >>> MANTISSA_SHIFT) - FIRST);
        return distance < 0 ? HALF - 1 - cell : HALF + cell;
    }

    /** Returns an index in the densest part of the fullest cell; or -1 if no cell holds too many different keys. */
    private int densest(int[] sample, int most) {
        int first = -1;
        int fullest = most;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            int cell = cell(sample[begin]);
            end = begin + 1;
            while (end < sample.length && cell(sample[end]) == cell) {
                end++;
            }
            if (end - begin > fullest && sample[begin] != sample[end - 1]) {
                fullest = end - begin;
                first = begin;
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

    /** Joins neighbouring cells to about as many buckets as wanted; returns this. */
    private Cells32 joined(int[] sample, int wanted) {
        int[] weights = new int[bucketOfCell.length];
        for (int key : sample) {
            weights[cell(key)]++;
        }
        int weight = Math.max(1, sample.length / wanted);
        int bucket = 0;
        int sum = 0;
        for (int cell = 0; cell < weights.length; cell++) {
            if (sum > 0 && sum + weights[cell] > weight) {
                bucket++;
                sum = 0;
            }
            bucketOfCell[cell] = (short) bucket;
            sum += weights[cell];
        }
        buckets = bucket + 1;
        return this;
    }
}
