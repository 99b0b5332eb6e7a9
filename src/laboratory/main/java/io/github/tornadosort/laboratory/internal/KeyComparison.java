package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Compares two keys. All kernels that compare keys call this class, so a caller's comparison has to replace only one call: see
 * {@link ComparisonPlaceholder}.
 *
 * <p>Keys are compared by their <em>rank</em>: a signed number in the order of the keys, or, with a caller's comparison, the
 * key itself, which is an index into the caller's data.
 */
public final class KeyComparison {
    /** A kind in addition to those of {@link OrderedBits}: keys are indices into data that the caller's method compares. */
    public static final int BY_CALLER = 16;

    private KeyComparison() {}

    /**
     * {@return a key's rank}
     *
     * @param kind compiled in: one of {@link OrderedBits}, or {@link #BY_CALLER}
     * @param flip see {@link PassParameters#FLIP}
     * @param bits see {@link PassParameters#BITS}
     */
    public static long rank(long key, int kind, int wide, long flip, long bits) {
        long rank = key;
        if (kind != BY_CALLER) {
            if (wide != 0) {
                rank = ((OrderedBits.of(key, kind) ^ flip) & bits) ^ 0x8000000000000000L;
            } else {
                rank = ((OrderedBits.of((int) key, kind) ^ (int) flip) & (int) bits) ^ 0x80000000;
            }
        }
        return rank;
    }

    /** {@return the integer key with the given rank, if keys are compared by all their bits} */
    public static long integer(long rank, int wide, long flip) {
        return wide != 0 ? rank ^ flip ^ 0x8000000000000000L : (int) rank ^ (int) flip ^ 0x80000000;
    }

    /**
     * {@return whether the key with rank {@code a} belongs before the key with rank {@code b}; false if they are equal}
     *
     * @param data the array that the caller's comparison reads; not accessed with other kinds
     */
    public static boolean before(LongArray data, long a, long b, int kind) {
        boolean before = a < b;
        if (kind == BY_CALLER) {
            before = ComparisonPlaceholder.placeholderLess(data, (int) a, (int) b);
        }
        return before;
    }

    /** {@return whether key {@code a} belongs before key {@code b}; false if they are equal} */
    public static boolean less(LongArray data, long a, long b, int kind, int wide, long flip, long bits) {
        return before(data, rank(a, kind, wide, flip, bits), rank(b, kind, wide, flip, bits), kind);
    }
}
