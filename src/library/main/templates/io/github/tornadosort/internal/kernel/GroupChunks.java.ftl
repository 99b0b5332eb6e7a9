package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Copies chunks of keys from a staging buffer, which the host fills, to the keys on the device. There is one work-item per key
 * of the chunk, and no local memory.
 */
public final class GroupChunks {
    /** Index of the parameter that holds the index of the chunk's first key. */
    public static final int FIRST = 0;
    /** Index of the parameter that holds the number of keys of the chunk. */
    public static final int COUNT = 1;
    /** Number of parameters. */
    public static final int PARAMETERS = 2;

    private GroupChunks() {}
<#list {"32": "Int", "64": "Long"} as width, type>

    /** Copies a chunk of ${width}-bit keys to the keys. Reads ${width?number / 8} bytes and writes ${width?number / 8} bytes per key. */
    public static void put${width}(KernelContext context, ${type}Array chunk, ${type}Array keys, IntArray p) {
        int i = context.globalIdx;
        if (i < p.get(COUNT)) {
            keys.set(p.get(FIRST) + i, chunk.get(i));
        }
    }
</#list>
}
