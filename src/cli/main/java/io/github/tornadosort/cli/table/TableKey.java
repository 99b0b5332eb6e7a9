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

    /**
     * Parses a key. A type and a direction are recognized only at the end, so that a column's name may contain colons. A column
     * whose name ends with a type or a direction needs both: {@code a:descending:text:ascending}.
     *
     * @throws IllegalArgumentException if there is no column; the message is one line
     */
    public static TableKey of(String text) {
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
        return new TableKey(column, type, Boolean.TRUE.equals(descending));
    }

    /** Returns the index of the column of this number, or -1 if the name of the column is not a number of up to nine digits. */
    public int index() {
        return column.matches("0*[1-9][0-9]{0,8}") ? Integer.parseInt(column) - 1 : -1;
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
