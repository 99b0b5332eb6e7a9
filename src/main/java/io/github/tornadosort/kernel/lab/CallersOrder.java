package io.github.tornadosort.kernel.lab;

import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Stands in kernels where a caller's comparison will be: when kernels are made for one, this class's name and its method's
 * become those of the caller's, and LongArray, which no laboratory kernel has for anything else, the type of the caller's
 * data (see {@code KernelTemplates} in the lab package).
 */
final class CallersOrder {
    private CallersOrder() {}

    static boolean callersLess(LongArray data, int i, int j) {
        return data.get(i) < data.get(j);
    }
}
