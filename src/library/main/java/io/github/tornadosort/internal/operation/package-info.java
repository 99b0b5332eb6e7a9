/**
 * Operations that are more than one sort of a column: by several keys, of records, of segments, and the top k. Uses the sorts of
 * columns and the host sorts.
 */
package io.github.tornadosort.internal.operation;
