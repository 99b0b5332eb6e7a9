<#include "phases/moves.ftl">
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
<#list moves as move>

<@documented move/>
    public static void ${move.name}(${move.from}Array from, ${move.to}Array to, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            for (int i = begin; i < end; i++) {
                to.set(i, ${move.cast}from.get(i));
            }
        }
    }
</#list>
}
