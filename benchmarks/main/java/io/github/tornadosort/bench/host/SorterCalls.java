package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.bench.BenchCase;
import java.lang.foreign.MemorySegment;
import java.util.function.UnaryOperator;

/** This library, as a program calls it: {@link Sorter#open()}, then sorts. */
final class SorterCalls implements Calls {
    private final Sorter sorter = Sorter.open();
    private final SortOptions options;

    /** @param options options of {@code sort} of int32 keys; null to call it without options */
    SorterCalls(SortOptions options) {
        this.options = options;
    }

    /** Returns the name of the device that large arrays are sorted on. */
    String device() {
        return sorter.device().name().strip();
    }

    @Override
    public UnaryOperator<Object> of(BenchCase one) {
        String operation = one.operation();
        if (options != null) {
            return operation.equals("sort") && one.type() == KeyType.INT32 ? this::sortWithOptions : null;
        }
        if (operation.startsWith("sort")) {
            return operation.equals("sort") ? sort(one.type()) : descending(one.type());
        }
        if (one.type() != KeyType.INT32) {
            return null;
        }
        int number = Operations.number(operation);
        return switch (Operations.name(operation)) {
            case "pairs" -> pairs -> pairs((Pairs) pairs);
            case "argsort" -> array -> sorter.argsort((int[]) array);
            case "words", "urls" -> strings -> {
                sorter.sort((String[]) strings);
                return strings;
            };
            case "segments" -> segments(one.n(), number);
            case "unique" -> array -> sorter.unique(Column.of((int[]) array));
            case "run-lengths" -> array -> sorter.runLengths(Column.of((int[]) array));
            case "top" -> array -> sorter.topK(Column.of((int[]) array), number);
            default -> null;
        };
    }

    private Object sortWithOptions(Object array) {
        sorter.sort((int[]) array, options);
        return array;
    }

    private UnaryOperator<Object> sort(KeyType type) {
        return switch (type) {
            case INT8 -> array -> {
                sorter.sort((byte[]) array);
                return array;
            };
            case INT16 -> array -> {
                sorter.sort((short[]) array);
                return array;
            };
            case INT32 -> array -> {
                sorter.sort((int[]) array);
                return array;
            };
            case INT64 -> array -> {
                sorter.sort((long[]) array);
                return array;
            };
            case FLOAT32 -> array -> {
                sorter.sort((float[]) array);
                return array;
            };
            case FLOAT64 -> array -> {
                sorter.sort((double[]) array);
                return array;
            };
            case UINT8 -> array -> unsigned(MemorySegment.ofArray((byte[]) array), type, array);
            case UINT16 -> array -> unsigned(MemorySegment.ofArray((short[]) array), type, array);
            case UINT32 -> array -> unsigned(MemorySegment.ofArray((int[]) array), type, array);
            case UINT64 -> array -> unsigned(MemorySegment.ofArray((long[]) array), type, array);
        };
    }

    private Object unsigned(MemorySegment keys, KeyType type, Object array) {
        sorter.sort(new Column(keys, type));
        return array;
    }

    private UnaryOperator<Object> descending(KeyType type) {
        SortOptions descending = SortOptions.descending();
        return switch (type) {
            case INT8 -> array -> {
                sorter.sort((byte[]) array, descending);
                return array;
            };
            case INT16 -> array -> {
                sorter.sort((short[]) array, descending);
                return array;
            };
            case INT32 -> array -> {
                sorter.sort((int[]) array, descending);
                return array;
            };
            case INT64 -> array -> {
                sorter.sort((long[]) array, descending);
                return array;
            };
            case FLOAT32 -> array -> {
                sorter.sort((float[]) array, descending);
                return array;
            };
            case FLOAT64 -> array -> {
                sorter.sort((double[]) array, descending);
                return array;
            };
            default -> null;
        };
    }

    private Pairs pairs(Pairs pairs) {
        sorter.sort(Column.of(pairs.keys()), Column.of(pairs.values()));
        return pairs;
    }

    private UnaryOperator<Object> segments(int n, int length) {
        int[] offsets = Operations.offsets(n, length);
        return array -> {
            sorter.sortSegments(Column.of((int[]) array), offsets);
            return array;
        };
    }

    @Override
    public void close() {
        sorter.close();
    }
}
