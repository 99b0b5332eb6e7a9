package io.github.tornadosort.internal.host;

/**
 * Sorts short arrays of longs without branches that depend on the elements, because a mispredicted branch costs as much as
 * several comparisons. Elements must not be negative.
 */
final class SortingNetwork {
    /** Maximum number of elements. */
    static final int MAX = 32;
    /** Elements that the network sorts. */
    private static final int WIDTH = 16;
    /** Number of elements from which the network, which always sorts 16, is faster than an insertion sort. */
    private static final int SIXTEEN_FROM = 13;
    /** Number of elements from which the first eight are sorted by a network before the others are inserted. */
    private static final int EIGHT_FROM = 8;

    private SortingNetwork() {}

    /** Returns the length of the array that a sort of n elements needs. */
    static int length(int n) {
        return n < SIXTEEN_FROM ? n : n <= WIDTH ? WIDTH : 2 * (WIDTH + 1) + n;
    }

    /**
     * Sorts the first n elements of an array.
     *
     * @param array an array of {@link #length} elements; those after the first n are overwritten
     * @return the index of the first element of the result, which has n elements
     */
    static int sort(long[] array, int n) {
        if (n < SIXTEEN_FROM) {
            insertionSort(array, n < EIGHT_FROM ? 1 : sortEight(array), n);
            return 0;
        }
        if (n <= WIDTH) {
            for (int i = n; i < WIDTH; i++) {
                array[i] = Long.MAX_VALUE;
            }
            sortSixteen(array, 0);
            return 0;
        }
        // Two runs, each followed by an element that is greater than all others.
        System.arraycopy(array, WIDTH, array, WIDTH + 1, n - WIDTH);
        array[WIDTH] = Long.MAX_VALUE;
        for (int i = n + 1; i < 2 * (WIDTH + 1); i++) {
            array[i] = Long.MAX_VALUE;
        }
        sortSixteen(array, 0);
        sortSixteen(array, WIDTH + 1);
        merge(array, n);
        return 2 * (WIDTH + 1);
    }

    /** Inserts the elements from index {@code from} on among those before it, which are sorted. */
    private static void insertionSort(long[] array, int from, int n) {
        for (int i = from; i < n; i++) {
            long element = array[i];
            for (int j = i; j > 0; j--) {
                long before = array[j - 1];
                array[j] = Math.max(element, before);
                element = Math.min(element, before);
            }
            array[0] = element;
        }
    }

    private static void merge(long[] array, int n) {
        int left = 0;
        int right = WIDTH + 1;
        int to = 2 * (WIDTH + 1);
        for (int i = 0; i < n; i++) {
            long a = array[left];
            long b = array[right];
            int takeLeft = (int) (a - b >>> 63);
            array[to + i] = Math.min(a, b);
            left += takeLeft;
            right += 1 - takeLeft;
        }
    }

    /** Batcher's odd-even merge sort (Knuth, The Art of Computer Programming, volume 3, 5.3.4). */
    private static void sortSixteen(long[] a, int at) {
        order(a, at, 0, 1);
        order(a, at, 2, 3);
        order(a, at, 4, 5);
        order(a, at, 6, 7);
        order(a, at, 8, 9);
        order(a, at, 10, 11);
        order(a, at, 12, 13);
        order(a, at, 14, 15);
        order(a, at, 0, 2);
        order(a, at, 1, 3);
        order(a, at, 4, 6);
        order(a, at, 5, 7);
        order(a, at, 8, 10);
        order(a, at, 9, 11);
        order(a, at, 12, 14);
        order(a, at, 13, 15);
        order(a, at, 1, 2);
        order(a, at, 5, 6);
        order(a, at, 9, 10);
        order(a, at, 13, 14);
        order(a, at, 0, 4);
        order(a, at, 1, 5);
        order(a, at, 2, 6);
        order(a, at, 3, 7);
        order(a, at, 8, 12);
        order(a, at, 9, 13);
        order(a, at, 10, 14);
        order(a, at, 11, 15);
        order(a, at, 2, 4);
        order(a, at, 3, 5);
        order(a, at, 10, 12);
        order(a, at, 11, 13);
        order(a, at, 1, 2);
        order(a, at, 3, 4);
        order(a, at, 5, 6);
        order(a, at, 9, 10);
        order(a, at, 11, 12);
        order(a, at, 13, 14);
        order(a, at, 0, 8);
        order(a, at, 1, 9);
        order(a, at, 2, 10);
        order(a, at, 3, 11);
        order(a, at, 4, 12);
        order(a, at, 5, 13);
        order(a, at, 6, 14);
        order(a, at, 7, 15);
        order(a, at, 4, 8);
        order(a, at, 5, 9);
        order(a, at, 6, 10);
        order(a, at, 7, 11);
        order(a, at, 2, 4);
        order(a, at, 3, 5);
        order(a, at, 6, 8);
        order(a, at, 7, 9);
        order(a, at, 10, 12);
        order(a, at, 11, 13);
        order(a, at, 1, 2);
        order(a, at, 3, 4);
        order(a, at, 5, 6);
        order(a, at, 7, 8);
        order(a, at, 9, 10);
        order(a, at, 11, 12);
        order(a, at, 13, 14);
    }

    /** Sorts the first eight elements, in local variables, which the JIT compiler keeps in registers. Returns their number. */
    private static int sortEight(long[] a) {
        long a0 = a[0];
        long a1 = a[1];
        long a2 = a[2];
        long a3 = a[3];
        long a4 = a[4];
        long a5 = a[5];
        long a6 = a[6];
        long a7 = a[7];
        long less;
        less = Math.min(a0, a1);
        a1 = Math.max(a0, a1);
        a0 = less;
        less = Math.min(a2, a3);
        a3 = Math.max(a2, a3);
        a2 = less;
        less = Math.min(a4, a5);
        a5 = Math.max(a4, a5);
        a4 = less;
        less = Math.min(a6, a7);
        a7 = Math.max(a6, a7);
        a6 = less;
        less = Math.min(a0, a2);
        a2 = Math.max(a0, a2);
        a0 = less;
        less = Math.min(a1, a3);
        a3 = Math.max(a1, a3);
        a1 = less;
        less = Math.min(a4, a6);
        a6 = Math.max(a4, a6);
        a4 = less;
        less = Math.min(a5, a7);
        a7 = Math.max(a5, a7);
        a5 = less;
        less = Math.min(a1, a2);
        a2 = Math.max(a1, a2);
        a1 = less;
        less = Math.min(a5, a6);
        a6 = Math.max(a5, a6);
        a5 = less;
        less = Math.min(a0, a4);
        a4 = Math.max(a0, a4);
        a0 = less;
        less = Math.min(a1, a5);
        a5 = Math.max(a1, a5);
        a1 = less;
        less = Math.min(a2, a6);
        a6 = Math.max(a2, a6);
        a2 = less;
        less = Math.min(a3, a7);
        a7 = Math.max(a3, a7);
        a3 = less;
        less = Math.min(a2, a4);
        a4 = Math.max(a2, a4);
        a2 = less;
        less = Math.min(a3, a5);
        a5 = Math.max(a3, a5);
        a3 = less;
        less = Math.min(a1, a2);
        a2 = Math.max(a1, a2);
        a1 = less;
        less = Math.min(a3, a4);
        a4 = Math.max(a3, a4);
        a3 = less;
        less = Math.min(a5, a6);
        a6 = Math.max(a5, a6);
        a5 = less;
        a[0] = a0;
        a[1] = a1;
        a[2] = a2;
        a[3] = a3;
        a[4] = a4;
        a[5] = a5;
        a[6] = a6;
        a[7] = a7;
        return EIGHT_FROM;
    }

    private static void order(long[] array, int at, int i, int j) {
        long a = array[at + i];
        long b = array[at + j];
        array[at + i] = Math.min(a, b);
        array[at + j] = Math.max(a, b);
    }
}
