/**
 * Sorted runs: parts of an input that does not fit in memory, written to a temporary file in order and then merged.
 *
 * <p>Used by the commands, {@code cli.text} and {@code cli.table}. This package uses the library's loops over ranges and
 * {@code cli.io}; it does not use the commands.
 */
package io.github.tornadosort.cli.runs;
