package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import java.util.Arrays;

/**
 * Stable sorts of longs by some of their bits on one thread, the least significant digit first. No branch depends on the longs, so their
 * distribution hardly matters.
 */
public final class DigitSort {
    private DigitSort() {}

    /** Returns the number of counters with which up to n longs are sorted fastest. */
    public static int counters(int n) {
        return 1 << Math.min(HostPolicy.COUNTERS_LOG, bits(n));
    }

    /** Returns the number of bits of n. */
    private static int bits(int n) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(n);
    }

    /**
     * Sorts a part of x by the bits from {@code low} on, as unsigned numbers. The same part of y is overwritten.
     *
     * @param count counters; overwritten
     */
    public static void sort(long[] x, long[] y, int from, int to, int low, int[] count) {
        if (to - from <= HostPolicy.INSERTION) {
            insertionSort(x, from, to, low);
            return;
        }
        long varying = varying(x, from, to) & -1L << low;
        if (varying != 0) {
            int high = Long.SIZE - Long.numberOfLeadingZeros(varying);
            if (sort(x, y, from, to - from, Long.numberOfTrailingZeros(varying), high, count) == y) {
                System.arraycopy(y, from, x, from, to - from);
            }
        }
    }

    private static long varying(long[] x, int from, int to) {
        long varying = 0;
        for (int i = from; i < to; i++) {
            varying |= x[i] ^ x[from];
        }
        return varying;
    }

    private static void insertionSort(long[] x, int from, int to, int low) {
        for (int i = from + 1; i < to; i++) {
            long row = x[i];
            int j = i;
            while (j > from && x[j - 1] >>> low > row >>> low) {
                x[j] = x[j - 1];
                j--;
            }
            x[j] = row;
        }
    }

    /** Sorts n longs by the bits from {@code low} to {@code high}, using the same part of y; returns the one that holds the result. */
    static long[] sort(long[] x, long[] y, int from, int n, int low, int high, int[] count) {
        int digits = digits(high - low, n, count);
        int bits = Math.ceilDiv(high - low, digits);
        int mask = (1 << bits) - 1;
        long[] source = x;
        long[] target = y;
        for (int digit = 0, shift = low; digit < digits; digit++, shift += bits) {
            Arrays.fill(count, 0, mask + 1, 0);
            count(source, from, n, shift, mask, count);
            if (count[(int) (source[from] >>> shift) & mask] < n) {
                place(count, mask + 1, from);
                scatter(source, from, n, shift, mask, count, target);
                long[] swapped = source;
                source = target;
                target = swapped;
            }
        }
        return source;
    }

    /** Returns the number of digits that takes least time: a digit reads and moves each long, and adds up the counters. */
    private static int digits(int bits, int n, int[] count) {
        int digits = Math.ceilDiv(bits, bits(count.length) - 1);
        while (cost(digits + 1, bits, n) < cost(digits, bits, n)) {
            digits++;
        }
        return digits;
    }

    private static long cost(int digits, int bits, int n) {
        return digits * (2L * n + (1L << Math.ceilDiv(bits, digits)));
    }

    /** Returns a bit: a sort by this bit and those above it, twice as many as n has, leaves few of n random longs tied. */
    static int fewTies(int n, int low, int high, int[] count) {
        int bits = Math.min(high - low, 2 * bits(n));
        int digits = digits(bits, n, count);
        return Math.max(low, high - digits * Math.ceilDiv(bits, digits));
    }

    private static void count(long[] x, int from, int n, int shift, int mask, int[] count) {
        for (int i = from; i < from + n; i++) {
            count[(int) (x[i] >>> shift) & mask]++;
        }
    }

    /** Turns counts into the index of the first long of each value. */
    private static void place(int[] count, int values, int first) {
        int at = first;
        for (int value = 0; value < values; value++) {
            int found = count[value];
            count[value] = at;
            at += found;
        }
    }

    private static void scatter(long[] x, int from, int n, int shift, int mask, int[] next, long[] y) {
        for (int i = from; i < from + n; i++) {
            long row = x[i];
            int value = (int) (row >>> shift) & mask;
            int at = next[value];
            next[value] = at + 1;
            y[at] = row;
        }
    }
}
