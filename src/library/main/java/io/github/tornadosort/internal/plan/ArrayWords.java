package io.github.tornadosort.internal.plan;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Elements of a plan's array of ints or longs, as the lowest bits of longs. */
public final class ArrayWords {
    private ArrayWords() {}

    /** Returns an element, extended with zeros. */
    public static long get(TornadoNativeArray array, int index) {
        return switch (array) {
            case IntArray ints -> Integer.toUnsignedLong(ints.get(index));
            case LongArray longs -> longs.get(index);
            default -> throw unsupported(array);
        };
    }

    /** Sets an element to the lowest bits of a word. */
    public static void set(TornadoNativeArray array, int index, long word) {
        switch (array) {
            case IntArray ints -> ints.set(index, (int) word);
            case LongArray longs -> longs.set(index, word);
            default -> throw unsupported(array);
        }
    }

    private static IllegalArgumentException unsupported(TornadoNativeArray array) {
        return new IllegalArgumentException("unsupported array: " + array.getClass());
    }
}
