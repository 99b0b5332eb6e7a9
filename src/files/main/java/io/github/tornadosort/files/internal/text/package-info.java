/**
 * Lines of text: reading them, distributing them among buckets, and runs of them.
 *
 * <p>Used by {@code sort}. This package uses the library's loops over ranges, {@code io}, {@code buckets} and
 * {@code runs}; it does not use {@code sort}.
 */
package io.github.tornadosort.files.internal.text;
