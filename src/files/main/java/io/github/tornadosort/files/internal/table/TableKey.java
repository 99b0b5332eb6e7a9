package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.KeyType;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key to sort the rows of a table by, as the command line names it: {@code COLUMN[:TYPE][:DIRECTION]}, or {@code N,N[n|g][r]}
 * as in GNU sort.
 *
 * @param column the number of the column from 1 on, or its name; a name that is a number or in quotes is in quotes, of which two stand
 *     for one
 * @param type the type of its fields, or null if none was given
 * @param descending whether larger fields come first
 */
public record TableKey(String column, FieldType type, boolean descending) {

    /** A key of GNU sort: the first and the last field, and options. */
    private static final Pattern GNU = Pattern.compile("([0-9]+),([0-9]+)([gnr]*)");

    /** Returns the name of a column in quotes. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Parses a key that is ascending by default; see {@link #of(String, boolean)}. */
    public static TableKey of(String text) {
        return of(text, false);
    }

    /**
     * Parses a key. A type and a direction are recognized only at the end, so that a column's name may contain colons. A column
     * whose name ends with a type or a direction needs both: {@code a:descending:text:ascending}. A key of GNU sort is text, with
     * {@code n} a decimal number, or with {@code g} a float64; with {@code r} it is descending.
     *
     * @param descendingByDefault the direction if none is given; as in GNU sort, a key of its form with options does not use it
     * @throws IllegalArgumentException if there is no column, or there are several; the message is one line
     */
    public static TableKey of(String text, boolean descendingByDefault) {
        Matcher gnu = GNU.matcher(text);
        if (gnu.matches()) {
            return ofFields(text, gnu.group(1), gnu.group(2), gnu.group(3), descendingByDefault);
        }
        String column = text;
        String last = afterColon(column);
        Boolean descending = direction(last);
        if (descending != null) {
            column = beforeColon(column);
            last = afterColon(column);
        }
        FieldType type = last == null ? null : FieldType.of(last);
        if (type != null) {
            column = beforeColon(column);
        }
        if (column.isEmpty() || column.equals("\"\"")) {
            throw new IllegalArgumentException("expected COLUMN[:TYPE][:DIRECTION], found '" + text + "'");
        }
        return new TableKey(column, type, descending == null ? descendingByDefault : descending);
    }

    private static TableKey ofFields(
            String text, String first, String last, String options, boolean descendingByDefault) {
        if (!first.equals(last)) {
            throw new IllegalArgumentException(
                    "the key '" + text + "' has several columns; give a key for each of them, as in "
                            + first + "," + first);
        }
        return new TableKey(
                first,
                options.contains("g")
                        ? new FieldType(KeyType.FLOAT64)
                        : options.contains("n") ? FieldType.DECIMAL : FieldType.TEXT,
                options.isEmpty() ? descendingByDefault : options.contains("r"));
    }

    /** Returns whether the column is given by its number. */
    boolean isNumber() {
        return column.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** Returns the index of the column of this number, or -1 if it is not given by a number, or there is no such column. */
    public int index() {
        try {
            return isNumber() ? Math.max(-1, Integer.parseInt(column) - 1) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Returns the name of the column, if it is not given by its number. */
    String name() {
        boolean isQuoted = column.length() > 1 && column.startsWith("\"") && column.endsWith("\"");
        return isQuoted ? column.substring(1, column.length() - 1).replace("\"\"", "\"") : column;
    }

    /** Returns whether a word means descending or ascending, or null if it means neither. */
    private static Boolean direction(String word) {
        return switch (word == null ? "" : word.toLowerCase(Locale.ROOT)) {
            case "descending", "desc" -> Boolean.TRUE;
            case "ascending", "asc" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static String afterColon(String text) {
        int colon = text.lastIndexOf(':');
        return colon < 0 ? null : text.substring(colon + 1);
    }

    private static String beforeColon(String text) {
        return text.substring(0, text.lastIndexOf(':'));
    }
}
