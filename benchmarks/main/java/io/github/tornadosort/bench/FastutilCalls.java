package io.github.tornadosort.bench;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.lang.reflect.Array;
import java.util.Arrays;

/** fastutil's parallel quicksorts. They run on one core if there are few keys. */
final class FastutilCalls implements Calls {
    @Override
    public Object call(Input in) {
        return switch (in.operation) {
            case "sort" -> sort(in.keys);
            case "pairs" -> pairs(in.keys, in.values);
            case "argsort" -> argsort(in.keys);
            default -> null;
        };
    }

    private Object sort(Object keys) {
        if (!(keys instanceof int[] array)) {
            return null;
        }
        IntArrays.parallelQuickSort(array);
        return keys;
    }

    /** Sorts by key, then by value. The values ascend, so this is a stable sort by key. */
    private Object pairs(Object keys, Object values) {
        switch (keys) {
            case int[] array -> IntArrays.parallelQuickSort(array, (int[]) values);
            case long[] array -> LongArrays.parallelQuickSort(array, (long[]) values);
            default -> {
                return null;
            }
        }
        return new Object[] {keys, values};
    }

    private int[] argsort(Object keys) {
        int[] order = new int[Array.getLength(keys)];
        Arrays.setAll(order, i -> i);
        switch (keys) {
            case int[] array -> {
                IntArrays.parallelQuickSortIndirect(order, array);
                IntArrays.stabilize(order, array);
            }
            case long[] array -> {
                LongArrays.parallelQuickSortIndirect(order, array);
                LongArrays.stabilize(order, array);
            }
            default -> {
                return null;
            }
        }
        return order;
    }
}
