package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockMove} for GPUs: groups of {@code workItems}, one a block. */
public final class GroupMove {
    private GroupMove() {}

    /** Reads 4 and writes 4 bytes an element. */
    public static void move32(KernelContext context, IntArray from, IntArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }

    /** Reads 8 and writes 8 bytes an element. */
    public static void move64(KernelContext context, LongArray from, LongArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }
}
