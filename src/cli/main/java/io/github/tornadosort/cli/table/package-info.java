/**
 * Tables of delimited text: the keys of a command line, the rows and fields of a file, and the bytes that rows are sorted by.
 *
 * <p>Used by the commands. This package uses the public types of the library, its loops over ranges, {@code cli.io},
 * {@code cli.buckets} and {@code cli.runs}; it does not use the commands.
 */
package io.github.tornadosort.cli.table;
