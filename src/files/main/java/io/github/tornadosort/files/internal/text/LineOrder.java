package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.buckets.TieSort;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

    /** Returns whether lines that end with LF are compared as a whole, by their bytes: they are their own keys. */
    boolean isOfWholeLines() {
        return end == '\n' && keys.size() == 1 && keys.getFirst().isLine();
    }

    /** Returns the order of lines whose keys are equal, or null if they stay in their order or are equal themselves. */
    TieSort ties() {
        return isStable || keys.getLast().isLine() ? null : new TieSort(descending);
    }

    /** Returns the start of a key in a line, which is in the memory from {@code from} to {@code to}. */
    long start(LineKey key, MemorySegment text, long from, long to) {
        long at = skipFields(key.field(), text, from, to, true);
        if (key.skipsBlanks()) {
            at = skipBlanks(text, at, to);
        }
        return Math.min(to, at + key.character());
    }

    /** Returns the end of a key in a line; it may be less than its start. */
    long end(LineKey key, MemorySegment text, long from, long to) {
        if (key.endField() == LineKey.LAST) {
            return to;
        }
        if (key.endCharacter() == 0) {
            return skipFields(key.endField() + 1, text, from, to, false);
        }
        long at = skipFields(key.endField(), text, from, to, true);
        if (key.endSkipsBlanks()) {
            at = skipBlanks(text, at, to);
        }
        return Math.min(to, at + key.endCharacter());
    }

    /** @param next whether to skip the separator after the last of the fields too */
    private long skipFields(int fields, MemorySegment text, long from, long to, boolean next) {
        long at = from;
        for (int left = fields; left > 0 && at < to; left--) {
            if (separator == BLANKS) {
                at = skipBlanks(text, at, to);
                while (at < to && !Ordering.isBlank(text.get(ValueLayout.JAVA_BYTE, at))) {
                    at++;
                }
            } else {
                while (at < to && text.get(ValueLayout.JAVA_BYTE, at) != (byte) separator) {
                    at++;
                }
                if (at < to && (left > 1 || next)) {
                    at++;
                }
            }
        }
        return at;
    }

    static long skipBlanks(MemorySegment text, long from, long to) {
        long at = from;
        while (at < to && Ordering.isBlank(text.get(ValueLayout.JAVA_BYTE, at))) {
            at++;
        }
        return at;
    }
}
