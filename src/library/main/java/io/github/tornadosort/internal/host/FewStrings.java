package io.github.tornadosort.internal.host;

/** Sorts short arrays of strings in place, without any other memory. */
public final class FewStrings {
    /** Maximum number of strings. */
    public static final int MAX = 40;

    private FewStrings() {}

    /**
     * Sorts an array in the order of code points by binary insertion.
     *
     * @param strings at most {@link #MAX} strings
     * @return false if a string is null; the array is unchanged then
     */
    public static boolean sort(String[] strings, boolean descending) {
        for (String string : strings) {
            if (string == null) {
                return false;
            }
        }
        int sign = descending ? -1 : 1;
        for (int i = 1; i < strings.length; i++) {
            String inserted = strings[i];
            int low = 0;
            int high = i;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sign * compare(inserted, strings[middle]) < 0) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            System.arraycopy(strings, low, strings, low + 1, i - low);
            strings[low] = inserted;
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
