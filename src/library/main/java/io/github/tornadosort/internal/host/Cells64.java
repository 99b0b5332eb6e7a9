package io.github.tornadosort.internal.host;

/**
 * Divides the range of 64-bit keys into buckets of about equal size, as a sample of the keys suggests. The range is first divided
 * into a few thousand cells, and neighbouring cells are joined to buckets. A key's bucket is found by arithmetic and one access to
 * a small table, without comparisons.
 *
 * <p>Cells of equal width suit most keys. If one such cell would hold too many keys, the cells are instead narrow around the
 * densest part of the range, and their width is proportional to the distance from there, as floating-point numbers are spaced.
 */
final class Cells64 {
    private static final int LINEAR_BITS = 12;
    /** Bits of a distance that select its cell, after the leading one. */
    private static final int MANTISSA_BITS = 7;
    private static final int MANTISSA_SHIFT = 52 - MANTISSA_BITS;
    /** The cell of a distance of 0.5. A distance of 0 is in the same cell. */
    private static final int FIRST = (int) (Double.doubleToRawLongBits(0.5) >>> MANTISSA_SHIFT);
    /** Cells of distances up to 2<sup>64</sup>. */
    private static final int HALF = (Long.SIZE + 2) << MANTISSA_BITS;

    private final boolean linear;
    private final long min;
    private final long max;
    private final int shift;
    private final long centre;
    private final short[] bucketOfCell;
    private int buckets;

    private Cells64(long[] sample, boolean linear, long centre) {
        this.linear = linear;
        this.min = sample[0];
        this.max = sample[sample.length - 1];
        this.shift = Math.max(0, Long.SIZE - LINEAR_BITS - Long.numberOfLeadingZeros(max - min));
        this.centre = centre;
        this.bucketOfCell = new short[linear ? cell(max) + 1 : 2 * HALF];
    }

    /**
     * Returns a division into about as many buckets, or null if no division into cells is even.
     *
     * @param sample keys in ascending order, at least one
     * @param most the largest part of the sample that one bucket may hold, unless its keys are equal
     */
    static Cells64 of(long[] sample, int buckets, int most) {
        Cells64 linear = new Cells64(sample, true, 0);
        int dense = linear.densest(sample, most);
        if (dense < 0) {
            return linear.joined(sample, buckets);
        }
        Cells64 zoomed = new Cells64(sample, false, sample[dense]);
        return zoomed.densest(sample, most) < 0 ? zoomed.joined(sample, buckets) : null;
    }

    /** Returns the number of buckets. */
    int buckets() {
        return buckets;
    }

    /** Finds the bucket of each key. */
    void find(long[] keys, int n, short[] bucketOfKey) {
        if (linear) {
            for (int i = 0; i < n; i++) {
                bucketOfKey[i] = bucketOfCell[(int) ((Math.min(Math.max(keys[i], min), max) - min) >>> shift)];
            }
        } else {
            for (int i = 0; i < n; i++) {
                bucketOfKey[i] = bucketOfCell[zoomedCell(keys[i])];
            }
        }
    }

    private int cell(long key) {
        return linear ? (int) ((Math.min(Math.max(key, min), max) - min) >>> shift) : zoomedCell(key);
    }

    private int zoomedCell(long key) {
        // The difference of two longs of different signs may not be a long.
        double distance = (key ^ centre) < 0 ? (double) key - centre : key - centre;
        int cell = Math.max(0, (int) (Double.doubleToRawLongBits(Math.abs(distance)) >>> MANTISSA_SHIFT) - FIRST);
        return distance < 0 ? HALF - 1 - cell : HALF + cell;
    }

    /** Returns an index in the densest part of the fullest cell; or -1 if no cell holds too many different keys. */
    private int densest(long[] sample, int most) {
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
    private Cells64 joined(long[] sample, int wanted) {
        int[] weights = new int[bucketOfCell.length];
        for (long key : sample) {
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
