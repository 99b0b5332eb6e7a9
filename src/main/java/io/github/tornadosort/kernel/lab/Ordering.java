package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.OrderedBits;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Which of two keys comes first. All kernels that compare keys ask here, so that one place decides what a caller's own
 * comparison has to take over: see {@link CallersOrder}.
 */
public final class Ordering {
    /** A kind beside those of {@link OrderedBits}: keys are places in the caller's data, and the caller's method compares. */
    public static final int CALLERS = 16;

    private Ordering() {}

    /**
     * What a key is compared by: a number that is ordered, signed, as keys are; with a caller's comparison the key itself.
     *
     * @param kind compiled in: one of {@link OrderedBits}, or {@link #CALLERS}
     * @param flip XORed to ordered bits, as in {@link io.github.tornadosort.kernel.PassParameters#FLIP}
     * @param bits ones at the ordered bits that count
     */
    public static long rank(long key, int kind, int wide, long flip, long bits) {
        long rank = key;
        if (kind != CALLERS) {
            if (wide != 0) {
                rank = ((OrderedBits.of(key, kind) ^ flip) & bits) ^ 0x8000000000000000L;
            } else {
                rank = ((OrderedBits.of((int) key, kind) ^ (int) flip) & (int) bits) ^ 0x80000000;
            }
        }
        return rank;
    }

    /** The integer that has this rank, all of its bits being compared. */
    public static long integer(long rank, int wide, long flip) {
        return wide != 0 ? rank ^ flip ^ 0x8000000000000000L : (int) rank ^ (int) flip ^ 0x80000000;
    }

    /**
     * Whether a key belongs before another; equal keys do not.
     *
     * @param data what the caller's comparison reads; not touched by the built-in one
     * @param a the one key's rank
     */
    public static boolean before(LongArray data, long a, long b, int kind) {
        boolean before = a < b;
        if (kind == CALLERS) {
            before = CallersOrder.callersLess(data, (int) a, (int) b);
        }
        return before;
    }

    /** The same for the keys themselves. */
    public static boolean less(LongArray data, long a, long b, int kind, int wide, long flip, long bits) {
        return before(data, rank(a, kind, wide, flip, bits), rank(b, kind, wide, flip, bits), kind);
    }
}
