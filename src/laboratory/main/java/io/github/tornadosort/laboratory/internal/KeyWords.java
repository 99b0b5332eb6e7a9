package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Access to keys of 32 or 64 bits that are stored as words of an {@link IntArray}: one word for each 32-bit key, or two for
 * each 64-bit key, the low word first. In registers a key is a {@code long}.
 *
 * <p>The parameter {@code wide} of all methods is 1 for 64-bit keys and 0 for 32-bit keys. It is compiled in as a constant, so
 * code for the other width is eliminated.
 */
public final class KeyWords {
    private KeyWords() {}

    /** {@return the key at index {@code i} of a buffer} */
    public static long get(IntArray keys, int i, int wide) {
        long key = keys.get(i << wide);
        if (wide != 0) {
            key = ((long) keys.get(2 * i + 1) << 32) | (key & 0xffffffffL);
        }
        return key;
    }

    /** Stores a key at index {@code i} of a buffer. */
    public static void set(IntArray keys, int i, long key, int wide) {
        keys.set(i << wide, (int) key);
        if (wide != 0) {
            keys.set(2 * i + 1, (int) (key >> 32));
        }
    }

    /** {@return the key with the given low and high word} Local memory holds the two words in separate planes. */
    public static long of(int low, int high, int wide) {
        long key = low;
        if (wide != 0) {
            key = ((long) high << 32) | (key & 0xffffffffL);
        }
        return key;
    }

    /** {@return a key's digit in this pass, of up to 16 bits} */
    public static int digit(long key, int kind, int wide, IntArray p) {
        return digit(key, kind, wide, p, p.get(PassParameters.WINDOWS), p.get(PassParameters.WINDOWS + 1));
    }

    /**
     * {@return a key's digit at the given shift}
     *
     * @param mask read from a buffer by the caller, so that no compiler can reduce shift and mask to a shift alone
     */
    public static int digit(long key, int kind, int wide, IntArray p, int shift, int mask) {
        int digit = (OrderedBits.of((int) key, kind) ^ p.get(PassParameters.FLIP)) >>> shift;
        if (wide != 0) {
            digit = (int) ((OrderedBits.of(key, kind) ^ PassParameters.flip64(p)) >>> shift);
        }
        return digit & mask;
    }

    /**
     * {@return a key's rank: a signed number in the order of the keys}
     *
     * @param kind compiled in: one of {@link OrderedBits}
     * @param flip see {@link PassParameters#FLIP}
     * @param bits see {@link PassParameters#BITS}
     */
    public static long rank(long key, int kind, int wide, long flip, long bits) {
        long rank = ((OrderedBits.of((int) key, kind) ^ (int) flip) & (int) bits) ^ 0x80000000;
        if (wide != 0) {
            rank = ((OrderedBits.of(key, kind) ^ flip) & bits) ^ 0x8000000000000000L;
        }
        return rank;
    }

    /** {@return whether key {@code a} belongs before key {@code b}; false if they are equal} */
    public static boolean less(long a, long b, int kind, int wide, long flip, long bits) {
        return rank(a, kind, wide, flip, bits) < rank(b, kind, wide, flip, bits);
    }
}
