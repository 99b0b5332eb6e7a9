<#include "widths.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Verifies a sort: whether the result holds the same keys and values as the input, and whether it is in order. These are two
 * kernels because the JVM vectorizes neither part if both are in one loop.
 *
 * <p>Buffers: {@code keys} holds {@code N} keys and {@code values} as many values. {@code checks} receives {@link
 * Checksum#COUNT} longs per block. If {@code payload} is {@link Checksum#NO_PAYLOAD}, {@code values} is not accessed.
 *
 * <p>{@code kind} ({@link OrderedBits}), {@code payload} ({@link Checksum}) and {@code blocks} are compiled in as constants.
 * There is no work-group and no local memory.
 */
public final class BlockCheck${W} {
    private BlockCheck${W}() {}

    /** Computes the checksums of each block. Reads ${W / 8} bytes per key and 4 bytes per value. */
    public static void checksum(
            ${Keys} keys, IntArray values, LongArray checks, IntArray p, int payload, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            ${key} mask = Checksum.mask${W}(p);
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            ${key} sum = 0;
            ${key} xor = 0;
            ${key} hash = 0;
            for (int i = begin; i < end; i++) {
                ${key} key = keys.get(i);
                ${key} hashed = Checksum.hash(key, mask);
                sum = sum + key;
                xor = xor ^ key;
                if (payload != Checksum.NO_PAYLOAD) {
                    ${key} value = values.get(i);
                    sum = sum + value;
                    xor = xor ^ value;
                    hashed = Checksum.hash(hashed ^ value, mask);
                }
                hash = hash + hashed;
            }
            checks.set(block * Checksum.COUNT + Checksum.SUM, sum);
            checks.set(block * Checksum.COUNT + Checksum.XOR, xor);
            checks.set(block * Checksum.COUNT + Checksum.HASH, hash);
            checks.set(block * Checksum.COUNT + Checksum.KEYS, Math.max(end - begin, 0));
        }
    }

    /**
     * Looks for keys that are smaller than their left neighbour. Reads ${W / 8} bytes per key (left neighbours come from the cache),
     * and 4 bytes per value if the values are indices.
     *
     * @param lefts the same array as {@code keys}: the JVM does not vectorize reads of neighbours in a single array
     */
    public static void order(
            ${Keys} keys,
            ${Keys} lefts,
            IntArray values,
            LongArray checks,
            IntArray p,
            int kind,
            int payload,
            int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
<@order/>
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            ${key} descents = 0;
            // The left neighbour of the first key belongs to the previous block.
            for (int i = Math.max(begin, 1); i < end; i++) {
                ${key} left = ${ordered("lefts.get(i - 1)")} & bits;
                ${key} key = ${ordered("keys.get(i)")} & bits;
                ${key} before = left ^ ${sign};
                descents = descents | (before ^ Math.min(before, key ^ ${sign}));
                if (payload == Checksum.INDICES) {
                    descents = descents | (key == left && values.get(i) < values.get(i - 1) ? 1 : 0);
                }
            }
            checks.set(block * Checksum.COUNT + Checksum.DESCENTS, descents);
        }
    }
}
