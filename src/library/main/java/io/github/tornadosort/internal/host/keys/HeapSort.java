package io.github.tornadosort.internal.host.keys;

/** Sorts numbers in place on one thread. It allocates nothing: the last resort when there is no memory. */
public final class HeapSort {
    private HeapSort() {}

    /**
     * Sorts numbers in n log n steps, which take some ten times longer than a sort with memory.
     *
     * @param numbers an array of numbers without NaNs, {@link Words32} or {@link Words64}
     */
    public static void sort(Object numbers, int from, int to) {
        int n = to - from;
        for (int root = n / 2 - 1; root >= 0; root--) {
            sift(numbers, from, root, n, get(numbers, from + root));
        }
        for (int last = n - 1; last > 0; last--) {
            long number = get(numbers, from + last);
            set(numbers, from + last, get(numbers, from));
            sift(numbers, from, 0, last, number);
        }
    }

    /** Puts a number into a heap of n numbers whose root is free. */
    private static void sift(Object numbers, int from, int root, int n, long number) {
        int hole = root;
        // 2 * hole + 1, the index of the left child, must not overflow.
        while (hole < n / 2) {
            int child = 2 * hole + 1;
            if (child + 1 < n && get(numbers, from + child + 1) > get(numbers, from + child)) {
                child++;
            }
            if (get(numbers, from + child) <= number) {
                break;
            }
            set(numbers, from + hole, get(numbers, from + child));
            hole = child;
        }
        set(numbers, from + hole, number);
    }

    /** Returns a number as a long of the same order. */
    private static long get(Object numbers, int index) {
        if (numbers instanceof byte[] bytes) {
            return bytes[index];
        } else if (numbers instanceof short[] shorts) {
            return shorts[index];
        } else if (numbers instanceof char[] chars) {
            return chars[index];
        } else if (numbers instanceof int[] ints) {
            return ints[index];
        } else if (numbers instanceof long[] longs) {
            return longs[index];
        } else if (numbers instanceof float[] floats) {
            return ordered(Float.floatToRawIntBits(floats[index]));
        } else if (numbers instanceof double[] doubles) {
            return ordered(Double.doubleToRawLongBits(doubles[index]));
        } else if (numbers instanceof Words32 words) {
            return words.at(index);
        } else {
            return ((Words64) numbers).at(index);
        }
    }

    private static void set(Object numbers, int index, long number) {
        if (numbers instanceof byte[] bytes) {
            bytes[index] = (byte) number;
        } else if (numbers instanceof short[] shorts) {
            shorts[index] = (short) number;
        } else if (numbers instanceof char[] chars) {
            chars[index] = (char) number;
        } else if (numbers instanceof int[] ints) {
            ints[index] = (int) number;
        } else if (numbers instanceof long[] longs) {
            longs[index] = number;
        } else if (numbers instanceof float[] floats) {
            floats[index] = Float.intBitsToFloat(ordered((int) number));
        } else if (numbers instanceof double[] doubles) {
            doubles[index] = Double.longBitsToDouble(ordered(number));
        } else if (numbers instanceof Words32 words) {
            words.set(index, (int) number);
        } else {
            ((Words64) numbers).set(index, number);
        }
    }

    /** Maps the bits of a floating-point number to an integer of the same order, and back. */
    private static int ordered(int bits) {
        return bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }

    private static long ordered(long bits) {
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }
}
