<#include "widths.ftl">
<#-- The parameters, and the block. -->
<#macro start>
            int shift = p.get(PassParameters.WINDOWS);
            int mask = p.get(PassParameters.WINDOWS + 1);
            ${key} flip = ${parameter("flip")};
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
</#macro>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * One radix pass over ${W}-bit keys for processors where each thread processes a block of keys on its own: CPUs and the JVM.
 * Upsweep, scan and downsweep follow Merrill and Grimshaw (2011, §3.2), with one thread instead of a thread block. A digit's
 * rank within its block is therefore a private counter, and no barrier is needed.
 *
 * <p>Buffers: {@code keys}, {@code from} and {@code to} hold at least {@code N} keys, {@code fromValues} and {@code toValues}
 * as many values. {@code counts} holds {@code blocks * radix} counters, block-major, so that threads rarely share a cache line.
 * {@code p} is described in {@link PassParameters}.
 *
 * <p>{@code kind} ({@link OrderedBits}), {@code radix} and {@code blocks} are compiled in as constants. As in all block
 * kernels, the loop bound is an expression rather than the bare parameter: with a grid scheduler, TornadoVM would replace the
 * parameter by the size of the grid wherever it is used, and print a message. There is no work-group and no local memory.
 */
public final class BlockRadix${W} {
    private BlockRadix${W}() {}

    /**
     * Counts each block's keys by digit. Reads ${W / 8} bytes per key; private memory {@code 4 * radix} bytes.
     *
     * @param counts receives, at index {@code block * radix + digit}, the number of the block's keys with that digit
     */
    public static void upsweep(${Keys} keys, IntArray counts, IntArray p, int kind, int radix, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int[] count = new int[radix];
            for (int digit = 0; digit < radix; digit++) {
                count[digit] = 0;
            }
<@start/>
            for (int i = begin; i < end; i++) {
                int digit = ${toInt}((OrderedBits.of(keys.get(i), kind) ^ flip) >>> shift) & mask;
                count[digit] = count[digit] + 1;
            }
            for (int digit = 0; digit < radix; digit++) {
                counts.set(block * radix + digit, count[digit]);
            }
        }
    }

    /**
     * Moves each key, with its value, to the next index of its digit. Keys with equal digits keep their order. Reads and writes
     * ${W / 8} bytes per key and 4 bytes per value; private memory {@code 4 * radix} bytes.
     *
     * @param counts the first index of each block's keys of each digit, as computed by {@link BlockScan}
     * @param withValues 0 if there are no values; then {@code fromValues} and {@code toValues} are not accessed
     */
    public static void downsweep(
            ${Keys} from,
            ${Keys} to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray p,
            int kind,
            int withValues,
            int radix,
            int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int[] nextIndex = new int[radix];
            for (int digit = 0; digit < radix; digit++) {
                nextIndex[digit] = counts.get(block * radix + digit);
            }
<@start/>
            for (int i = begin; i < end; i++) {
                ${key} key = from.get(i);
                int digit = ${toInt}((OrderedBits.of(key, kind) ^ flip) >>> shift) & mask;
                int target = nextIndex[digit];
                nextIndex[digit] = target + 1;
                to.set(target, key);
                if (withValues != 0) {
                    toValues.set(target, fromValues.get(i));
                }
            }
        }
    }
}
