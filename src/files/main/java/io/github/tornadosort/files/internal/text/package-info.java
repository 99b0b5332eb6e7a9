/**
 * Lines of text: reading them, and the bytes that they are sorted by.
 *
 * <p>Used by {@code sort}. This package uses the library's loops over ranges, {@code io}, {@code buckets},
 * {@code runs} and {@code table}; it does not use {@code sort}.
 */
package io.github.tornadosort.files.internal.text;
