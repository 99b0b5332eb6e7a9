package io.github.tornadosort.internal.plan;

/**
 * What one execution of a graph covers: the grids of its tasks follow from it.
 *
 * @param n keys
 * @param blocks blocks that the keys are cut into
 * @param radix values of the digit that is sorted by
 */
public record LaunchSize(int n, int blocks, int radix) {}
