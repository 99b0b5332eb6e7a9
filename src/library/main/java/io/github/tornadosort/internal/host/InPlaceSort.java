package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.host.keys.HeapSort;
import java.util.Arrays;

/**
 * The JDK's sorts on the calling thread, completed in place if there is no memory. The JDK's sorts of integers and floating-point
 * numbers allocate memory after they have moved keys, and if that fails, the keys are in no order at all; and zeros, by then, have no
 * sign. Heap sort needs no memory.
 */
final class InPlaceSort {
    /** Shorter ranges are sorted by insertion. */
    private static final int ALLOCATES_FROM = 44;

    static {
        // Loads the class while there is memory for it.
        HeapSort.sort(new long[0], 0, 0);
    }

    private InPlaceSort() {}

    static void sort(byte[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            HeapSort.sort(keys, from, to);
        }
    }

    static void sort(short[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            HeapSort.sort(keys, from, to);
        }
    }

    static void sort(char[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            HeapSort.sort(keys, from, to);
        }
    }

    static void sort(int[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            HeapSort.sort(keys, from, to);
        }
    }

    static void sort(long[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            HeapSort.sort(keys, from, to);
        }
    }

    static void sort(float[] keys, int from, int to) {
        int negativeZeros = 0;
        for (int i = to - from < ALLOCATES_FROM ? to : from; i < to; i++) {
            negativeZeros += Float.floatToRawIntBits(keys[i]) == Integer.MIN_VALUE ? 1 : 0;
        }
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            complete(keys, from, to, negativeZeros);
        }
    }

    /** Completes the JDK's sort, which has moved the NaNs to the end. */
    static void complete(float[] keys, int from, int to, int negativeZeros) {
        int numbers = to;
        while (numbers > from && Float.isNaN(keys[numbers - 1])) {
            numbers--;
        }
        HeapSort.sort(keys, from, numbers);
        int zero = from;
        while (zero < numbers && keys[zero] < 0) {
            zero++;
        }
        Arrays.fill(keys, zero, zero + negativeZeros, -0.0f);
    }

    static void sort(double[] keys, int from, int to) {
        int negativeZeros = 0;
        for (int i = to - from < ALLOCATES_FROM ? to : from; i < to; i++) {
            negativeZeros += Double.doubleToRawLongBits(keys[i]) == Long.MIN_VALUE ? 1 : 0;
        }
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            complete(keys, from, to, negativeZeros);
        }
    }

    /** Completes the JDK's sort, which has moved the NaNs to the end. */
    static void complete(double[] keys, int from, int to, int negativeZeros) {
        int numbers = to;
        while (numbers > from && Double.isNaN(keys[numbers - 1])) {
            numbers--;
        }
        HeapSort.sort(keys, from, numbers);
        int zero = from;
        while (zero < numbers && keys[zero] < 0) {
            zero++;
        }
        Arrays.fill(keys, zero, zero + negativeZeros, -0.0);
    }
}
