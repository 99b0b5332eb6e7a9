package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * One radix pass over 32-bit keys for processors whose threads each walk a block of keys on their own: CPUs and the JVM.
 * Upsweep, scan and downsweep are those of Merrill and Grimshaw (2011, §3.2), with one thread in the place of a thread
 * block, so that a digit's rank within its block is a private counter and no barrier is needed.
 *
 * <p>Buffers: {@code keys}, {@code from} and {@code to} hold at least N keys; {@code counts} holds
 * {@code blocks * radix} counters, block-major, so that two threads never share a cache line for long.
 * {@code p} is described in {@link PassParameters}. {@code kind} ({@link OrderedBits}), {@code radix} and {@code blocks}
 * are compiled in. As in all block kernels, the loop's bound is no bare parameter: with a grid, TornadoVM would put the
 * grid's size wherever the parameter stands, and print a line about it.
 */
public final class BlockRadix32 {
    private BlockRadix32() {}

    /**
     * Counts each block's keys by digit. Reads 4 bytes a key.
     *
     * @param counts gets, at {@code block * radix + digit}, the keys of that block with that digit
     */
    public static void upsweep(IntArray keys, IntArray counts, IntArray p, int kind, int radix, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
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
                int digit = ((OrderedBits.of(keys.get(i), kind) ^ flip) >>> shift) & mask;
                count[digit] = count[digit] + 1;
            }
            for (int digit = 0; digit < radix; digit++) {
                counts.set(block * radix + digit, count[digit]);
            }
        }
    }

    /**
     * Moves each key, and its value with it, to its digit's next place; equal digits keep their order. Reads 4 and writes
     * 4 bytes a key, and as much a value.
     *
     * @param counts the first place of each block's keys of each digit, by {@link BlockScan}
     * @param withValues whether there are values; if 0, the values' arrays are not touched
     */
    public static void downsweep(
            IntArray from,
            IntArray to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray p,
            int kind,
            int withValues,
            int radix,
            int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
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
                int digit = ((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                int at = place[digit];
                place[digit] = at + 1;
                to.set(at, key);
                if (withValues != 0) {
                    toValues.set(at, fromValues.get(i));
                }
            }
        }
    }
}
