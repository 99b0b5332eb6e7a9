package io.github.tornadosort.bench.peer;

import static java.lang.foreign.MemorySegment.ofArray;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.Verification;
import it.unimi.dsi.fastutil.doubles.DoubleArrays;
import it.unimi.dsi.fastutil.floats.FloatArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** fastutil's parallel radix sorts. */
public final class FastutilPeer extends JavaPeer {
    /** @param name its name in results */
    public FastutilPeer(String name) {
        super(name, "fastutil parallelRadixSort, Java " + Runtime.version());
    }

    @Override
    Work work(Request request, Column keys) {
        return switch (request.operation()) {
            case "sort" -> sort(keys);
            case "pairs" -> pairs(keys);
            case "pairs64" -> pairs64(keys);
            case "argsort" -> argsort(keys);
            default -> null;
        };
    }

    private static Work sort(Column keys) {
        switch (keys.type()) {
            case INT32 -> {
                int[] array = ints(keys);
                return sort(keys, ofArray(array), () -> IntArrays.parallelRadixSort(array));
            }
            case INT64 -> {
                long[] array = longs(keys);
                return sort(keys, ofArray(array), () -> LongArrays.parallelRadixSort(array));
            }
            case FLOAT32 -> {
                float[] array = floats(keys);
                return sort(keys, ofArray(array), () -> FloatArrays.parallelRadixSort(array));
            }
            case FLOAT64 -> {
                double[] array = doubles(keys);
                return sort(keys, ofArray(array), () -> DoubleArrays.parallelRadixSort(array));
            }
            default -> {
                return null;
            }
        }
    }

    /** Sorts by key, then by value. The values are the original indices, so this is a stable sort by key. */
    private static Work pairs(Column keys) {
        if (keys.type() != KeyType.INT32) {
            return null;
        }
        int[] array = ints(keys);
        int[] numbers = IntStream.range(0, array.length).toArray();
        return pairs(keys, ofArray(array), ofArray(numbers), () -> IntArrays.parallelRadixSort(array, numbers));
    }

    private static Work pairs64(Column keys) {
        if (keys.type() != KeyType.INT64) {
            return null;
        }
        long[] array = longs(keys);
        long[] numbers = LongStream.range(0, array.length).toArray();
        return new Work(
                () -> LongArrays.parallelRadixSort(array, numbers),
                () -> Verification.pairs(keys, new Column(ofArray(array), keys.type()), indices(numbers)));
    }

    private static java.lang.foreign.MemorySegment indices(long[] numbers) {
        return ofArray(LongStream.of(numbers).mapToInt(Math::toIntExact).toArray());
    }

    private static Work argsort(Column keys) {
        int[] indices = IntStream.range(0, Math.toIntExact(keys.size())).toArray();
        Runnable call =
                switch (keys.type()) {
                    case INT32 -> {
                        int[] array = ints(keys);
                        yield () -> IntArrays.parallelRadixSortIndirect(indices, array, true);
                    }
                    case INT64 -> {
                        long[] array = longs(keys);
                        yield () -> LongArrays.parallelRadixSortIndirect(indices, array, true);
                    }
                    case FLOAT32 -> {
                        float[] array = floats(keys);
                        yield () -> FloatArrays.parallelRadixSortIndirect(indices, array, true);
                    }
                    case FLOAT64 -> {
                        double[] array = doubles(keys);
                        yield () -> DoubleArrays.parallelRadixSortIndirect(indices, array, true);
                    }
                    default -> null;
                };
        return call == null ? null : new Work(call, () -> Verification.indices(keys, ofArray(indices)));
    }
}
