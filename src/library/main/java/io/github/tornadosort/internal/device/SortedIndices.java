package io.github.tornadosort.internal.device;

import io.github.tornadosort.SortStats;

/**
 * The result of an argsort.
 *
 * @param indices the index of each row, in sorted order
 * @param stats what the sort did
 */
public record SortedIndices(int[] indices, SortStats stats) {}
