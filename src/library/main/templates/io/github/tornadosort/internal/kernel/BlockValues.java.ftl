package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/** Names arrays to a graph. */
public final class BlockValues {
    private BlockValues() {}
<#list [["Byte", 8], ["Short", 16], ["Int", 32], ["Long", 64]] as value>

    /** Leaves ${value[1]}-bit values as they are. A graph can only transfer an array that one of its tasks uses. */
    public static void keep${value[1]}(${value[0]}Array values) {
        for (@Parallel int one = 0; one < 1; one++) {
            values.set(one, values.get(one));
        }
    }
</#list>
}
