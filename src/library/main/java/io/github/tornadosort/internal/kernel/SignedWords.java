package io.github.tornadosort.internal.kernel;

/**
 * Maps keys to signed words of the same order, and back. Floats are ordered as by {@link Float#compare}: all NaNs become the
 * largest word. The flip is 0 for signed keys, the sign bit for unsigned ones, and inverted for descending order.
 */
public final class SignedWords {
    private SignedWords() {}

    /**
     * {@return the smallest 32-bit word} C has no literal for it: {@code -2147483648} is a long, and the same 64-bit literal is
     * unsigned. So it is computed from a number that the compiler does not know. Bit 1 of a square is 0.
     */
    static int lowest32(int any) {
        return any * any & 2 | 0x80000000;
    }

    /** {@return the smallest 64-bit word} */
    static long lowest64(int any) {
        return (long) lowest32(any) << 32;
    }

    /** {@return the word of a 32-bit key; {@code kind} is a constant of {@link OrderedBits}} */
    public static int of(int key, int kind, int flip) {
        int word = key;
        if (kind != OrderedBits.INTEGER) {
            word = key < 0 ? key ^ 0x7fffffff : key;
            word = (key & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : word;
        }
        return word ^ flip;
    }

    /** {@return a key of a word; negative infinity if the word is less than that of any float} */
    public static int key(int word, int kind, int flip) {
        int key = word ^ flip;
        if (kind != OrderedBits.INTEGER) {
            key = Math.max(key, 0x807fffff);
            key = key < 0 ? key ^ 0x7fffffff : key;
        }
        return key;
    }

    /** {@return the word of a 64-bit key} */
    public static long of(long key, int kind, long flip) {
        long word = key;
        if (kind != OrderedBits.INTEGER) {
            word = key < 0 ? key ^ 0x7fffffffffffffffL : key;
            word = (key & 0x7fffffffffffffffL) > 0x7ff0000000000000L ? 0x7fffffffffffffffL : word;
        }
        return word ^ flip;
    }

    /** {@return a key of a word} */
    public static long key(long word, int kind, long flip) {
        long key = word ^ flip;
        if (kind != OrderedBits.INTEGER) {
            key = Math.max(key, 0x800fffffffffffffL);
            key = key < 0 ? key ^ 0x7fffffffffffffffL : key;
        }
        return key;
    }
}
