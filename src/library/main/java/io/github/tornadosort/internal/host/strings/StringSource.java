package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.Strings;
import java.lang.foreign.MemorySegment;

/**
 * Strings of any length as sequences of 64-bit words, which are compared as unsigned numbers. A word is the next seven bytes of a
 * string, the first one uppermost, followed by the number of these bytes, or by {@link #MORE} if the string goes on after them. So
 * words of strings with embedded zeros differ from those of shorter strings, and equal words that do not end in {@code MORE} belong
 * to equal strings.
 */
public abstract sealed class StringSource permits ArrayStrings, ByteStrings, HeapStrings {
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

    /** Returns the number of strings. */
    public abstract int size();

    /** Returns the native or foreign memory that the strings are in. */
    public MemorySegment[] accessed() {
        return new MemorySegment[0];
    }

    /** Returns whether a string is null. */
    public boolean isNull(int row) {
        return false;
    }

    /** Returns the length of a string in units of depth. */
    abstract long length(int row);

    /**
     * Writes the indices of strings, nulls first or last.
     *
     * @param first index of the first string
     * @param end index after the last one
     * @param at where to write the first index
     * @return the number of nulls
     */
    public final int placeNulls(int first, int end, boolean nullsFirst, int[] order, int at) {
        int nulls = 0;
        for (int row = first; row < end; row++) {
            nulls += isNull(row) ? 1 : 0;
        }
        int next = nullsFirst ? at + nulls : at;
        int nextNull = nullsFirst ? at : at + end - first - nulls;
        for (int row = first; row < end; row++) {
            if (nulls > 0 && isNull(row)) {
                order[nextNull++] = row;
            } else {
                order[next++] = row;
            }
        }
        return nulls;
    }

    /**
     * Returns a word of a string, which is 0 if the string has ended.
     *
     * @param depth where the word starts: 0 or a sum of {@link #units} of words before it
     */
    public abstract long word(int row, long depth);

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

    /** Compares two strings that are equal up to a depth. */
    public final int compare(int a, int b, long depth) {
        long at = depth;
        while (true) {
            long word = word(a, at);
            long other = word(b, at);
            if (word != other) {
                return Long.compareUnsigned(word, other);
            }
            if (!goesOn(word)) {
                return 0;
            }
            at = after(word, at);
        }
    }

    /** Returns the depth up to which two strings are equal, at most a limit, if they are equal up to a given depth. */
    public final long commonPrefix(int a, int b, long depth, long limit) {
        long at = depth;
        while (at < limit) {
            long word = word(a, at);
            long different = word ^ word(b, at);
            if (different != 0 || !goesOn(word)) {
                int same = Math.min(Long.numberOfLeadingZeros(different) / Byte.SIZE, WORD_BYTES);
                return Math.min(limit, at + units(word, withoutZeros(word, same)));
            }
            at = after(word, at);
        }
        return limit;
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
