package io.github.tornadosort.internal.kernel;

/**
 * Bits of a key that are ordered as unsigned numbers are. Integers are as they are (XOR with the flip of
 * {@link PassParameters} does the rest); floats are those of {@link Float#compare}, with every NaN the same, so that NaNs
 * of different bits keep their order and their bits.
 */
public final class OrderedBits {
    /** Keys are integers, signed or not. */
    public static final int INTEGER = 0;
    /** Keys are IEEE 754 numbers. */
    public static final int FLOAT = 1;
    /** The upper half of each 64-bit key is a 32-bit IEEE 754 number; the lower half is no part of the key. */
    public static final int FLOAT_ABOVE = 2;

    /** Keys are 32-bit IEEE 754 numbers that are compared by all of their bits: as {@link #FLOAT}, for less. */
    public static final int FLOAT_WHOLE = 3;

    private OrderedBits() {}

    /** The ordered bits of a 32-bit key; {@code kind} is compiled in. */
    public static int of(int key, int kind) {
        int bits = key;
        if (kind == FLOAT || kind == FLOAT_WHOLE) {
            // Negative infinity becomes 0, so the bits of all ones are free for the NaNs. The sign is turned after the
            // difference, which overflows for small positive numbers otherwise: C compilers may take it that it does not.
            // This choice costs the JVM no branch, which random signs would make it mispredict.
            int distance = key < 0 ? ~key : key;
            bits = (distance - 0x007fffff) ^ (~key & 0x80000000);
            bits = (key & 0x7fffffff) > 0x7f800000 ? -1 : bits;
        }
        return bits;
    }

    /**
     * A 32-bit key as work-group kernels hold it while they sort: integers XORed with the flip, floats as signed numbers in
     * their order. No branches: a loop that has one is not unrolled. No shift of the sign, which not every backend copies.
     */
    static int word(int key, int kind, int flip) {
        // In 64 bits: NaNs with the sign set wrap around, and C compilers may take it that 32 bits do not.
        return kind == INTEGER ? key ^ flip : (int) ((long) turnedNegatives(key) - 0x007fffffL);
    }

    /** The key of a {@link #word}. */
    static int key(int word, int kind, int flip) {
        return kind == INTEGER ? word ^ flip : turnedNegatives((int) ((long) word + 0x007fffffL));
    }

    /**
     * The ordered bits of a {@link #word}, flipped. With {@link #FLOAT_WHOLE} those of NaNs are some above all others'; not all
     * ones, which only tells where keys are compared by some of their bits.
     */
    static int ordered(int word, int kind, int flip) {
        if (kind == INTEGER) {
            return word;
        }
        if (kind == FLOAT_WHOLE) {
            return Math.min(word, 0x7f000002) ^ 0x80000000 ^ flip;
        }
        // NaNs are above positive infinity.
        int isNan = Math.min(Math.max(word, 0x7f000001) - 0x7f000001, 1);
        return (word | isNan * 0x7fffffff) ^ 0x80000000 ^ flip;
    }

    /** A {@link #word} whose digit is the largest there is: all ones at {@code digitBits}. */
    static int lastWord(int kind, int flip, int digitBits) {
        return kind == INTEGER ? -1 : (digitBits | flip) ^ flip ^ 0x80000000;
    }

    /** All bits but the sign turned over if it is set: from IEEE 754's order to that of signed numbers, and back. */
    private static int turnedNegatives(int bits) {
        int sign = Math.min(Math.max(bits, -1), 0);
        return bits ^ (sign & 0x7fffffff);
    }

    /** The ordered bits of a 64-bit key. */
    public static long of(long key, int kind) {
        long bits = key;
        if (kind == FLOAT) {
            long distance = key < 0 ? ~key : key;
            bits = (distance - 0x000fffffffffffffL) ^ (~key & 0x8000000000000000L);
            bits = (key & 0x7fffffffffffffffL) > 0x7ff0000000000000L ? -1L : bits;
        }
        if (kind == FLOAT_ABOVE) {
            bits = ((long) of((int) (key >> 32), FLOAT) << 32) | (key & 0xffffffffL);
        }
        return bits;
    }
}
