/**
 * The host's stable sort of rows, keys that move with values or indices: {@code RowSort}. Several of its classes are made from the
 * templates of the sort of plain keys, in {@code src/library/main/templates}.
 */
package io.github.tornadosort.internal.host.rows;
