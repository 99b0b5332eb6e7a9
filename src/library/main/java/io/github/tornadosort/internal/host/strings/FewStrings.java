package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/** Sorts short arrays of strings in place. */
public final class FewStrings {
    /** Number of chars in a word. */
    private static final int WORD_CHARS = Long.SIZE / Character.SIZE;
    /** The uppermost bit of each char in a word. */
    private static final long UPPERMOST = 0x8000800080008000L;

    private FewStrings() {}

    /**
     * Sorts an array in the order of code points, by insertion. Most comparisons are of words of the first four chars alone. Chars
     * that are not surrogates or after them, U+D800 on, have the order of code points.
     *
     * @param strings at most {@link HostPolicy#FEW_STRINGS} strings
     * @return false if a string is null; the array is unchanged then
     */
    public static boolean sort(String[] strings, boolean descending) {
        int n = strings.length;
        long[] words = HostMemory.longs(n);
        long flip = descending ? Long.MAX_VALUE : Long.MIN_VALUE;
        long high = 0;
        for (int i = 0; i < n; i++) {
            if (strings[i] == null) {
                return false;
            }
            long word = word(strings[i]);
            high |= surrogatesAndAfter(word);
            words[i] = word ^ flip;
        }
        if (high != 0) {
            Arrays.fill(words, 0);
        }
        sort(strings, words, descending ? -1 : 1);
        return true;
    }

    private static void sort(String[] strings, long[] words, int sign) {
        for (int i = 1; i < strings.length; i++) {
            String string = strings[i];
            long word = words[i];
            int at = i;
            while (at > 0
                    && (words[at - 1] > word
                            || words[at - 1] == word && sign * compare(strings[at - 1], string) > 0)) {
                strings[at] = strings[at - 1];
                words[at] = words[at - 1];
                at--;
            }
            strings[at] = string;
            words[at] = word;
        }
    }

    /** Returns the first four chars, the first one uppermost; zeros after the end of the string. */
    private static long word(String string) {
        int length = string.length();
        if (length >= WORD_CHARS) {
            return (long) string.charAt(0) << 48 | (long) string.charAt(1) << 32 | (long) string.charAt(2) << 16
                    | string.charAt(3);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (long) string.charAt(i) << Character.SIZE * (WORD_CHARS - 1 - i);
        }
        return word;
    }

    /** Marks the uppermost bit of each char from U+D800 on: its bits 15 and 14 are set, and bit 13 or bits 12 and 11. */
    private static long surrogatesAndAfter(long word) {
        return word & word << 1 & (word << 2 | word << 3 & word << 4) & UPPERMOST;
    }

    /** Compares two strings in the order of code points. */
    static int compare(String a, String b) {
        if (hasNoPair(a) && hasNoPair(b)) {
            return a.compareTo(b);
        }
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char unit = a.charAt(i);
            char other = b.charAt(i);
            if (unit != other) {
                return Math.min(unit, other) < Character.MIN_SURROGATE ? unit - other : compareAt(i, a, b);
            }
        }
        return a.length() - b.length();
    }

    /** Returns whether a string has no surrogate pair: its chars are its code points then. */
    private static boolean hasNoPair(String string) {
        return string.codePointCount(0, string.length()) == string.length();
    }

    /** Compares the code points of two strings at the first index at which the strings differ. */
    private static int compareAt(int index, String a, String b) {
        boolean isSecondHalf = index > 0
                && Character.isHighSurrogate(a.charAt(index - 1))
                && (Character.isLowSurrogate(a.charAt(index)) || Character.isLowSurrogate(b.charAt(index)));
        int at = isSecondHalf ? index - 1 : index;
        return a.codePointAt(at) - b.codePointAt(at);
    }
}
