package io.github.tornadosort.internal.operation;

import java.util.Arrays;

/** Copies the caller's offsets of segments, and checks them. */
public final class SegmentOffsets {
    private SegmentOffsets() {}

    /**
     * Copies offsets, and checks that they are ascending and within a column.
     *
     * @param keys number of keys of the column, at most {@link Integer#MAX_VALUE}
     * @param copy the destination, which may be longer
     */
    public static void copy(int[] offsets, long keys, int[] copy) {
        int n = offsets.length;
        System.arraycopy(offsets, 0, copy, 0, n);
        // Negative if an offset or a length is.
        int all = n == 0 ? -1 : copy[0];
        for (int i = 1; i < n; i++) {
            all |= copy[i] | copy[i] - copy[i - 1];
        }
        if (all < 0 || copy[n - 1] > keys) {
            throw refused(Arrays.stream(copy, 0, n).asLongStream().toArray(), keys);
        }
    }

    /**
     * Copies offsets as ints, and checks that they are ascending and within a column.
     *
     * @param keys number of keys of the column, at most {@link Integer#MAX_VALUE}
     * @param copy the destination, which may be longer
     */
    public static void copy(long[] offsets, long keys, int[] copy) {
        long previous = 0;
        for (int i = 0; i < offsets.length; i++) {
            long offset = offsets[i];
            if (offset < previous || offset > keys) {
                throw refused(offsets.clone(), keys);
            }
            copy[i] = (int) offset;
            previous = offset;
        }
        if (offsets.length == 0) {
            throw refused(offsets, keys);
        }
    }

    /** Returns the exception for the first offset that is wrong. */
    private static RuntimeException refused(long[] offsets, long keys) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] < 0 || offsets[i] > keys) {
                return new ArrayIndexOutOfBoundsException(
                        "offsets[" + i + "] is " + offsets[i] + ", there are " + keys + " keys");
            }
            if (i > 0 && offsets[i] < offsets[i - 1]) {
                return new IllegalArgumentException("offsets[" + i + "] is " + offsets[i] + ", before offsets[" + (i - 1)
                        + "], which is " + offsets[i - 1]);
            }
        }
        return new IllegalArgumentException("no offsets; one segment has two, its start and its end");
    }
}
