/**
 * Records: rows of a fixed width.
 *
 * <p>Used by {@code FileSorter}. This package uses {@code table}, {@code runs}, {@code buckets} and {@code io}.
 */
package io.github.tornadosort.files.internal.records;
