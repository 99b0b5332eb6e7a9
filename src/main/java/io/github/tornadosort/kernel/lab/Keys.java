package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.OrderedBits;
import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Keys of either width in the one kind of buffer that the laboratory's kernels have: an {@link IntArray} with a word for each
 * 32-bit key, or two for each 64-bit key, the lower one first. {@code wide}, 0 or 1, is compiled in, so that what the other
 * width needs folds away; a key is a {@code long} in registers.
 */
public final class Keys {
    private Keys() {}

    /** Key {@code i} of a buffer. */
    public static long get(IntArray keys, int i, int wide) {
        long key = keys.get(i << wide);
        if (wide != 0) {
            key = ((long) keys.get(2 * i + 1) << 32) | (key & 0xffffffffL);
        }
        return key;
    }

    /** Puts a key at place {@code i} of a buffer. */
    public static void set(IntArray keys, int i, long key, int wide) {
        keys.set(i << wide, (int) key);
        if (wide != 0) {
            keys.set(2 * i + 1, (int) (key >> 32));
        }
    }

    /** A key out of the two words that local memory has of it, in a plane each. */
    public static long of(int low, int high, int wide) {
        long key = low;
        if (wide != 0) {
            key = ((long) high << 32) | (key & 0xffffffffL);
        }
        return key;
    }

    /** A key's digit of the pass, of up to 16 bits. */
    public static int digit(long key, int kind, int wide, IntArray p) {
        return digit(key, kind, wide, p, p.get(PassParameters.SHIFT), p.get(PassParameters.MASK));
    }

    /** Some digit of a key; the mask comes out of a buffer, so that no compiler folds it into a bare shift. */
    public static int digit(long key, int kind, int wide, IntArray p, int shift, int mask) {
        int digit = (OrderedBits.of((int) key, kind) ^ p.get(PassParameters.FLIP)) >>> shift;
        if (wide != 0) {
            digit = (int) ((OrderedBits.of(key, kind) ^ flip(p)) >>> shift);
        }
        return digit & mask;
    }

    /** Both halves of {@link PassParameters#FLIP}. */
    public static long flip(IntArray p) {
        return ((long) p.get(PassParameters.FLIP_HIGH) << 32) | ((long) p.get(PassParameters.FLIP) & 0xffffffffL);
    }

    /** Both halves of {@link PassParameters#BITS}. */
    public static long bits(IntArray p) {
        return ((long) p.get(PassParameters.BITS_HIGH) << 32) | ((long) p.get(PassParameters.BITS) & 0xffffffffL);
    }
}
