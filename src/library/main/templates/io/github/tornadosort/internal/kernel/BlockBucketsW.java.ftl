<#include "widths.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * Sorts the buckets that a pass by the most significant digit has formed: each bucket by its lower digits, pass after pass,
 * while its keys are in the processor's cache. Keys are read from memory twice rather than once per digit (Stehle and Jacobsen
 * 2017, with a radix sort in place of their local sort). A thread sorts the buckets that begin in its block of keys.
 *
 * <p>{@code kind} ({@link OrderedBits}), {@code radix} and {@code blocks} are compiled in as constants. There is no work-group
 * and no local memory.
 */
public final class BlockBuckets${W} {
    private BlockBuckets${W}() {}

    /**
     * Sorts each bucket. Equal keys keep their order. The result is in {@code keys} after an even number of passes, and in
     * {@code other} after an odd number. Each pass reads ${W / 4} bytes per key and writes ${W / 8}, mostly in the cache; private memory
     * {@code 4 * radix} bytes.
     *
     * @param keys {@code N} keys, ordered by their most significant digit
     * @param other room for {@code N} keys
     * @param counts the first {@code radix} counters are the first index of each bucket, as computed by {@link BlockScan}
     * @param p the mask of the most significant digit, and the shifts and masks of the lower digits
     */
    public static void sort(${Keys} keys, ${Keys} other, IntArray counts, IntArray p, int kind, int radix, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int[] count = new int[radix];
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int passes = p.get(PassParameters.LOWER_PASSES);
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

    // These methods have few parameters and read those of the pass themselves: loops are slow if the JVM's compiler runs out of
    // registers.

    /** Sets {@code count} to the first index of each digit, for the keys from {@code begin} to {@code end}. */
    private static void count(${Keys} keys, int[] count, IntArray p, int begin, int end, int pass, int kind) {
        int shift = p.get(PassParameters.LOWER_WINDOWS + 2 * pass);
        int mask = p.get(PassParameters.LOWER_WINDOWS + 2 * pass + 1);
        ${key} flip = ${parameter("flip")};
        ${key} floats = p.get(PassParameters.FLOATS);
        for (int digit = 0; digit <= mask; digit++) {
            count[digit] = 0;
        }
        for (int i = begin; i < end; i++) {
            int digit = ${toInt}((OrderedBits.masked(keys.get(i), kind, floats) ^ flip) >>> shift) & mask;
            count[digit] = count[digit] + 1;
        }
        int sum = begin;
        for (int digit = 0; digit <= mask; digit++) {
            int size = count[digit];
            count[digit] = sum;
            sum = sum + size;
        }
    }

    /** Moves each key to the next index of its digit. */
    private static void scatter(
            ${Keys} from, ${Keys} to, int[] nextIndex, IntArray p, int begin, int end, int pass, int kind) {
        int shift = p.get(PassParameters.LOWER_WINDOWS + 2 * pass);
        int mask = p.get(PassParameters.LOWER_WINDOWS + 2 * pass + 1);
        ${key} flip = ${parameter("flip")};
        ${key} floats = p.get(PassParameters.FLOATS);
        for (int i = begin; i < end; i++) {
            ${key} key = from.get(i);
            int digit = ${toInt}((OrderedBits.masked(key, kind, floats) ^ flip) >>> shift) & mask;
            int target = nextIndex[digit];
            nextIndex[digit] = target + 1;
            to.set(target, key);
        }
    }
}
