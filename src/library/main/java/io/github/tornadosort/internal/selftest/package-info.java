/**
 * The self-test of a device: sorts test keys with each plan before it first runs, and checks what a device returns. Uses the
 * package {@code plan}, and the check of the order in {@code host.rows}.
 */
package io.github.tornadosort.internal.selftest;
