package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.table.EncodedKeys;

/**
 * Encodes names with version numbers as bytes that have the order of GNU's {@code filevercmp}: letters come before other
 * characters, a tilde before the end, and digits are compared as numbers. Endings such as {@code .tar.gz} are compared last; as
 * in newer releases of GNU sort, a name never consists of endings alone (release 9.1 says that of {@code .b}).
 *
 * <p>A name is encoded as a class, and then twice, without its ending and with it: each character that is no digit as its rank,
 * and each number as the rank of its start, its number of digits without leading zeros, and those digits. The end of a name has
 * the rank of the start of a number, because a missing number is 0.
 */
final class VersionText {
    private static final byte EMPTY = 1;
    private static final byte DOT = 2;
    private static final byte DOTS = 3;
    private static final byte HIDDEN = 4;
    private static final byte OTHER = 5;

    private static final byte[] RANKS = ranks();
    private static final int NUMBER = 2;
    /** Numbers of this many digits have their number of digits in four more bytes. */
    private static final int MANY = 255;

    private VersionText() {}

    private static byte[] ranks() {
        byte[] ranks = new byte[256];
        int rank = NUMBER + 1;
        for (boolean letters : new boolean[] {true, false}) {
            for (int value = 0; value < ranks.length; value++) {
                byte character = (byte) value;
                if (Ordering.isLetter(character) == letters && !Ordering.isDigit(character) && value != '~') {
                    ranks[value] = (byte) rank++;
                }
            }
        }
        ranks['~'] = NUMBER - 1;
        return ranks;
    }

    /** Returns the most bytes that a name of this length takes. */
    static long mostBytes(long length) {
        return 1 + 2 * (2 * length + 2 + 1);
    }

    /** Encodes a name, and returns the end of its bytes. */
    static int encode(byte[] text, int from, int to, byte[] target, int start) {
        byte kind = kind(text, from, to);
        target[start] = kind;
        if (kind < HIDDEN) {
            return start + 1;
        }
        int at = add(text, from, ending(text, from, to), target, start + 1);
        return add(text, from, to, target, at);
    }

    private static byte kind(byte[] text, int from, int to) {
        if (from == to) {
            return EMPTY;
        }
        if (text[from] != '.') {
            return OTHER;
        }
        if (to == from + 1) {
            return DOT;
        }
        return to == from + 2 && text[from + 1] == '.' ? DOTS : HIDDEN;
    }

    /** Returns the start of the endings of a name: of dots with a letter or a tilde, and letters, digits and tildes after it. */
    private static int ending(byte[] text, int from, int to) {
        int ending = from;
        for (int next = from; next < to;) {
            next++;
            ending = next;
            while (next + 1 < to && text[next] == '.' && isInner(text[next + 1], false)) {
                next += 2;
                while (next < to && isInner(text[next], true)) {
                    next++;
                }
            }
        }
        return ending;
    }

    private static boolean isInner(byte value, boolean digits) {
        return Ordering.isLetter(value) || value == '~' || digits && Ordering.isDigit(value);
    }

    private static int add(byte[] text, int from, int to, byte[] target, int start) {
        int at = start;
        int next = from;
        do {
            while (next < to && !Ordering.isDigit(text[next])) {
                target[at++] = RANKS[Byte.toUnsignedInt(text[next++])];
            }
            target[at++] = NUMBER;
            while (next < to && text[next] == '0') {
                next++;
            }
            int end = next;
            while (end < to && Ordering.isDigit(text[end])) {
                end++;
            }
            target[at++] = (byte) Math.min(end - next, MANY);
            at = end - next < MANY ? at : EncodedKeys.number(end - next, Integer.BYTES, target, at);
            while (next < end) {
                target[at++] = text[next++];
            }
        } while (next < to);
        target[at++] = NUMBER;
        return at;
    }
}
