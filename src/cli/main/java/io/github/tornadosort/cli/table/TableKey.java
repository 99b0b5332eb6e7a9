package io.github.tornadosort.cli.table;

import java.util.Locale;

/**
 * A key to sort the rows of a table by, as the command line names it: {@code COLUMN[:TYPE][:DIRECTION]}.
 *
 * @param column the name of the column, or its number from 1 on
 * @param type the type of its fields, or null if none was given
 * @param descending whether larger fields come first
 */
public record TableKey(String column, FieldType type, boolean descending) {

    /** Parses a key that is ascending by default; see {@link #of(String, boolean)}. */
    public static TableKey of(String text) {
        return of(text, false);
    }

    /**
     * Parses a key. A type and a direction are recognized only at the end, so that a column's name may contain colons. A column
     * whose name ends with a type or a direction needs both: {@code a:descending:text:ascending}.
     *
     * @param descendingByDefault the direction if none is given
     * @throws IllegalArgumentException if there is no column; the message is one line
     */
    public static TableKey of(String text, boolean descendingByDefault) {
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
        if (column.isEmpty()) {
            throw new IllegalArgumentException("expected COLUMN[:TYPE][:DIRECTION], found '" + text + "'");
        }
        return new TableKey(column, type, descending == null ? descendingByDefault : descending);
    }

    /** Returns the index of the column of this number, or -1 if its name is not a number from 1 on. */
    public int index() {
        try {
            int number = Integer.parseInt(column);
            return column.charAt(0) == '+' || number < 1 ? -1 : number - 1;
        } catch (NumberFormatException e) {
            return -1;
        }
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
