package io.github.tornadosort.files.internal.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a line and how it is compared, as GNU sort's {@code -k} names it.
 *
 * @param field the index of the first field
 * @param character the index of the first character in it
 * @param skipsBlanks whether characters are counted from the first one that is no blank
 * @param endField the index of the last field, or {@link #LAST}
 * @param endCharacter the number of characters of the last field, or 0 for all
 * @param endSkipsBlanks whether those are counted from the first one that is no blank
 */
public record LineKey(
        int field,
        int character,
        boolean skipsBlanks,
        int endField,
        int endCharacter,
        boolean endSkipsBlanks,
        Ordering ordering) {
    /** The separator of fields that begin with the blanks before them. */
    public static final int BLANKS = -1;
    /** The last field of a line. */
    private static final int LAST = Integer.MAX_VALUE;

    private static final Pattern FORM =
            Pattern.compile("([0-9]+)(?:\\.([0-9]+))?([a-zA-Z]*)(?:,([0-9]+)(?:\\.([0-9]+))?([a-zA-Z]*))?");

    /**
     * Parses {@code N[.C][LETTERS][,M[.C][LETTERS]]}. A key without letters has the order of the command.
     *
     * @param usual the letters of the command, with {@code b}
     * @throws IllegalArgumentException if the key has another form; the message is one line
     */
    public static LineKey of(String text, String usual) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw wrong(text, "expected N[.C][LETTERS][,M[.C][LETTERS]]");
        }
        String first = parts.group(3);
        String last = parts.group(6) == null ? "" : parts.group(6);
        boolean isOwn = !(first + last).isEmpty();
        Ordering ordering;
        try {
            ordering = Ordering.of(isOwn ? first + last : usual);
        } catch (IllegalArgumentException e) {
            throw wrong(text, e.getMessage());
        }
        return new LineKey(
                index(text, parts.group(1), 0), index(text, parts.group(2), 0), (isOwn ? first : usual).contains("b"),
                index(text, parts.group(4), LAST), parts.group(5) == null ? 0 : value(parts.group(5)),
                (isOwn ? last : usual).contains("b"), ordering);
    }

    /** Returns the key of a whole line in the order that letters name. */
    public static LineKey ofLine(String letters) {
        return new LineKey(0, 0, letters.contains("b"), LAST, 0, false, Ordering.of(letters));
    }

    /** @param missing the index without digits */
    private static int index(String key, String digits, int missing) {
        if (digits == null) {
            return missing;
        }
        int number = value(digits);
        if (number == 0) {
            throw wrong(key, "fields and characters are counted from 1 on");
        }
        return number - 1;
    }

    /** Returns a number, or the greatest one for those that are greater. */
    private static int value(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > 9 ? LAST : Integer.parseInt(significant);
    }

    private static IllegalArgumentException wrong(String key, String problem) {
        return new IllegalArgumentException("the key '" + key + "': " + problem);
    }

    /** Returns whether lines are compared as a whole, by their bytes. */
    boolean isLine() {
        return field == 0 && character == 0 && !skipsBlanks && endField == LAST && ordering.isPlain();
    }

    /** Returns the start of the key in a line, which is in the memory from {@code from} to {@code to}. */
    int start(byte[] text, int from, int to, int separator) {
        return character(field, skipsBlanks, character, text, from, to, separator);
    }

    /** Returns the end of the key in a line; it may be less than its start. */
    int end(byte[] text, int from, int to, int separator) {
        if (endField == LAST) {
            return to;
        }
        return endCharacter == 0
                ? skipFields(endField + 1, false, text, from, to, separator)
                : character(endField, endSkipsBlanks, endCharacter, text, from, to, separator);
    }

    private static int character(
            int field, boolean skipsBlanks, int character, byte[] text, int from, int to, int separator) {
        int at = skipFields(field, true, text, from, to, separator);
        if (skipsBlanks) {
            at = skipBlanks(text, at, to);
        }
        return at + Math.min(to - at, character);
    }

    /** @param next whether to skip the separator after the last of the fields too */
    private static int skipFields(int fields, boolean next, byte[] text, int from, int to, int separator) {
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
