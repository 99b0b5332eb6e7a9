package io.github.tornadosort.laboratory;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Evaluates a caller's comparison on the JVM, and searches for elements that contradict each other. Elements are compared in
 * groups, each element with each other one of its group, so a search finds what is wrong within a group only.
 */
final class ComparisonCheck<A extends TornadoNativeArray> {
    /** Elements of a group: what one of them is compared with is one bit each of a long. */
    private static final int GROUP = Long.SIZE;
    /** Elements that all groups of a search have in common: one that is no number equals all of these. */
    private static final int SHARED = 16;
    /** Groups of a search: 4096 comparisons each, some tenths of a second in all. */
    private static final int MOST_GROUPS = 1 << 14;
    /** Number of elements around the first one out of order that are searched for a contradiction first. */
    private static final int SUSPECTS = 48;
    /** Number of neighbours in a result that are compared without a gap: a stretch. */
    private static final int STRETCH = 1024;
    /** Maximum number of stretches. All of them take 2 ms at 30 ns per comparison. */
    private static final int MAX_STRETCHES = 64;

    private final A data;
    private final Less<A> less;
    private final String name;

    ComparisonCheck(A data, Less<A> less, String name) {
        this.data = data;
        this.less = less;
        this.name = name;
    }

    /** Compares up to 64 of the first n elements, the first and the last among them. */
    void sample(int n) {
        compare(spread(n, GROUP).toArray());
    }

    /** Compares each of the first n elements with itself. */
    void each(int n) {
        for (int i = 0; i < n; i++) {
            compare(new int[] {i});
        }
    }

    /** Compares the suspects with each other, then as many of the first n elements as take a moment. */
    void search(int n, int... suspects) {
        compare(Arrays.copyOf(suspects, Math.min(suspects.length, GROUP)));
        int[] shared = spread(n, SHARED).toArray();
        int[] candidates = spread(n, MOST_GROUPS * (GROUP - SHARED)).toArray();
        for (int first = 0; first < candidates.length; first += GROUP - SHARED) {
            int last = Math.min(first + GROUP - SHARED, candidates.length);
            compare(IntStream.concat(IntStream.of(shared), Arrays.stream(candidates, first, last))
                    .toArray());
        }
    }

    /**
     * Checks a result of a sort.
     *
     * @throws IllegalArgumentException if the result is not a permutation, or elements are found that contradict each other
     */
    void verify(int[] sorted) {
        int n = sorted.length;
        BitSet seen = new BitSet(n);
        for (int k = 0; k < n; k++) {
            int index = sorted[k];
            if (index < 0 || index >= n || seen.get(index)) {
                search(n, near(sorted, k));
                throw contradiction("the sort of " + n + " elements lost some of them, although no elements were found that"
                        + " contradict each other");
            }
            seen.set(index);
        }
        int wrong = firstOutOfOrder(sorted);
        if (wrong < n) {
            // If no contradiction is found, the result is accepted: a device may round a * b + c differently from the JVM.
            search(n, near(sorted, wrong));
        }
    }

    /** Returns the first index whose element is out of order in a stretch of the result, or n if there is none. */
    int firstOutOfOrder(int[] sorted) {
        int n = sorted.length;
        long step = (long) STRETCH * Math.ceilDiv(n, STRETCH * MAX_STRETCHES);
        for (long begin = 0; begin < n; begin += step) {
            int end = (int) Math.min(n, begin + STRETCH + 1);
            int wrong = firstOutOfOrder(sorted, (int) begin, end);
            if (wrong < end) {
                return wrong;
            }
        }
        return n;
    }

    /** Compares each element with the previous one, and with the first element that equals the previous one. */
    private int firstOutOfOrder(int[] sorted, int begin, int end) {
        int first = begin;
        for (int k = begin + 1; k < end; k++) {
            boolean larger = isLess(sorted[first], sorted[k]);
            if (first != k - 1 && isLess(sorted[k - 1], sorted[k]) != larger) {
                return k;
            }
            if (larger) {
                first = k;
            } else if (isLess(sorted[k], sorted[first])) {
                return k;
            }
        }
        return end;
    }

    /** Returns the elements around an index of the result, without those that do not exist. */
    private static int[] near(int[] sorted, int wrong) {
        int first = Math.max(0, wrong - SUSPECTS / 2);
        return IntStream.range(first, Math.min(sorted.length, first + SUSPECTS))
                .map(k -> sorted[k])
                .filter(index -> index >= 0 && index < sorted.length)
                .toArray();
    }

    /** Indices below n, at most this many, at even distances. */
    private static IntStream spread(int n, int most) {
        int count = Math.min(n, most);
        return IntStream.range(0, count).map(i -> (int) ((long) i * (n - 1) / Math.max(1, count - 1)));
    }

    /** @throws IllegalArgumentException if these elements show that the comparison is not a strict weak ordering */
    private void compare(int[] elements) {
        int n = elements.length;
        // Bit j of less[i] and greater[j]: element i is less than element j.
        long[] isLess = new long[n];
        long[] isGreater = new long[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (isLess(elements[i], elements[j])) {
                    isLess[i] |= 1L << j;
                    isGreater[j] |= 1L << i;
                }
            }
        }
        for (int i = 0; i < n; i++) {
            if ((isLess[i] >>> i & 1) != 0) {
                throw contradiction("element " + elements[i] + " is less than itself");
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                checkPair(elements, isLess, isGreater, i, j);
            }
        }
    }

    /** Checks the laws for two elements, and for these and any third one. */
    private void checkPair(int[] elements, long[] isLess, long[] isGreater, int i, int j) {
        int a = elements[i];
        int b = elements[j];
        if ((isLess[i] >>> j & 1) != 0) {
            if ((isGreater[i] >>> j & 1) != 0) {
                throw contradiction(less(a, b) + ", and " + less(b, a));
            }
            long lost = isLess[j] & ~isLess[i];
            if (lost != 0) {
                int c = elements[Long.numberOfTrailingZeros(lost)];
                throw contradiction(
                        less(a, b) + " and " + less(b, c) + ", but element " + a + " is not less than element " + c);
            }
        } else if ((isGreater[i] >>> j & 1) == 0) {
            long lost = isLess[i] & ~isLess[j] & ~isGreater[j];
            if (lost != 0) {
                int c = elements[Long.numberOfTrailingZeros(lost)];
                throw contradiction(equal(a, b) + " and " + equal(b, c) + ", but " + less(a, c)
                        + " (elements are equal if neither is less; NaN equals every number)");
            }
        }
    }

    private static String less(int a, int b) {
        return "element " + a + " is less than element " + b;
    }

    private static String equal(int a, int b) {
        return "element " + a + " equals element " + b;
    }

    /** The comparison of two elements. */
    boolean isLess(int i, int j) {
        try {
            return less.less(data, i, j);
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new IllegalArgumentException(
                    "the comparison " + name + " of elements " + i + " and " + j + " throws " + e, e);
        }
    }

    IllegalArgumentException contradiction(String how) {
        return new IllegalArgumentException("the comparison " + name + " is not a strict weak ordering: " + how);
    }
}
