/**
 * Buckets of rows of any length: rows of a large input are distributed among buckets that fit in a core's cache, and then sorted
 * there. To copy the rows of a large input in sorted order would cost several cache misses for each row.
 *
 * <p>Used by {@code sort} and {@code text}. This package uses the library's sort of strings and its loops
 * over ranges, {@code io} and {@code runs}; it does not use {@code sort}.
 */
package io.github.tornadosort.files.internal.buckets;
