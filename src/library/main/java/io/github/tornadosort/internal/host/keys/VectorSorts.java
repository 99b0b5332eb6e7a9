package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Whether the JDK sorts integers by vector instructions on this machine. Its vector code is an intrinsic of the JIT compiler for some
 * processors and widths, so a program that has just begun can measure nothing: the first calls measure again, the rarer the more they
 * are, until the sort is fast. All measurements together take less than a millisecond.
 */
final class VectorSorts {
    private static final int KEYS = 1 << 8;

    private static boolean fast32;
    private static boolean fast64;
    private static int calls32;
    private static int calls64;

    private VectorSorts() {}

    /** Returns whether ints are sorted by vector instructions. */
    static boolean are32BitsFast() {
        if (!fast32 && isTimeToMeasure(calls32++)) {
            int[] keys = new SplittableRandom(calls32).ints(KEYS).toArray();
            long start = System.nanoTime();
            Arrays.sort(keys);
            fast32 = isFast(start);
        }
        return fast32;
    }

    /** Returns whether longs are sorted by vector instructions. */
    static boolean are64BitsFast() {
        if (!fast64 && isTimeToMeasure(calls64++)) {
            long[] keys = new SplittableRandom(calls64).longs(KEYS).toArray();
            long start = System.nanoTime();
            Arrays.sort(keys);
            fast64 = isFast(start);
        }
        return fast64;
    }

    private static boolean isTimeToMeasure(int calls) {
        return (calls & calls - 1) == 0;
    }

    private static boolean isFast(long start) {
        return System.nanoTime() - start < (long) HostPolicy.VECTOR_NANOS * KEYS;
    }
}
