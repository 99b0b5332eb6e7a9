package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Sorts keys with the JDK's sorts, which process several keys at a time with vector instructions. Other orders are reduced to
 * the JDK's order: bits of integers are flipped before the sort and again after it; floating-point numbers are sorted in
 * ascending order and then reversed.
 *
 * <p>The JDK's sorts of integers and floating-point numbers allocate memory after they have moved keys. If that fails, the keys are in no
 * order at all, and zeros have no sign. They are then sorted in place by a heap sort, which needs no memory.
 */
public final class JdkSort {
    static {
        // Loads the class while there is memory for it.
        HeapSort.sort(new long[0], 0, 0);
    }

    private JdkSort() {}

    /** Sorts a column in place on the calling thread. Keys in an array of their type are sorted there, and always successfully. */
    public static void sort(Column keys, boolean descending) {
        int n = Math.toIntExact(keys.size());
        Object array = arrayOf(keys);
        if (array != null) {
            int from = indexOf(keys);
            sort(array, from, from + n, keys.type(), descending);
        } else {
            Column copy = copy(keys);
            sort(copy.segment().heapBase().orElseThrow(), 0, n, keys.type(), descending);
            keys.segment().copyFrom(copy.segment());
        }
    }

    private static Column copy(Column keys) {
        KeyType type = keys.type();
        Column copy = HostMemory.array((int) keys.size(), type.bytes(), size -> Column.allocate(type, size));
        copy.segment().copyFrom(keys.segment());
        return copy;
    }

    /**
     * Returns the array that the keys are part of, or null if they are not in an array of the type that {@link #sort} accepts.
     */
    public static Object arrayOf(Column keys) {
        Object array = keys.segment().heapBase().orElse(null);
        boolean suits = switch (keys.type()) {
            case INT8, UINT8 -> array instanceof byte[];
            case INT16 -> array instanceof short[];
            case UINT16 -> array instanceof char[];
            case INT32, UINT32 -> array instanceof int[];
            case INT64, UINT64 -> array instanceof long[];
            case FLOAT32 -> array instanceof float[];
            case FLOAT64 -> array instanceof double[];
        };
        return suits && keys.segment().address() % keys.type().bytes() == 0 ? array : null;
    }

    /** Returns the index of the first key in {@link #arrayOf its array}. */
    public static int indexOf(Column keys) {
        return (int) (keys.segment().address() / keys.type().bytes());
    }

    /**
     * Sorts part of an array.
     *
     * @param array an array of the type that {@link Column#allocate} uses for keys of the type
     */
    public static void sort(Object array, int from, int to, KeyType type, boolean descending) {
        long flip = OrderedKeys.flip(type, descending);
        // A switch over the classes of arrays would take some 20 ms on its first use.
        switch (type) {
            case INT8, UINT8 -> sort((byte[]) array, from, to, (byte) (flip ^ Byte.MIN_VALUE));
            case INT16 -> sort((short[]) array, from, to, (short) (flip ^ Short.MIN_VALUE));
            case UINT16 -> sort((char[]) array, from, to, (char) flip);
            case INT32, UINT32 -> sort((int[]) array, from, to, (int) flip ^ Integer.MIN_VALUE);
            case INT64, UINT64 -> sort((long[]) array, from, to, flip ^ Long.MIN_VALUE);
            case FLOAT32 -> sort((float[]) array, from, to, descending);
            case FLOAT64 -> sort((double[]) array, from, to, descending);
        }
    }

<#list ["byte", "short", "char", "int", "long"] as type>
    private static void sort(${type}[] keys, int from, int to, ${type} flip) {
        if (flip == 0) {
            sort(keys, from, to);
            return;
        }
        flip(keys, from, to, flip);
        sort(keys, from, to);
        flip(keys, from, to, flip);
    }

    public static void flip(${type}[] keys, int from, int to, ${type} flip) {
        for (int i = from; i < to; i++) {
            keys[i] ^= flip;
        }
    }

    /** Sorts part of an array in ascending order. */
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
    private static void sort(${type}[] keys, int from, int to, boolean descending) {
        sort(keys, from, to);
        if (descending) {
            reverse(keys, from, to);
            // The JDK keeps the order of NaNs; so does a descending sort.
            int numbers = from;
            while (numbers < to && ${Type}.isNaN(keys[numbers])) {
                numbers++;
            }
            reverse(keys, from, numbers);
        }
    }

    private static void reverse(${type}[] keys, int from, int to) {
        for (int i = from, j = to - 1; i < j; i++, j--) {
            ${type} key = keys[i];
            keys[i] = keys[j];
            keys[j] = key;
        }
    }

    private static void sort(${type}[] keys, int from, int to) {
        int negativeZeros = 0;
        for (int i = to - from <= HostPolicy.FEW_ROWS ? to : from; i < to; i++) {
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
