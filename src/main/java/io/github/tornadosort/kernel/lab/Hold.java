package io.github.tornadosort.kernel.lab;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Leaves arrays as they are: a graph can only bring to the device, and hand on there, what one of its tasks uses. */
public final class Hold {
    private Hold() {}

    /** Touches an element of each, but for the data, whose elements' type is not known here. */
    public static void buffers(IntArray keys0, IntArray keys1, IntArray values0, IntArray values1, LongArray data) {
        for (@Parallel int one = 0; one < 1; one++) {
            keys0.set(one, keys0.get(one));
            keys1.set(one, keys1.get(one));
            values0.set(one, values0.get(one));
            values1.set(one, values1.get(one));
        }
    }
}
