/**
 * Sorted runs: parts of an input that does not fit in memory, written to a temporary file in order and then merged.
 *
 * <p>Used by {@code sort}, {@code text} and {@code table}. This package uses the library's loops over ranges and
 * {@code io}; it does not use {@code sort}.
 */
package io.github.tornadosort.files.internal.runs;
