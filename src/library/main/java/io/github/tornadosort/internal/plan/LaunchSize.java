package io.github.tornadosort.internal.plan;

/**
 * The size of one execution of a graph. It determines the grids of the tasks.
 *
 * @param n number of keys
 * @param blocks number of blocks
 * @param radix number of values of the digit
 */
public record LaunchSize(int n, int blocks, int radix) {}
