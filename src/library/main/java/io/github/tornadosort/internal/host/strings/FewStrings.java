package io.github.tornadosort.internal.host.strings;

import java.util.Arrays;
import java.util.Comparator;

/** Sorts short arrays of strings in place: the JDK's sort, in the order of code points. */
public final class FewStrings {
    private FewStrings() {}

    /**
     * Sorts an array in the order of code points.
     *
     * @return false if a string is null; the array is unchanged then
     */
    public static boolean sort(String[] strings, boolean descending) {
        for (String string : strings) {
            if (string == null) {
                return false;
            }
        }
        Comparator<String> order = descending ? (a, b) -> compare(b, a) : FewStrings::compare;
        Arrays.sort(strings, order);
        return true;
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
