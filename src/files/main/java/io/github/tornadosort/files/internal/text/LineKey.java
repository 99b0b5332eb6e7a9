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
    /** The last field of a line. */
    public static final int LAST = Integer.MAX_VALUE;

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
        try {
            return new LineKey(
                    number(text, parts.group(1)) - 1, parts.group(2) == null ? 0 : number(text, parts.group(2)) - 1,
                    (isOwn ? first : usual).contains("b"),
                    parts.group(4) == null ? LAST : number(text, parts.group(4)) - 1,
                    parts.group(5) == null ? 0 : value(parts.group(5)),
                    (isOwn ? last : usual).contains("b"),
                    Ordering.of((isOwn ? first + last : usual).replace("b", "")));
        } catch (IllegalArgumentException e) {
            throw e.getMessage().startsWith("the key") ? e : wrong(text, e.getMessage());
        }
    }

    /** Returns the key of a whole line in the order that letters name. */
    public static LineKey ofLine(String letters) {
        return new LineKey(0, 0, letters.contains("b"), LAST, 0, false, Ordering.of(letters.replace("b", "")));
    }

    private static int number(String key, String digits) {
        int number = value(digits);
        if (number == 0) {
            throw wrong(key, "fields and characters are counted from 1 on");
        }
        return number;
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
}
