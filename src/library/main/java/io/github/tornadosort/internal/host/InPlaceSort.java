package io.github.tornadosort.internal.host;

import java.util.Arrays;

/**
 * The JDK's sorts on the calling thread, completed in place if there is no memory. The JDK's sorts of integers and floating-point
 * numbers allocate memory after they have moved keys, and if that fails, the keys are in no order at all; and zeros, by then, have no
 * sign. Heap sort needs no memory.
 */
final class InPlaceSort {
    /** Shorter ranges are sorted by insertion. */
    private static final int ALLOCATES_FROM = 44;

    private InPlaceSort() {}

    static void sort(byte[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            sortByHeap(keys, from, to);
        }
    }

    static void sort(short[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            sortByHeap(keys, from, to);
        }
    }

    static void sort(char[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            sortByHeap(keys, from, to);
        }
    }

    static void sort(int[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            sortByHeap(keys, from, to);
        }
    }

    static void sort(long[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            sortByHeap(keys, from, to);
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
        sortByHeap(keys, from, numbers);
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
        sortByHeap(keys, from, numbers);
        int zero = from;
        while (zero < numbers && keys[zero] < 0) {
            zero++;
        }
        Arrays.fill(keys, zero, zero + negativeZeros, -0.0);
    }

    /** Sorts numbers of any type. There must be no NaN. */
    static void sortByHeap(Object array, int from, int to) {
        int n = to - from;
        for (int root = n / 2 - 1; root >= 0; root--) {
            sift(array, from, root, n, get(array, from + root));
        }
        for (int last = n - 1; last > 0; last--) {
            long key = get(array, from + last);
            set(array, from + last, get(array, from));
            sift(array, from, 0, last, key);
        }
    }

    /** Puts a key into a heap of n keys whose root is free. */
    private static void sift(Object array, int from, int root, int n, long key) {
        int hole = root;
        // 2 * hole + 1, the index of the left child, must not overflow.
        while (hole < n / 2) {
            int child = 2 * hole + 1;
            if (child + 1 < n && get(array, from + child + 1) > get(array, from + child)) {
                child++;
            }
            if (get(array, from + child) <= key) {
                break;
            }
            set(array, from + hole, get(array, from + child));
            hole = child;
        }
        set(array, from + hole, key);
    }

    /** Returns a number as a long of the same order. */
    private static long get(Object array, int index) {
        if (array instanceof byte[] bytes) {
            return bytes[index];
        } else if (array instanceof short[] shorts) {
            return shorts[index];
        } else if (array instanceof char[] chars) {
            return chars[index];
        } else if (array instanceof int[] ints) {
            return ints[index];
        } else if (array instanceof float[] floats) {
            return ordered(Float.floatToRawIntBits(floats[index]));
        } else if (array instanceof double[] doubles) {
            return ordered(Double.doubleToRawLongBits(doubles[index]));
        } else {
            return ((long[]) array)[index];
        }
    }

    private static void set(Object array, int index, long key) {
        if (array instanceof byte[] bytes) {
            bytes[index] = (byte) key;
        } else if (array instanceof short[] shorts) {
            shorts[index] = (short) key;
        } else if (array instanceof char[] chars) {
            chars[index] = (char) key;
        } else if (array instanceof int[] ints) {
            ints[index] = (int) key;
        } else if (array instanceof float[] floats) {
            floats[index] = Float.intBitsToFloat(ordered((int) key));
        } else if (array instanceof double[] doubles) {
            doubles[index] = Double.longBitsToDouble(ordered(key));
        } else {
            ((long[]) array)[index] = key;
        }
    }

    /** Maps the bits of a number to an integer of the same order, and back. */
    private static int ordered(int bits) {
        return bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }

    private static long ordered(long bits) {
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }
}
