package io.github.tornadosort.internal.host.keys;

import java.util.Arrays;

/**
 * The JDK's sorts on the calling thread, completed in place if there is no memory. The JDK's sorts of integers and floating-point
 * numbers allocate memory after they have moved keys, and if that fails, the keys are in no order at all; and zeros, by then, have no
 * sign. Heap sort needs no memory.
 */
public final class InPlaceSort {
    /** Shorter ranges are sorted by insertion. */
    private static final int ALLOCATES_FROM = 44;

    static {
        // Loads the class while there is memory for it.
        HeapSort.sort(new long[0], 0, 0);
    }

    private InPlaceSort() {}

<#list ["byte", "short", "char", "int", "long"] as type>
    public static void sort(${type}[] keys, int from, int to) {
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            HeapSort.sort(keys, from, to);
        }
    }

</#list>
<#list [["float", "Float", "Int", "Integer", "-0.0f"], ["double", "Double", "Long", "Long", "-0.0"]] as t>
<#assign type = t[0], Type = t[1], Bits = t[2], Word = t[3], zero = t[4]>
    public static void sort(${type}[] keys, int from, int to) {
        int negativeZeros = 0;
        for (int i = to - from < ALLOCATES_FROM ? to : from; i < to; i++) {
            negativeZeros += ${Type}.${type}ToRaw${Bits}Bits(keys[i]) == ${Word}.MIN_VALUE ? 1 : 0;
        }
        try {
            Arrays.sort(keys, from, to);
        } catch (OutOfMemoryError e) {
            complete(keys, from, to, negativeZeros);
        }
    }

    /** Completes the JDK's sort, which has moved the NaNs to the end. */
    static void complete(${type}[] keys, int from, int to, int negativeZeros) {
        int numbers = to;
        while (numbers > from && ${Type}.isNaN(keys[numbers - 1])) {
            numbers--;
        }
        HeapSort.sort(keys, from, numbers);
        int zero = from;
        while (zero < numbers && keys[zero] < 0) {
            zero++;
        }
        Arrays.fill(keys, zero, zero + negativeZeros, ${zero});
    }
<#sep>

</#sep></#list>
}
