package io.github.tornadosort.kernel;

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

    private OrderedBits() {}

    /** The ordered bits of a 32-bit key; {@code kind} is compiled in. */
    public static int of(int key, int kind) {
        int bits = key;
        if (kind == FLOAT) {
            // Negative infinity becomes 0, so the bits of all ones are free for the NaNs.
            bits = (key < 0 ? ~key : key ^ 0x80000000) - 0x007fffff;
            bits = (key & 0x7fffffff) > 0x7f800000 ? -1 : bits;
        }
        return bits;
    }

    /** The ordered bits of a 64-bit key. */
    public static long of(long key, int kind) {
        long bits = key;
        if (kind == FLOAT) {
            bits = (key < 0 ? ~key : key ^ 0x8000000000000000L) - 0x000fffffffffffffL;
            bits = (key & 0x7fffffffffffffffL) > 0x7ff0000000000000L ? -1L : bits;
        }
        if (kind == FLOAT_ABOVE) {
            bits = ((long) of((int) (key >> 32), FLOAT) << 32) | (key & 0xffffffffL);
        }
        return bits;
    }
}
