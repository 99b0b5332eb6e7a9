package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Copies the first N elements of one buffer to another, block by block. */
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
}
