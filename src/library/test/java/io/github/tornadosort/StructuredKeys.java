package io.github.tornadosort;

import io.github.tornadosort.reference.KeyData;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Inputs with which other projects test their sorts, rewritten for keys of every type: the builders of the JDK's Sorting.java,
 * the strategies of Lucene's BaseSortTestCase, and NumPy's cases of NaN and of stability. {@link IntData} has more.
 */
final class StructuredKeys {
    private StructuredKeys() {}

    /** Every input by name, each made for a length. */
    static Map<String, IntFunction<Column>> inputs(KeyType type) {
        Map<String, IntFunction<Column>> inputs = new LinkedHashMap<>();
        for (int m : new int[] {1, 7, 32, 450}) {
            jdk(m).forEach((name, input) -> inputs.put(name + " " + m, n -> KeyData.ofValues(type, input.apply(n))));
        }
        lucene().forEach((name, input) -> inputs.put(name, n -> KeyData.ofValues(type, input.apply(n))));
        numPy().forEach((name, input) -> inputs.put(name, n -> KeyData.ofValues(type, input.apply(n))));
        inputs.put("at both ends of the type", n -> KeyData.ofBits(type, longs(n, i -> i % 3 == 0 ? i : -i)));
        inputs.put("around the sign bit", n -> KeyData.ofBits(
                type, longs(n, i -> (1L << (type.bits() - 1)) + (i % 2 == 0 ? i / 2 : -i / 2))));
        if (type.isFloat()) {
            for (int[] counts : new int[][] {{1, 1, 1, 1}, {5, 0, 3, 0}, {0, 40, 40, 0}, {0, 0, 0, 50}, {30, 1, 200, 20}}) {
                inputs.put("negative, -0.0, 0.0, NaN: " + Arrays.toString(counts), n -> mixed(type, n, counts));
            }
            for (int every : new int[] {1, 2, 3, 50}) {
                inputs.put("NaN every " + every, n -> withNans(type, n, every));
            }
        }
        return inputs;
    }

    /** The JDK's builders; each has a parameter m. */
    private static Map<String, IntFunction<int[]>> jdk(int m) {
        Map<String, IntFunction<int[]>> inputs = new LinkedHashMap<>();
        inputs.put("ascending", n -> each(n, i -> m + i));
        inputs.put("descending", n -> each(n, i -> n - m - i));
        inputs.put("equal", n -> each(n, i -> m));
        inputs.put("masked", n -> masked(n, m));
        inputs.put("saw up", n -> each(n, i -> i % m));
        inputs.put("saw down", n -> each(n, i -> m - i % m));
        inputs.put("organ pipes", n -> each(n, i -> Math.min(i % (2 * m), 2 * m - 1 - i % (2 * m))));
        inputs.put("stagger", n -> each(n, i -> (int) (((long) i * m + i) % n)));
        inputs.put("plateau", n -> each(n, i -> Math.min(i, m)));
        inputs.put("shuffle", n -> shuffle(n, m));
        inputs.put("latch", n -> each(n, i -> i < n - m ? i % Math.max(1, n / m) : i - n));
        inputs.put("point", n -> each(n, i -> i == m ? -1 : 5));
        inputs.put("ridge", n -> each(n, i -> i < m ? m - i : i - m));
        inputs.put("runs", n -> each(n, i -> (i / m % 2 == 0 ? i % m : m - i % m) + i / (3 * m)));
        inputs.put("repeated", n -> each(n, i -> i * i % (m + 1)));
        inputs.put("all but the last m ascend", n -> each(n, i -> i < n - m ? i : i * 7919 % n));
        return inputs;
    }

    /** Lucene's strategies: each key from the one before it. */
    private static Map<String, IntFunction<int[]>> lucene() {
        Map<String, IntFunction<int[]>> inputs = new LinkedHashMap<>();
        inputs.put("random", n -> chain(n, 1, (last, random) -> random.nextInt()));
        inputs.put("random, low cardinality", n -> chain(n, 2, (last, random) -> random.nextInt(6)));
        inputs.put("random, medium cardinality", n -> chain(n, 3, (last, random) -> random.nextInt(n / 2 + 1)));
        inputs.put("ascending by some", n -> chain(n, 4, (last, random) -> last + random.nextInt(6)));
        inputs.put("descending by some", n -> chain(n, 5, (last, random) -> last - random.nextInt(6)));
        inputs.put("strictly descending", n -> chain(n, 6, (last, random) -> last - 1 - random.nextInt(5)));
        inputs.put("ascending sequences", n -> chain(
                n, 7, (last, random) -> random.nextInt(50) == 0 ? random.nextInt(1000) : last + random.nextInt(6)));
        inputs.put("mostly ascending", n -> chain(n, 8, (last, random) -> last + random.nextInt(-8, 10)));
        return inputs;
    }

    /** NumPy's cases of stability, of unsigned numbers, and of Timsort's runs. */
    private static Map<String, IntFunction<int[]>> numPy() {
        Map<String, IntFunction<int[]>> inputs = new LinkedHashMap<>();
        inputs.put("alternating", n -> each(n, i -> i & 1));
        inputs.put("falling by 16", n -> each(n, i -> (n - i) >> 4));
        inputs.put("zeros, then ones, then zeros", n -> each(n, i -> i > n / 3 && i < 2 * n / 3 ? 1 : 0));
        inputs.put("two merged runs", n -> each(n, i -> i < n / 2 ? 2 * i : 2 * (i - n / 2) + 1));
        inputs.put("runs of growing length", n -> each(n, i -> i - Integer.highestOneBit(i | 1)));
        inputs.put("equal but for one in the middle", n -> each(n, i -> i == n / 2 ? 1 : 0));
        inputs.put("negative and positive", n -> each(n, i -> (i & 1) == 0 ? i : -i));
        return inputs;
    }

    private static int[] masked(int n, int m) {
        SplittableRandom random = new SplittableRandom(m);
        return each(n, i -> random.nextInt() & m);
    }

    /** Two ascending sequences, shuffled into each other. */
    private static int[] shuffle(int n, int m) {
        SplittableRandom random = new SplittableRandom(m);
        int[] next = {0, 1};
        return each(n, i -> {
            int which = random.nextInt(m + 1) == 0 ? 1 : 0;
            next[which] += 2;
            return next[which];
        });
    }

    @FunctionalInterface
    private interface Step {
        int next(int last, SplittableRandom random);
    }

    private static int[] chain(int n, long seed, Step step) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] keys = new int[n];
        int last = random.nextInt(1000);
        for (int i = 0; i < n; i++) {
            last = step.next(last, random);
            keys[i] = last;
        }
        return keys;
    }

    /** Keys in random order: the given number of each kind; the other keys are positive. */
    private static Column mixed(KeyType type, int n, int[] counts) {
        double[] values = new double[n];
        Arrays.setAll(values, i -> 0.5 * (1 + i));
        double[] kinds = {-1.5, -0.0, 0.0, Double.NaN};
        int at = 0;
        for (int kind = 0; kind < kinds.length; kind++) {
            for (int i = 0; i < counts[kind] && at < n; i++) {
                values[at++] = kinds[kind];
            }
        }
        SplittableRandom random = new SplittableRandom(n);
        for (int i = n - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
        return KeyData.ofBits(type, longs(n, i -> KeyData.bits(type, values[i])));
    }

    /** Descending numbers, and NaNs of both signs and several payloads. */
    private static Column withNans(KeyType type, int n, int every) {
        long nan = KeyData.bits(type, Double.POSITIVE_INFINITY);
        long sign = 1L << (type.bits() - 1);
        return KeyData.ofBits(
                type, longs(n, i -> i % every == 0 ? nan | 1 + i % 5 | (i % 2 == 0 ? sign : 0) : KeyData.bits(type, n - i)));
    }

    private static int[] each(int n, IntUnaryOperator key) {
        int[] keys = new int[n];
        Arrays.setAll(keys, key);
        return keys;
    }

    private static long[] longs(int n, IntToLongFunction bits) {
        long[] keys = new long[n];
        Arrays.setAll(keys, bits);
        return keys;
    }
}
