package io.github.tornadosort;

/**
 * The distinct keys of a column.
 *
 * @param keys one of each, sorted: of equal keys the first
 * @param counts how often each of them is there
 */
public record Runs(Column keys, int[] counts) {}
