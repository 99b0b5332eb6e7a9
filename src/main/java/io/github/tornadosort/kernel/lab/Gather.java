package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Puts values in the order of their keys, which have sorted their places along. */
public final class Gather {
    private Gather() {}

    /** One value a work-item; reads 8 and writes 4 bytes a value. */
    public static void values(KernelContext context, IntArray from, IntArray to, IntArray places, IntArray p) {
        int i = context.globalIdx;
        if (i < p.get(PassParameters.N)) {
            to.set(i, from.get(places.get(i)));
        }
    }
}
