package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/** {@link BlockMove} for GPUs: work-groups of {@code workItems}, one per block. There is no local memory. */
public final class GroupMove {
    private GroupMove() {}

    /** Copies 32-bit elements. Reads 4 bytes and writes 4 bytes per element. */
    public static void move32(KernelContext context, IntArray from, IntArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }

    /** Copies 64-bit elements. Reads 8 bytes and writes 8 bytes per element. */
    public static void move64(KernelContext context, LongArray from, LongArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }

    /** Widens 8-bit elements. Reads 1 byte and writes 4 bytes per element. */
    public static void widen8(KernelContext context, ByteArray from, IntArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }

    /** Widens 16-bit elements. Reads 2 bytes and writes 4 bytes per element. */
    public static void widen16(KernelContext context, ShortArray from, IntArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, from.get(i));
        }
    }

    /** Narrows to 8-bit elements. Reads 4 bytes and writes 1 byte per element. */
    public static void narrow8(KernelContext context, IntArray from, ByteArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, (byte) from.get(i));
        }
    }

    /** Narrows to 16-bit elements. Reads 4 bytes and writes 2 bytes per element. */
    public static void narrow16(KernelContext context, IntArray from, ShortArray to, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            to.set(i, (short) from.get(i));
        }
    }
}
