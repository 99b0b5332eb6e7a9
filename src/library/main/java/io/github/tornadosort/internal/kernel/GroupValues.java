package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** What moves with the keys. */
public final class GroupValues {
    /** Payload of a pass: nothing moves with the keys. */
    public static final int NONE = 0;
    /** Payload of a pass: a value moves with each key. */
    public static final int VALUES = 1;
    /** Payload of a pass: a value moves with each key, and the values are the indices of the keys before the sort. */
    public static final int INDICES = 2;

    private GroupValues() {}

    /**
     * Sets the first {@code N} values to 0, 1, 2, …, unless the next pass does not read them ({@link
     * PassParameters#NUMBERED}). Work-groups of {@code workItems}, one per block; no local memory. Writes 4
     * bytes per value.
     */
    public static void number(KernelContext context, IntArray values, IntArray p, int workItems) {
        int span = p.get(PassParameters.SPAN);
        int begin = context.groupIdx * span;
        int needed = p.get(PassParameters.NUMBERED) == 0 ? p.get(PassParameters.N) : 0;
        int end = begin + Math.min(span, needed - begin);
        for (int i = begin + context.localIdx; i < end; i += workItems) {
            values.set(i, i);
        }
    }
}
