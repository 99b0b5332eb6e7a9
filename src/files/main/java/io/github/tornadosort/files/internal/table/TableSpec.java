package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.CsvFormat;
import java.util.List;

/**
 * A table and how it is sorted.
 *
 * @param header whether the first row has the names of the columns
 * @param emptyFirst whether empty fields come before others; otherwise they come after them, in descending order too
 * @param keys the keys to sort by, the primary key first
 * @param unique whether only the first of rows with equal keys is wanted. Numbers whose type is guessed are equal if their texts
 *     are.
 */
public record TableSpec(
        Dialect dialect, CsvFormat.Header header, boolean emptyFirst, List<TableKey> keys, boolean unique) {
    boolean mayHaveHeader() {
        return header != CsvFormat.Header.ABSENT;
    }
}
