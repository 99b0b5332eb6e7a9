package io.github.tornadosort.bench.host;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.BenchCase;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.UnaryOperator;

/** Sorts of objects with a comparator: pairs as records, an argsort as boxed indices. */
final class BoxedCalls implements Calls {
    private record Pair(int key, int value) {}

    @Override
    public UnaryOperator<Object> of(BenchCase one) {
        if (one.type() != KeyType.INT32) {
            return null;
        }
        return switch (one.operation()) {
            case "pairs" -> pairs -> pairs((Pairs) pairs);
            case "argsort" -> array -> argsort((int[]) array);
            default -> null;
        };
    }

    private static Pairs pairs(Pairs pairs) {
        Pair[] boxed = new Pair[pairs.keys().length];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = new Pair(pairs.keys()[i], pairs.values()[i]);
        }
        Arrays.parallelSort(boxed, Comparator.comparingInt(Pair::key));
        for (int i = 0; i < boxed.length; i++) {
            pairs.keys()[i] = boxed[i].key();
            pairs.values()[i] = boxed[i].value();
        }
        return pairs;
    }

    private static int[] argsort(int[] keys) {
        Integer[] boxed = new Integer[keys.length];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = i;
        }
        Arrays.parallelSort(boxed, (a, b) -> Integer.compare(keys[a], keys[b]));
        int[] indices = new int[keys.length];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = boxed[i];
        }
        return indices;
    }
}
