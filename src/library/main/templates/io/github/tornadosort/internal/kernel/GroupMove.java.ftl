<#include "phases/moves.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/** {@link BlockMove} for GPUs: work-groups of {@code workItems}, one per block. There is no local memory. */
public final class GroupMove {
    private GroupMove() {}
<#list moves as move>

<@documented move/>
    public static void ${move.name}(KernelContext context, ${move.from}Array from, ${move.to}Array to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, ${move.cast}from.get(i));
        }
    }
</#list>
}
