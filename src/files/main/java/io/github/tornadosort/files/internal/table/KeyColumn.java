package io.github.tornadosort.files.internal.table;

/**
 * A column that rows are sorted by.
 *
 * @param index index of the column
 * @param type the type of its fields
 * @param descending whether larger fields come first
 */
record KeyColumn(int index, FieldType type, boolean descending) {}
