/**
 * Rows of files: tables of delimited text, records of a fixed width, and the bytes that rows are sorted by.
 *
 * <p>Used by {@code sort}. This package uses the public types of the library, its loops over ranges, {@code io}
 * and {@code runs}; it does not use {@code sort}.
 */
package io.github.tornadosort.files.internal.table;
