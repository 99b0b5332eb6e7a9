package io.github.tornadosort.internal.kernel;

/**
 * Maps a key to bits that have the key's order when compared as unsigned numbers. Integers are mapped to themselves; the XOR
 * with the flip of {@link PassParameters} does the rest. Floats are ordered as by {@link Float#compare}: the sign of a number
 * that is not negative is inverted, and all bits of a negative one. Each bit stays at its position. All NaNs have the same
 * bits, all ones, so that NaNs with different bits keep their order and their bits.
 */
public final class OrderedBits {
    /** Keys are integers, signed or unsigned. */
    public static final int INTEGER = 0;
    /** Keys are IEEE 754 numbers. */
    public static final int FLOAT = 1;
    /** As {@link #FLOAT}, for 32-bit keys that are compared by all of their bits, in fewer instructions. */
    public static final int FLOAT_WHOLE = 2;

    private OrderedBits() {}

    /** {@return the ordered bits of a 32-bit key; {@code kind} is compiled in as a constant} */
    public static int of(int key, int kind) {
        int bits = key;
        if (kind != INTEGER) {
            // The JVM compiles these conditional expressions without branches, which random signs would mispredict.
            // The complement is a difference, since TornadoVM's SPIR-V driver does not support the operator.
            bits = key < 0 ? -1 - key : key ^ 0x80000000;
            bits = (key & 0x7fffffff) > 0x7f800000 ? -1 : bits;
        }
        return bits;
    }

    /**
     * {@return the form in which a pass holds a 32-bit key while it sorts} Integers are themselves. Floats become signed
     * numbers of the same order, with all NaNs at the top, so that the digits of a word take few instructions. There are no
     * branches, and no arithmetic shift of the sign, since not every backend copies the sign.
     */
    static int toWord(int key, int kind) {
        // In 64 bits, because NaNs with the sign set overflow 32 bits; C compilers may assume that this does not happen.
        return kind == INTEGER ? key : (int) ((long) turned(key) - 0x007fffff);
    }

    /** {@return the key of a word} */
    static int toKey(int word, int kind) {
        return kind == INTEGER ? word : turned((int) ((long) word + 0x007fffff));
    }

    /**
     * {@return the ordered bits of a word} Those of {@link #FLOAT_WHOLE} have the same order, but other values. That only
     * matters if keys are compared by some of their bits.
     */
    static int ofWord(int word, int kind) {
        if (kind == INTEGER) {
            return word;
        }
        if (kind == FLOAT) {
            // NaNs are larger than positive infinity.
            int isNan = Math.min(Math.max(word, 0x7f000001) - 0x7f000001, 1);
            return ((Math.min(word, 0x7f000001) + 0x007fffff) | isNan * 0x7fffffff) ^ 0x80000000;
        }
        return Math.min(word, 0x7f000002) ^ 0x80000000;
    }

    /** {@return a word with the largest digit: all ones at {@code digitBits}, which are at most eight neighbours} */
    static int lastWord(int kind, int flip, int digitBits) {
        if (kind == FLOAT) {
            // A NaN has all ones. Before the flip of a descending order, negative infinity has zeros in the upper eight bits,
            // and zero in all bits but the sign.
            int smallest = digitBits < 0 ? 0x80000000 : -0x007fffff;
            return flip == 0 ? 0x7fffffff : smallest;
        }
        return (digitBits | flip) ^ flip ^ (kind == INTEGER ? 0 : 0x80000000);
    }

    /** Inverts all bits except the sign if the sign is set. Maps IEEE 754's order to that of signed numbers, and back. */
    private static int turned(int bits) {
        int sign = Math.min(Math.max(bits, -1), 0);
        return bits ^ (sign & 0x7fffffff);
    }

    /** {@return the ordered bits of a 64-bit key; {@code kind} is compiled in as a constant} */
    public static long of(long key, int kind) {
        long bits = key;
        if (kind != INTEGER) {
            bits = key < 0 ? -1 - key : key ^ 0x8000000000000000L;
            bits = (key & 0x7fffffffffffffffL) > 0x7ff0000000000000L ? -1L : bits;
        }
        return bits;
    }
}
