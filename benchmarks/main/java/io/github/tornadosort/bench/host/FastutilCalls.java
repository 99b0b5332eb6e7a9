package io.github.tornadosort.bench.host;

import io.github.tornadosort.bench.BenchCase;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** fastutil's parallel quicksort or radix sort of integers. Both run on one core if there are few keys. */
final class FastutilCalls implements Calls {
    private final boolean isRadix;

    FastutilCalls(boolean isRadix) {
        this.isRadix = isRadix;
    }

    @Override
    public UnaryOperator<Object> of(BenchCase one) {
        return switch (one.operation() + " " + one.type().label()) {
            case "sort int32" -> isRadix ? array -> {
                IntArrays.parallelRadixSort((int[]) array);
                return array;
            } : array -> {
                IntArrays.parallelQuickSort((int[]) array);
                return array;
            };
            case "sort int64" -> isRadix ? array -> {
                LongArrays.parallelRadixSort((long[]) array);
                return array;
            } : array -> {
                LongArrays.parallelQuickSort((long[]) array);
                return array;
            };
            case "pairs int32" -> pairs -> pairs((Pairs) pairs);
            case "argsort int32" -> array -> argsort((int[]) array);
            default -> null;
        };
    }

    /** Sorts by key, then by value. The values are the original indices, so this is a stable sort by key. */
    private Pairs pairs(Pairs pairs) {
        if (isRadix) {
            IntArrays.parallelRadixSort(pairs.keys(), pairs.values());
        } else {
            IntArrays.parallelQuickSort(pairs.keys(), pairs.values());
        }
        return pairs;
    }

    private int[] argsort(int[] keys) {
        int[] indices = new int[keys.length];
        Arrays.setAll(indices, i -> i);
        if (isRadix) {
            IntArrays.parallelRadixSortIndirect(indices, keys, true);
        } else {
            IntArrays.parallelQuickSortIndirect(indices, keys);
            IntArrays.stabilize(indices, keys);
        }
        return indices;
    }
}
