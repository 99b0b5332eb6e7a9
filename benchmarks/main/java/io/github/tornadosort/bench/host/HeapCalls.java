package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.BenchCase;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.UnaryOperator;

/** A heap of the k smallest keys so far, for a top-k selection. */
final class HeapCalls implements Calls {
    @Override
    public UnaryOperator<Object> of(BenchCase one) {
        int k = Operations.number(one.operation());
        boolean isSupported = Operations.name(one.operation()).equals("top") && one.type() == KeyType.INT32;
        return isSupported ? array -> top((int[]) array, k) : null;
    }

    private static Column top(int[] keys, int k) {
        PriorityQueue<Integer> smallest = new PriorityQueue<>(k, Comparator.reverseOrder());
        for (int key : keys) {
            if (smallest.size() < k) {
                smallest.add(key);
            } else if (key < smallest.peek()) {
                smallest.poll();
                smallest.add(key);
            }
        }
        int[] sorted = new int[smallest.size()];
        for (int i = sorted.length - 1; i >= 0; i--) {
            sorted[i] = smallest.poll();
        }
        return Column.of(sorted);
    }
}
