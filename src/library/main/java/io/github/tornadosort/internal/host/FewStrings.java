package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;

/** Sorts short arrays of strings in place. */
public final class FewStrings {
    /** Maximum number of strings. */
    public static final int MAX = 40;

    private FewStrings() {}

    /**
     * Sorts an array in the order of code points, by insertion. Most comparisons are of the first words alone.
     *
     * @param strings at most {@link #MAX} strings
     * @return false if a string is null; the array is unchanged then
     */
    public static boolean sort(String[] strings, boolean descending) {
        int n = strings.length;
        long[] words = HostMemory.longs(n);
        long flip = descending ? Long.MAX_VALUE : Long.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            if (strings[i] == null) {
                return false;
            }
            words[i] = ArrayStrings.word(strings[i], 0, false) ^ flip;
        }
        int sign = descending ? -1 : 1;
        for (int i = 1; i < n; i++) {
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
        return true;
    }

    private static int compare(String a, String b) {
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

    /** Compares the code points of two strings at the first index at which the strings differ. */
    private static int compareAt(int index, String a, String b) {
        boolean isSecondHalf = index > 0
                && Character.isHighSurrogate(a.charAt(index - 1))
                && (Character.isLowSurrogate(a.charAt(index)) || Character.isLowSurrogate(b.charAt(index)));
        int at = isSecondHalf ? index - 1 : index;
        return a.codePointAt(at) - b.codePointAt(at);
    }
}
