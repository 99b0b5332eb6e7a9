package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.Strings;
import io.github.tornadosort.internal.host.rows.WordSource;

/**
 * Strings of any length as sequences of 64-bit words, which are compared as unsigned numbers. A word is the next seven bytes of a
 * string, the first one uppermost, followed by the number of these bytes, or by {@link #MORE} if the string goes on after them. So
 * words of strings with embedded zeros differ from those of shorter strings, and equal words that do not end in {@code MORE} belong
 * to equal strings.
 */
public abstract sealed class StringSource extends WordSource permits ArrayStrings, ByteStrings, HeapStrings {
    /** Bytes of a string in a word. */
    static final int WORD_BYTES = 7;
    /** The lowest byte of a word after which the string goes on. */
    static final int MORE = 8;

    /**
     * Returns a source for the strings.
     *
     * @throws IllegalArgumentException if offsets of byte strings are not in ascending order
     * @throws ArrayIndexOutOfBoundsException if such an offset is outside the bytes
     */
    public static StringSource of(Strings strings) {
        return strings.array() != null
                ? new ArrayStrings(strings.array(), strings.isUtf16())
                : new ByteStrings(strings);
    }

    /**
     * Returns how far the first bytes of a word reach: the difference to the depth of the next word to compare, if strings are
     * equal in these bytes.
     *
     * @param bytes at most {@link #WORD_BYTES}, and at most the bytes that the strings have there
     */
    int units(long word, int bytes) {
        return bytes;
    }

    /** Returns the word of a string of which a number of bytes are left, at least one, and the first ones are given. */
    static long withLength(long bytes, long left) {
        return left >= WORD_BYTES
                ? bytes & -1L << Byte.SIZE | Math.min(left, MORE)
                : bytes & -1L << Long.SIZE - Byte.SIZE * left | left;
    }

    /** Returns whether strings that have this word go on after it. */
    public static boolean goesOn(long word) {
        return (word & 0xff) == MORE;
    }

    /** Returns the depth after a word after which the string goes on. */
    public final long after(long word, long depth) {
        return depth + units(word, WORD_BYTES);
    }

    /** Returns a signed number: the strings are in the order of their numbers, and those with equal numbers in any order. */
    long prefix(int row) {
        return word(row, 0) ^ Long.MIN_VALUE;
    }

    /** Compares two strings. */
    int compare(int a, int b) {
        return compare(a, b, 0);
    }

    @Override
    public long next(long word, long depth) {
        return goesOn(word) ? after(word, depth) : EQUAL;
    }

    @Override
    public long inside(long word, long depth, int bytes) {
        return depth + units(word, withoutZeros(word, Math.min(bytes, WORD_BYTES)));
    }

    /** Returns a number of bytes without the zeros at their end, which need not be bytes of the string. */
    static int withoutZeros(long word, int bytes) {
        int left = bytes;
        while (left > 0 && (word >>> Long.SIZE - Byte.SIZE * left & 0xff) == 0) {
            left--;
        }
        return left;
    }
}
