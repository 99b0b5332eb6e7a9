package io.github.tornadosort.files.internal.table;

import java.util.List;

/**
 * What a command line says about a table.
 *
 * @param header whether the first row has the names of the columns, or null if that was not said
 * @param emptyFirst whether empty fields come before others; otherwise they come after them, in descending order too
 * @param keys the keys to sort by, the primary key first
 * @param unique whether only the first of rows with equal keys is wanted. Numbers whose type is guessed are equal if their texts
 *     are.
 */
public record TableSpec(Dialect dialect, Boolean header, boolean emptyFirst, List<TableKey> keys, boolean unique) {}
