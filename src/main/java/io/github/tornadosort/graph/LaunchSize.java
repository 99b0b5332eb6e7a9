package io.github.tornadosort.graph;

/**
 * What one execution of a graph covers: the grids of its tasks follow from it.
 *
 * @param n keys
 * @param blocks blocks that the keys are cut into
 * @param radix values of the digit that is sorted by
 */
record LaunchSize(int n, int blocks, int radix) {}
