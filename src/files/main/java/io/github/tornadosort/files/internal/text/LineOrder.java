package io.github.tornadosort.files.internal.text;

import java.util.List;

/**
 * The order of lines by keys.
 *
 * @param keys the first key is the most significant one; at least one
 * @param separator the byte between fields, or {@link #BLANKS}
 * @param isStable whether lines with equal keys stay in their order; otherwise their bytes are compared
 * @param descending whether greater bytes come first then
 * @param end the byte that ends a line
 */
public record LineOrder(List<LineKey> keys, int separator, boolean isStable, boolean descending, byte end) {
    /** A field begins with the blanks before it. */
    public static final int BLANKS = -1;

    /** Returns whether lines are compared as a whole, by their bytes: they are their own keys. */
    boolean isOfWholeLines() {
        return keys.size() == 1 && keys.getFirst().isLine();
    }

    /** Returns whether the bytes of lines with equal keys are compared. */
    boolean hasTies() {
        return !isStable && !keys.getLast().isLine();
    }

    /** Returns whether lines are in descending order of what they are sorted by: lines, or the bytes of their keys. */
    boolean isReversed() {
        return isOfWholeLines() ? keys.getFirst().ordering().descending() : descending && hasTies();
    }

    /** Returns the start of a key in a line, which is in the memory from {@code from} to {@code to}. */
    int start(LineKey key, byte[] text, int from, int to) {
        int at = skipFields(key.field(), text, from, to, true);
        if (key.skipsBlanks()) {
            at = skipBlanks(text, at, to);
        }
        return at + Math.min(to - at, key.character());
    }

    /** Returns the end of a key in a line; it may be less than its start. */
    int end(LineKey key, byte[] text, int from, int to) {
        if (key.endField() == LineKey.LAST) {
            return to;
        }
        if (key.endCharacter() == 0) {
            return skipFields(key.endField() + 1, text, from, to, false);
        }
        int at = skipFields(key.endField(), text, from, to, true);
        if (key.endSkipsBlanks()) {
            at = skipBlanks(text, at, to);
        }
        return at + Math.min(to - at, key.endCharacter());
    }

    /** @param next whether to skip the separator after the last of the fields too */
    private int skipFields(int fields, byte[] text, int from, int to, boolean next) {
        int at = from;
        for (int left = fields; left > 0 && at < to; left--) {
            if (separator == BLANKS) {
                at = skipBlanks(text, at, to);
                while (at < to && !Ordering.isBlank(text[at])) {
                    at++;
                }
            } else {
                while (at < to && text[at] != (byte) separator) {
                    at++;
                }
                if (at < to && (left > 1 || next)) {
                    at++;
                }
            }
        }
        return at;
    }

    static int skipBlanks(byte[] text, int from, int to) {
        int at = from;
        while (at < to && Ordering.isBlank(text[at])) {
            at++;
        }
        return at;
    }
}
