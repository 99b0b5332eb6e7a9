/**
 * Operations that are built on sorts of columns and segments: lexicographic sorts, and sorts of records and strings. The public
 * {@code Sorter} and {@code internal.dispatch} use them. Uses the packages {@code device} and {@code host}, and the stage that sorts
 * segments.
 */
package io.github.tornadosort.internal.operation;
