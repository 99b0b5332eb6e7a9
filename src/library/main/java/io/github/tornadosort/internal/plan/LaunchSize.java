package io.github.tornadosort.internal.plan;

/**
 * The size of one execution of a graph. It determines the grids of the tasks.
 *
 * @param n number of keys
 * @param blocks number of blocks
 */
public record LaunchSize(int n, int blocks) {}
