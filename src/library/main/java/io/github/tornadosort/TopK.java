package io.github.tornadosort;

/**
 * The first keys of a sorted order.
 *
 * @param keys copies of them, sorted
 * @param places where each of them is in the column that they come from
 */
public record TopK(Column keys, int[] places) {}
