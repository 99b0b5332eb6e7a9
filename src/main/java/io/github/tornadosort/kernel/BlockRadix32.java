package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * One radix pass over 32-bit keys for processors whose threads each walk a block of keys on their own: CPUs and the JVM.
 * Upsweep, scan and downsweep are those of Merrill and Grimshaw (2011, §3.2), with one thread in the place of a thread
 * block, so that a digit's rank within its block is a private counter and no barrier is needed.
 *
 * <p>Buffers: {@code keys}, {@code from} and {@code to} hold at least N keys; {@code counts} holds
 * {@code blocks * radix} counters, block-major, so that two threads never share a cache line for long.
 * {@code p} is described in {@link PassParameters}. {@code radix} and {@code blocks} are compiled in.
 */
public final class BlockRadix32 {
    private BlockRadix32() {}

    /**
     * Counts each block's keys by digit. Reads 4 bytes a key.
     *
     * @param counts gets, at {@code block * radix + digit}, the keys of that block with that digit
     */
    public static void upsweep(IntArray keys, IntArray counts, IntArray p, int radix, int blocks) {
        for (@Parallel int block = 0; block < blocks; block++) {
            int[] count = new int[radix];
            for (int digit = 0; digit < radix; digit++) {
                count[digit] = 0;
            }
            int shift = p.get(PassParameters.SHIFT);
            int mask = p.get(PassParameters.MASK);
            int flip = p.get(PassParameters.FLIP);
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
            for (int i = begin; i < end; i++) {
                int digit = ((keys.get(i) ^ flip) >>> shift) & mask;
                count[digit] = count[digit] + 1;
            }
            for (int digit = 0; digit < radix; digit++) {
                counts.set(block * radix + digit, count[digit]);
            }
        }
    }

    /**
     * Turns counts into each block's first place of each digit: an exclusive prefix sum in the order digit, then block.
     * One thread: there are some thousand counters.
     */
    public static void scan(IntArray counts, int radix, int blocks) {
        for (@Parallel int one = 0; one < 1; one++) {
            int sum = 0;
            for (int digit = 0; digit < radix; digit++) {
                for (int block = 0; block < blocks; block++) {
                    int at = block * radix + digit;
                    int count = counts.get(at);
                    counts.set(at, sum);
                    sum = sum + count;
                }
            }
        }
    }

    /**
     * Moves each key to its digit's next place. Reads 4 and writes 4 bytes a key; equal digits keep their order.
     */
    public static void downsweep(IntArray from, IntArray to, IntArray counts, IntArray p, int radix, int blocks) {
        for (@Parallel int block = 0; block < blocks; block++) {
            int[] place = new int[radix];
            for (int digit = 0; digit < radix; digit++) {
                place[digit] = counts.get(block * radix + digit);
            }
            int shift = p.get(PassParameters.SHIFT);
            int mask = p.get(PassParameters.MASK);
            int flip = p.get(PassParameters.FLIP);
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
            for (int i = begin; i < end; i++) {
                int key = from.get(i);
                int digit = ((key ^ flip) >>> shift) & mask;
                int at = place[digit];
                place[digit] = at + 1;
                to.set(at, key);
            }
        }
    }
}
