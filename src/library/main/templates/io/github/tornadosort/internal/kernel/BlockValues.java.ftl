package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/** Names arrays to a graph. */
public final class BlockValues {
    private BlockValues() {}
<#list [["keep", "Int", 32], ["keep8", "Byte", 8], ["keep16", "Short", 16], ["keep64", "Long", 64]] as value>

    /** Leaves ${value[2]}-bit values as they are. A graph can only transfer an array that one of its tasks uses. */
    public static void ${value[0]}(${value[1]}Array values) {
        for (@Parallel int one = 0; one < 1; one++) {
            values.set(one, values.get(one));
        }
    }
</#list>
}
