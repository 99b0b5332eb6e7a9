package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Sorts what a pass by the most significant digit left together: each bucket by the digits below, pass after pass, while
 * its keys are in the processor's cache. So keys come from memory twice, not once a digit (Stehle and Jacobsen 2017, with
 * a radix sort in the place of their local sort). One thread takes the buckets that begin in its block of keys.
 */
public final class BlockBuckets32 {
    private BlockBuckets32() {}

    /**
     * Sorts each bucket; equal keys keep their order. The result is in {@code keys} after an even number of passes, in
     * {@code other} after an odd one.
     *
     * @param keys N keys, in the order of their most significant digit
     * @param other room for as many
     * @param counts the first {@code radix} counters are the buckets' first places, by {@link BlockScan}
     * @param p the most significant digit's mask, and the windows of the digits below
     */
    public static void sort(IntArray keys, IntArray other, IntArray counts, IntArray p, int kind, int radix, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int[] count = new int[radix];
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int passes = p.get(PassParameters.PASSES_BELOW);
            int last = p.get(PassParameters.MASK);
            for (int bucket = 0; bucket <= last; bucket++) {
                int from = counts.get(bucket);
                int to = PassParameters.next(counts, bucket, p);
                if (from >= begin && from < end && from < to) {
                    for (int pass = 0; pass < passes; pass += 2) {
                        count(keys, count, p, from, to, pass, kind);
                        scatter(keys, other, count, p, from, to, pass, kind);
                        if (pass + 1 < passes) {
                            count(other, count, p, from, to, pass + 1, kind);
                            scatter(other, keys, count, p, from, to, pass + 1, kind);
                        }
                    }
                }
            }
        }
    }

    // Few parameters, and those of the pass read here: what the JVM's compiler cannot keep in registers makes the loops slow.

    /** Leaves each digit's first place in {@code count}, for the keys from {@code begin} to {@code end}. */
    private static void count(IntArray keys, int[] count, IntArray p, int begin, int end, int pass, int kind) {
        int shift = p.get(PassParameters.WINDOWS_BELOW + 2 * pass);
        int mask = p.get(PassParameters.WINDOWS_BELOW + 2 * pass + 1);
        int flip = p.get(PassParameters.FLIP);
        for (int digit = 0; digit <= mask; digit++) {
            count[digit] = 0;
        }
        for (int i = begin; i < end; i++) {
            int digit = ((OrderedBits.of(keys.get(i), kind) ^ flip) >>> shift) & mask;
            count[digit] = count[digit] + 1;
        }
        int sum = begin;
        for (int digit = 0; digit <= mask; digit++) {
            int those = count[digit];
            count[digit] = sum;
            sum = sum + those;
        }
    }

    /** Moves the keys to their digits' next places. */
    private static void scatter(
            IntArray from, IntArray to, int[] place, IntArray p, int begin, int end, int pass, int kind) {
        int shift = p.get(PassParameters.WINDOWS_BELOW + 2 * pass);
        int mask = p.get(PassParameters.WINDOWS_BELOW + 2 * pass + 1);
        int flip = p.get(PassParameters.FLIP);
        for (int i = begin; i < end; i++) {
            int key = from.get(i);
            int digit = ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
            int at = place[digit];
            place[digit] = at + 1;
            to.set(at, key);
        }
    }
}
