package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;

/** Finds equal strings among sorted strings. All nulls are equal. */
public final class EqualStrings {
    private EqualStrings() {}

    /** Returns, for each string in sorted order, the number of distinct strings before it. */
    private static int[] numbers(StringSource source, int[] order) {
        int n = order.length;
        int[] numbers = HostMemory.ints(n);
        ParallelRanges.ranges(n, (from, to) -> {
            for (int i = Math.max(1, (int) from); i < to; i++) {
                numbers[i] = areEqual(source, order[i - 1], order[i]) ? 0 : 1;
            }
        }, source.accessed());
        for (int i = 1; i < n; i++) {
            numbers[i] += numbers[i - 1];
        }
        return numbers;
    }

    private static boolean areEqual(StringSource source, int a, int b) {
        return source.isNull(a) || source.isNull(b)
                ? source.isNull(a) && source.isNull(b)
                : source.compare(a, b, 0) == 0;
    }

    /**
     * Returns the rank of each string: the number of distinct strings before it in sorted order.
     *
     * @param order the indices of all strings in sorted order
     */
    public static int[] ranks(StringSource source, int[] order) {
        int[] numbers = numbers(source, order);
        int[] ranks = HostMemory.ints(order.length);
        ParallelRanges.ranges(order.length, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                ranks[order[i]] = numbers[i];
            }
        });
        return ranks;
    }

    /**
     * Returns the index of the first of equal strings, for each distinct string.
     *
     * @param order the indices of strings in sorted order
     */
    public static int[] firsts(StringSource source, int[] order) {
        int[] numbers = numbers(source, order);
        int n = order.length;
        int[] firsts = HostMemory.ints(n == 0 ? 0 : numbers[n - 1] + 1);
        for (int i = n - 1; i >= 0; i--) {
            firsts[numbers[i]] = order[i];
        }
        return firsts;
    }
}
