package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

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

    /** Reads 1 and writes 4 bytes an element. */
    public static void widen8(KernelContext context, ByteArray from, IntArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }

    /** Reads 2 and writes 4 bytes an element. */
    public static void widen16(KernelContext context, ShortArray from, IntArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }

    /** Reads 4 and writes 1 byte an element. */
    public static void narrow8(KernelContext context, IntArray from, ByteArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, (byte) from.get(i));
        }
    }

    /** Reads 4 and writes 2 bytes an element. */
    public static void narrow16(KernelContext context, IntArray from, ShortArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, (short) from.get(i));
        }
    }
}
