package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/**
 * Copies the first N elements of one buffer to another, block by block. Those of 8 and 16 bits are signed in kernels, whatever
 * keys they are: widened ones have nothing to say in their upper bits, and sorts leave these out.
 */
public final class BlockMove {
    private BlockMove() {}

    /** Reads 4 and writes 4 bytes an element. */
    public static void move32(IntArray from, IntArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Reads 8 and writes 8 bytes an element. */
    public static void move64(LongArray from, LongArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Reads 1 and writes 4 bytes an element. */
    public static void widen8(ByteArray from, IntArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Reads 2 and writes 4 bytes an element. */
    public static void widen16(ShortArray from, IntArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, from.get(i));
            }
        }
    }

    /** Reads 4 and writes 1 byte an element. */
    public static void narrow8(IntArray from, ByteArray to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, (byte) from.get(i));
            }
        }
    }

    /** Reads 4 and writes 2 bytes an element. */
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
