package io.github.tornadosort.files.internal.table;

/**
 * A key to sort the rows of a table by.
 *
 * @param index the index of the column, or -1 if it has a name
 * @param name the name of the column, or null
 * @param type the type of its fields, or null if it is guessed
 * @param descending whether larger fields come first
 */
public record TableKey(int index, String name, FieldType type, boolean descending) {}
