package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/** What stands beside the keys before the first pass. */
public final class BlockValues {
    private BlockValues() {}

    /** Numbers the first N values 0, 1, 2, …: sorted along with the keys they become the permutation. Writes 4 bytes a value. */
    public static void number(IntArray values, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                values.set(i, i);
            }
        }
    }

    /** Leaves the values as they are: a graph can only bring to the device, or hand on, what one of its tasks uses. */
    public static void keep(IntArray values) {
        for (@Parallel int one = 0; one < 1; one++) {
            values.set(one, values.get(one));
        }
    }

    /** The same for elements of 8 bits. */
    public static void keep8(ByteArray values) {
        for (@Parallel int one = 0; one < 1; one++) {
            values.set(one, values.get(one));
        }
    }

    /** The same for elements of 16 bits. */
    public static void keep16(ShortArray values) {
        for (@Parallel int one = 0; one < 1; one++) {
            values.set(one, values.get(one));
        }
    }
}
