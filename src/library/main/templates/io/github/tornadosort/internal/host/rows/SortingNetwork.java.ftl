package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;

/**
 * Sorts short arrays of longs without branches that depend on the elements, because a mispredicted branch costs as much as
 * several comparisons. Elements must not be negative.
 */
final class SortingNetwork {
    /** Maximum number of elements. */
    static final int MAX = 32;
    /** Elements that the network sorts. */
    private static final int WIDTH = 16;

    private SortingNetwork() {}

    /** Returns the length of the array that a sort of n elements needs. */
    static int length(int n) {
        return n < HostPolicy.NETWORK_16 ? n : n <= WIDTH ? WIDTH : 2 * (WIDTH + 1) + n;
    }

    /**
     * Sorts the first n elements of an array.
     *
     * @param array an array of {@link #length} elements; those after the first n are overwritten
     * @return the index of the first element of the result, which has n elements
     */
    static int sort(long[] array, int n) {
        if (n < HostPolicy.NETWORK_16) {
            insertionSort(array, n < HostPolicy.NETWORK_8 ? 1 : sortEight(array), n);
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

<#assign eight = "0-1 2-3 4-5 6-7 0-2 1-3 4-6 5-7 1-2 5-6 0-4 1-5 2-6 3-7 2-4 3-5 1-2 3-4 5-6"?split(" ")>
<#assign sixteen = ("0-1 2-3 4-5 6-7 8-9 10-11 12-13 14-15 0-2 1-3 4-6 5-7 8-10 9-11 12-14 13-15 1-2 5-6 9-10 13-14 0-4 1-5 2-6 3-7 "
        + "8-12 9-13 10-14 11-15 2-4 3-5 10-12 11-13 1-2 3-4 5-6 9-10 11-12 13-14 0-8 1-9 2-10 3-11 4-12 5-13 6-14 7-15 "
        + "4-8 5-9 6-10 7-11 2-4 3-5 6-8 7-9 10-12 11-13 1-2 3-4 5-6 7-8 9-10 11-12 13-14")?split(" ")>
    /** Batcher's odd-even merge sort (Knuth, The Art of Computer Programming, volume 3, 5.3.4). */
    private static void sortSixteen(long[] a, int at) {
<#list sixteen as pair>
        order(a, at, ${pair?replace("-", ", ")});
</#list>
    }

    /** Sorts the first eight elements, in local variables, which the JIT compiler keeps in registers. Returns their number. */
    private static int sortEight(long[] a) {
<#list 0..7 as i>
        long a${i} = a[${i}];
</#list>
        long less;
<#list eight as pair>
<#assign i = pair?keep_before("-"), j = pair?keep_after("-")>
        less = Math.min(a${i}, a${j});
        a${j} = Math.max(a${i}, a${j});
        a${i} = less;
</#list>
<#list 0..7 as i>
        a[${i}] = a${i};
</#list>
        return HostPolicy.NETWORK_8;
    }

    private static void order(long[] array, int at, int i, int j) {
        long a = array[at + i];
        long b = array[at + j];
        array[at + i] = Math.min(a, b);
        array[at + j] = Math.max(a, b);
    }
}
