/**
 * Tables of delimited text: the keys of a command line, the rows and fields of a file, and the bytes that rows are sorted by.
 *
 * <p>Used by {@code sort}. This package uses the public types of the library, its loops over ranges, {@code io}
 * and {@code runs}; it does not use {@code sort}.
 */
package io.github.tornadosort.files.internal.table;
