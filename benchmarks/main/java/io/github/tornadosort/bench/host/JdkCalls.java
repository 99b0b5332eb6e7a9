package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Runs;
import io.github.tornadosort.bench.BenchCase;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** {@link Arrays#sort} or {@link Arrays#parallelSort}, and what a program would do with it for the other operations. */
final class JdkCalls implements Calls {
    private final boolean isParallel;

    JdkCalls(boolean isParallel) {
        this.isParallel = isParallel;
    }

    @Override
    public UnaryOperator<Object> of(BenchCase one) {
        String operation = one.operation();
        if (operation.equals("sort")) {
            return isParallel ? parallelSort(one.type()) : sort(one.type());
        }
        if (one.type() != KeyType.INT32) {
            return null;
        }
        int number = Operations.number(operation);
        return switch (Operations.name(operation)) {
            case "words", "urls" -> strings -> sort((String[]) strings);
            case "segments" -> isParallel ? null : segments(Operations.offsets(one.n(), number));
            case "unique" -> array -> unique((int[]) array);
            case "run-lengths" -> array -> runLengths((int[]) array);
            case "top" -> array -> top((int[]) array, number);
            default -> null;
        };
    }

    private static UnaryOperator<Object> sort(KeyType type) {
        return switch (type) {
            case INT8 -> array -> {
                Arrays.sort((byte[]) array);
                return array;
            };
            case INT16 -> array -> {
                Arrays.sort((short[]) array);
                return array;
            };
            case INT32 -> array -> {
                Arrays.sort((int[]) array);
                return array;
            };
            case INT64 -> array -> {
                Arrays.sort((long[]) array);
                return array;
            };
            case FLOAT32 -> array -> {
                Arrays.sort((float[]) array);
                return array;
            };
            case FLOAT64 -> array -> {
                Arrays.sort((double[]) array);
                return array;
            };
            default -> null;
        };
    }

    private static UnaryOperator<Object> parallelSort(KeyType type) {
        return switch (type) {
            case INT8 -> array -> {
                Arrays.parallelSort((byte[]) array);
                return array;
            };
            case INT16 -> array -> {
                Arrays.parallelSort((short[]) array);
                return array;
            };
            case INT32 -> array -> {
                Arrays.parallelSort((int[]) array);
                return array;
            };
            case INT64 -> array -> {
                Arrays.parallelSort((long[]) array);
                return array;
            };
            case FLOAT32 -> array -> {
                Arrays.parallelSort((float[]) array);
                return array;
            };
            case FLOAT64 -> array -> {
                Arrays.parallelSort((double[]) array);
                return array;
            };
            default -> null;
        };
    }

    private void sort(int[] array) {
        if (isParallel) {
            Arrays.parallelSort(array);
        } else {
            Arrays.sort(array);
        }
    }

    private static UnaryOperator<Object> segments(int[] offsets) {
        return array -> {
            int[] keys = (int[]) array;
            for (int i = 1; i < offsets.length; i++) {
                Arrays.sort(keys, offsets[i - 1], offsets[i]);
            }
            return array;
        };
    }

    private String[] sort(String[] strings) {
        if (isParallel) {
            Arrays.parallelSort(strings);
        } else {
            Arrays.sort(strings);
        }
        return strings;
    }

    private Column unique(int[] array) {
        sort(array);
        int distinct = 0;
        for (int i = 0; i < array.length; i++) {
            if (i == 0 || array[i] != array[i - 1]) {
                array[distinct++] = array[i];
            }
        }
        return Column.of(Arrays.copyOf(array, distinct));
    }

    private Runs runLengths(int[] array) {
        sort(array);
        int[] starts = new int[array.length];
        int distinct = 0;
        for (int i = 0; i < array.length; i++) {
            if (i == 0 || array[i] != array[i - 1]) {
                array[distinct] = array[i];
                starts[distinct++] = i;
            }
        }
        int[] counts = new int[distinct];
        for (int i = 0; i < distinct; i++) {
            counts[i] = (i + 1 < distinct ? starts[i + 1] : array.length) - starts[i];
        }
        return new Runs(Column.of(Arrays.copyOf(array, distinct)), counts);
    }

    private Column top(int[] array, int k) {
        sort(array);
        return Column.of(Arrays.copyOf(array, Math.min(k, array.length)));
    }
}
