/**
 * The self-test of a device: sorts test keys with each plan before it first runs. Uses the package {@code plan}, and the check
 * of results in {@code host.rows}.
 */
package io.github.tornadosort.internal.selftest;
