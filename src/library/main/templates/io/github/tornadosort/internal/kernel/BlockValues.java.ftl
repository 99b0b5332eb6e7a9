package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/** Prepares the values that a sort moves with the keys. */
public final class BlockValues {
    private BlockValues() {}

    /**
     * Sets the first {@code N} values to 0, 1, 2, …: sorted along with the keys, they become the permutation. Writes 4 bytes
     * per value. There is no work-group and no local memory.
     */
    public static void number(IntArray values, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                values.set(i, i);
            }
        }
    }
<#list [["keep", "Int", 32], ["keep8", "Byte", 8], ["keep16", "Short", 16], ["keep64", "Long", 64]] as value>

    /** Leaves ${value[2]}-bit values as they are. A graph can only transfer an array that one of its tasks uses. */
    public static void ${value[0]}(${value[1]}Array values) {
        for (@Parallel int one = 0; one < 1; one++) {
            values.set(one, values.get(one));
        }
    }
</#list>
}
