package io.github.tornadosort;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Inputs that have broken sorts before: the JDK's structured ones (Sorting.java), and bit patterns that determine the passes.
 */
public final class IntData {
    private IntData() {}

    public static int[] random(int n, long seed) {
        return new SplittableRandom(seed).ints(n).toArray();
    }

    /** Every input by name, each made for a length. */
    public static Map<String, IntFunction<int[]>> inputs() {
        Map<String, IntFunction<int[]>> inputs = new LinkedHashMap<>();
        inputs.put("random", n -> random(n, 1));
        inputs.put("sorted", n -> each(n, i -> i - n / 2));
        inputs.put("reversed", n -> each(n, i -> n / 2 - i));
        inputs.put("constant", n -> each(n, i -> -7));
        inputs.put("two values", n -> each(n, i -> (i * 7 & 1) == 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE));
        inputs.put("extremes", n -> each(n, i -> new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}[i % 5]));
        inputs.put("organ pipes", n -> each(n, i -> Math.min(i, n - 1 - i)));
        inputs.put("sawtooth", n -> each(n, i -> i % 13));
        inputs.put("stagger", n -> each(n, i -> (int) ((i * 7L + i) % Math.max(1, n))));
        inputs.put("plateau", n -> each(n, i -> Math.min(i, 11)));
        inputs.put("latch", n -> each(n, i -> i % Math.max(1, n / 7) + (i & 3)));
        inputs.put("sorted but the first", n -> each(n, i -> i == 0 ? n : i));
        inputs.put("sorted but the last", n -> each(n, i -> i == n - 1 ? -1 : i));
        inputs.put("runs", n -> each(n, i -> (i / 32 % 2 == 0 ? i % 32 : 32 - i % 32) + i / 96));
        inputs.put("low byte", n -> each(n, i -> i * 0x9E3779B9 >>> 24));
        inputs.put("high byte", n -> each(n, i -> i * 0x9E3779B9 & 0xff000000));
        inputs.put("bits 5 to 17", n -> each(n, i -> 0x12000007 | (i * 0x9E3779B9 >>> 19) << 5));
        inputs.put("bits 0 and 31", n -> each(n, i -> i * 0x9E3779B9 & 0x80000001));
        for (int ands = 1; ands <= 5; ands++) {
            int times = ands;
            inputs.put("entropy " + ands, n -> {
                int[] keys = random(n, 100);
                for (int k = 1; k <= times; k++) {
                    int[] more = random(n, 100 + k);
                    for (int i = 0; i < n; i++) {
                        keys[i] &= more[i];
                    }
                }
                return keys;
            });
        }
        return inputs;
    }

    private static int[] each(int n, java.util.function.IntUnaryOperator key) {
        int[] keys = new int[n];
        java.util.Arrays.setAll(keys, key);
        return keys;
    }
}
