/**
 * Operations that are built on sorts of columns: lexicographic sorts, and sorts of records. The public
 * {@code Sorter} and {@code internal.dispatch} use them. Uses the packages {@code device} and {@code host}.
 */
package io.github.tornadosort.internal.operation;
