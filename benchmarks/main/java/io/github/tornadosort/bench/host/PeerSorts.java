package io.github.tornadosort.bench.host;

import it.unimi.dsi.fastutil.doubles.DoubleArrays;
import it.unimi.dsi.fastutil.floats.FloatArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/** What a program without this library calls: {@code Arrays.parallelSort}, and fastutil's parallel quicksort of pairs and indices. */
final class PeerSorts implements Sorts {
    @Override
    public void sort(Object keys) {
        switch (keys) {
            case byte[] array -> Arrays.parallelSort(array);
            case short[] array -> Arrays.parallelSort(array);
            case char[] array -> Arrays.parallelSort(array);
            case int[] array -> Arrays.parallelSort(array);
            case long[] array -> Arrays.parallelSort(array);
            case float[] array -> Arrays.parallelSort(array);
            default -> Arrays.parallelSort((double[]) keys);
        }
    }

    /** Sorts by key, then by value. The values ascend, so this is a stable sort by key. */
    @Override
    public void pairs(Object keys, Object values) {
        switch (keys) {
            case int[] array -> IntArrays.parallelQuickSort(array, (int[]) values);
            case long[] array -> LongArrays.parallelQuickSort(array, (long[]) values);
            case float[] array -> FloatArrays.parallelQuickSort(array, (float[]) values);
            default -> DoubleArrays.parallelQuickSort((double[]) keys, (double[]) values);
        }
    }

    @Override
    public int[] argsort(Object keys) {
        return switch (keys) {
            case int[] array -> {
                int[] order = indices(array.length);
                IntArrays.parallelQuickSortIndirect(order, array);
                IntArrays.stabilize(order, array);
                yield order;
            }
            case long[] array -> {
                int[] order = indices(array.length);
                LongArrays.parallelQuickSortIndirect(order, array);
                LongArrays.stabilize(order, array);
                yield order;
            }
            case float[] array -> {
                int[] order = indices(array.length);
                FloatArrays.parallelQuickSortIndirect(order, array);
                FloatArrays.stabilize(order, array);
                yield order;
            }
            default -> {
                double[] array = (double[]) keys;
                int[] order = indices(array.length);
                DoubleArrays.parallelQuickSortIndirect(order, array);
                DoubleArrays.stabilize(order, array);
                yield order;
            }
        };
    }

    private static int[] indices(int n) {
        int[] indices = new int[n];
        Arrays.setAll(indices, i -> i);
        return indices;
    }
}
