/**
 * Sorts of lines by all of their bytes, bucket by bucket.
 *
 * <p>Used by {@code sort}. This package uses the library's sorts of strings and its loops over ranges, {@code io} and
 * {@code runs}.
 */
package io.github.tornadosort.files.internal.buckets;
