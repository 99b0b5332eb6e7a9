package io.github.tornadosort.bench.peer;

import static java.lang.foreign.MemorySegment.ofArray;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.BenchCase;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.Verification;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** {@link Arrays#parallelSort} of primitives, of boxed indices with a comparator (argsort), and of records. */
public final class ArraysPeer extends JavaPeer {
    /** @param name its name in results */
    public ArraysPeer(String name) {
        super(name, "java.util.Arrays.parallelSort, Java " + Runtime.version());
    }

    @Override
    Work work(Request request, Column keys) {
        return switch (request.operation()) {
            case "sort" -> sort(keys);
            case "argsort" -> argsort(keys);
            case "records" -> records(keys.segment());
            default -> null;
        };
    }

    private static Work sort(Column keys) {
        switch (keys.type()) {
            case INT8 -> {
                byte[] array = bytes(keys);
                return sort(keys, ofArray(array), () -> Arrays.parallelSort(array));
            }
            case INT16 -> {
                short[] array = shorts(keys);
                return sort(keys, ofArray(array), () -> Arrays.parallelSort(array));
            }
            case UINT16 -> {
                char[] array = chars(keys);
                return sort(keys, ofArray(array), () -> Arrays.parallelSort(array));
            }
            case INT32 -> {
                int[] array = ints(keys);
                return sort(keys, ofArray(array), () -> Arrays.parallelSort(array));
            }
            case INT64 -> {
                long[] array = longs(keys);
                return sort(keys, ofArray(array), () -> Arrays.parallelSort(array));
            }
            case FLOAT32 -> {
                float[] array = floats(keys);
                return sort(keys, ofArray(array), () -> Arrays.parallelSort(array));
            }
            case FLOAT64 -> {
                double[] array = doubles(keys);
                return sort(keys, ofArray(array), () -> Arrays.parallelSort(array));
            }
            default -> {
                return null;
            }
        }
    }

    private static Work records(MemorySegment bytes) {
        int width = BenchCase.RECORD_BYTES;
        byte[][] records = new byte[Math.toIntExact(bytes.byteSize() / width)][];
        Arrays.setAll(records, i -> bytes.asSlice((long) i * width, width).toArray(ValueLayout.JAVA_BYTE));
        Comparator<byte[]> byKey =
                (a, b) -> Arrays.compareUnsigned(a, 0, BenchCase.RECORD_KEY_BYTES, b, 0, BenchCase.RECORD_KEY_BYTES);
        return new Work(() -> Arrays.parallelSort(records, byKey), () -> {
            MemorySegment result = ofArray(new byte[records.length * width]);
            for (int i = 0; i < records.length; i++) {
                MemorySegment.copy(records[i], 0, result, ValueLayout.JAVA_BYTE, (long) i * width, width);
            }
            return Verification.records(bytes, result, width, BenchCase.RECORD_KEY_BYTES);
        });
    }

    private static Work argsort(Column keys) {
        Comparator<Integer> byKey =
                switch (keys.type()) {
                    case INT32 -> {
                        int[] array = ints(keys);
                        yield (a, b) -> Integer.compare(array[a], array[b]);
                    }
                    case UINT32 -> {
                        int[] array = ints(keys);
                        yield (a, b) -> Integer.compareUnsigned(array[a], array[b]);
                    }
                    case INT64 -> {
                        long[] array = longs(keys);
                        yield (a, b) -> Long.compare(array[a], array[b]);
                    }
                    case FLOAT32 -> {
                        float[] array = floats(keys);
                        yield (a, b) -> Float.compare(array[a], array[b]);
                    }
                    case FLOAT64 -> {
                        double[] array = doubles(keys);
                        yield (a, b) -> Double.compare(array[a], array[b]);
                    }
                    default -> null;
                };
        if (byKey == null) {
            return null;
        }
        Integer[] indices =
                IntStream.range(0, Math.toIntExact(keys.size())).boxed().toArray(Integer[]::new);
        return new Work(
                () -> Arrays.parallelSort(indices, byKey),
                () -> Verification.indices(
                        keys, ofArray(Arrays.stream(indices).mapToInt(i -> i).toArray())));
    }
}
