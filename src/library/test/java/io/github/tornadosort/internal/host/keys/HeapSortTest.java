package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sort that completes one of the JDK's without memory. {@code AllocationFaultsTest} lets the JDK's sorts fail. */
class HeapSortTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 10, 1_000})
    void sortsNumbersOfEveryTypeByHeap(int n) {
        SplittableRandom random = new SplittableRandom(n);
        for (Class<?> type : List.of(byte.class, short.class, char.class, int.class, long.class)) {
            Object keys = Array.newInstance(type, n + 2);
            long[] expected = new long[n];
            for (int i = 0; i < n; i++) {
                set(keys, i + 1, random.nextLong());
                expected[i] = get(keys, i + 1);
            }
            Arrays.sort(expected);
            sort(keys, n);
            for (int i = 0; i < n; i++) {
                assertThat(get(keys, i + 1)).as("%s %d", type, i).isEqualTo(expected[i]);
            }
            assertThat(get(keys, 0) | get(keys, n + 1)).as("numbers around the range").isZero();
        }
    }

    private static void sort(Object array, int n) {
        switch (array) {
            case byte[] bytes -> HeapSort.sort(bytes, 1, n + 1);
            case short[] shorts -> HeapSort.sort(shorts, 1, n + 1);
            case char[] chars -> HeapSort.sort(chars, 1, n + 1);
            case int[] ints -> HeapSort.sort(ints, 1, n + 1);
            default -> HeapSort.sort((long[]) array, 1, n + 1);
        }
    }

    private static long get(Object array, int index) {
        return array instanceof char[] chars ? chars[index] : Array.getLong(array, index);
    }

    private static void set(Object array, int index, long number) {
        switch (array) {
            case byte[] bytes -> bytes[index] = (byte) number;
            case short[] shorts -> shorts[index] = (short) number;
            case char[] chars -> chars[index] = (char) number;
            case int[] ints -> ints[index] = (int) number;
            default -> Array.setLong(array, index, number);
        }
    }

    /** The JDK has taken the signs of zeros and moved NaNs to the end. */
    @Test
    void completesSortsOfFloatingPointNumbers() {
        double[] doubles = {0, 3, -1, 0, Double.NEGATIVE_INFINITY, 0, 2, -4, Double.MAX_VALUE, Double.NaN, Double.NaN};
        double[] sorted = {0, 3, -1, -0.0, Double.NEGATIVE_INFINITY, -0.0, 2, -4, Double.MAX_VALUE, Double.NaN, Double.NaN};
        float[] floats = new float[doubles.length];
        float[] sortedFloats = new float[doubles.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) doubles[i];
            sortedFloats[i] = (float) sorted[i];
        }
        Arrays.sort(sorted);
        Arrays.sort(sortedFloats);
        JdkSort.complete(doubles, 0, doubles.length, 2);
        JdkSort.complete(floats, 0, floats.length, 2);
        assertThat(doubles).isEqualTo(sorted);
        assertThat(floats).isEqualTo(sortedFloats);
    }
}
