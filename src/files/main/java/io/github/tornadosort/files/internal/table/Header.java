package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.CsvFormat;
import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The first row of a table, which may have the names of the columns. */
final class Header {
    /** Names that are listed in a message. */
    private static final int LISTED = 20;

    private final List<String> fields;
    private final boolean present;
    private final boolean assumed;

    /**
     * @param fields the fields of the first row; none if the file is empty
     * @throws TableException if a key is given by name, and the names are not distinct
     */
    Header(List<String> fields, TableSpec spec) throws TableException {
        this.fields = fields;
        this.present = !fields.isEmpty() && spec.mayHaveHeader();
        boolean named = false;
        for (TableKey key : spec.keys()) {
            named |= present && key.name() != null;
        }
        this.assumed = present && spec.header() == CsvFormat.Header.ASSUMED && !named;
        if (named) {
            requireDistinct();
        }
    }

    private void requireDistinct() throws TableException {
        Map<String, Integer> columns = new HashMap<>();
        for (int column = 0; column < fields.size(); column++) {
            String name = fields.get(column);
            Integer other = name.isEmpty() ? null : columns.putIfAbsent(name, column);
            if (other != null) {
                throw new TableException(0, column, "repeats the name of column " + (other + 1)
                        + "; give keys by the numbers of their columns");
            }
        }
    }

    /** Returns whether the first row is a header by default only: nothing else says so. */
    boolean isAssumed() {
        return assumed;
    }

    /** Returns the number of columns. */
    int columns() {
        return fields.size();
    }

    /** Returns the text of a field of the first row. */
    String field(int column) {
        return fields.get(column);
    }

    /** Describes a column for a message: its number, and its name if there is one. */
    String describe(int column) {
        boolean named = present && column < fields.size() && !fields.get(column).isEmpty();
        return "column " + (column + 1) + (named ? " '" + fields.get(column) + "'" : "");
    }

    /**
     * Returns the index of the column of a key.
     *
     * @throws TableException if there is none
     */
    int column(TableKey key) throws TableException {
        int index = key.name() == null ? key.index() : present ? fields.indexOf(key.name()) : -1;
        if (index >= 0 && index < fields.size()) {
            return index;
        }
        String column = key.name() == null ? Integer.toString(key.index() + 1) : key.name();
        boolean isName = key.name() == null && present && fields.contains(column);
        throw new TableException(
                0, TableException.ROW, "there is no column '" + column + "', " + whatThereIs()
                        + (isName ? "; column(String) is for the name of a column" : ""));
    }

    /**
     * Checks that this header has the fields of another one, or as many if the first rows are no headers.
     *
     * @throws FileSortException if it has not
     */
    void requireColumnsOf(Header other, Path file, Path otherFile) throws FileSortException {
        if (present) {
            requireSame(file, fields, otherFile, other.fields);
        } else if (fields.size() != other.fields.size()) {
            throw new FileSortException(file, "line 1: expected " + other.fields.size() + " fields as in " + otherFile
                    + ", found " + fields.size());
        }
    }

    /** Checks that the header of a file has the fields of that of another file. */
    static void requireSame(Path file, List<String> fields, Path other, List<String> expected) throws FileSortException {
        if (!fields.equals(expected)) {
            throw new FileSortException(
                    file, "line 1: expected the header of " + other + ", " + list(expected) + ", found " + list(fields));
        }
    }

    private String whatThereIs() {
        if (fields.isEmpty()) {
            return "the file is empty";
        }
        if (!present) {
            return "columns have numbers from 1 to " + fields.size();
        }
        return "the columns are " + list(fields);
    }

    /** Returns names for a message. */
    private static String list(List<String> names) {
        return names.stream().limit(LISTED).map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                + (names.size() > LISTED ? ", ..." : "");
    }
}
