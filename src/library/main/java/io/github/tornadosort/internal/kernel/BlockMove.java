package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/**
 * Copies the first {@code N} elements of one buffer to another, block by block. Elements of 8 and 16 bits are signed here,
 * whatever the key type: the upper bits of widened keys are not part of the key, and sorts ignore them.
 *
 * <p>{@code blocks} is compiled in as a constant. There is no work-group and no local memory.
 */
public final class BlockMove {
    private BlockMove() {}

    /** Copies 32-bit elements. Reads 4 bytes and writes 4 bytes per element. */
    public static void move32(IntArray from, IntArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Copies 64-bit elements. Reads 8 bytes and writes 8 bytes per element. */
    public static void move64(LongArray from, LongArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Widens 8-bit elements. Reads 1 byte and writes 4 bytes per element. */
    public static void widen8(ByteArray from, IntArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Widens 16-bit elements. Reads 2 bytes and writes 4 bytes per element. */
    public static void widen16(ShortArray from, IntArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Narrows to 8-bit elements. Reads 4 bytes and writes 1 byte per element. */
    public static void narrow8(IntArray from, ByteArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, (byte) from.get(i));
            }
        }
    }

    /** Narrows to 16-bit elements. Reads 4 bytes and writes 2 bytes per element. */
    public static void narrow16(IntArray from, ShortArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, (short) from.get(i));
            }
        }
    }
}
