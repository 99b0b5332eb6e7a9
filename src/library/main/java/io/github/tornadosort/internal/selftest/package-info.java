/**
 * The self-test of a device: runs every kernel, compares the results with the JVM's, once for each device, driver and SDK, and
 * stores the verdict in a file. Uses the packages {@code plan}, {@code kernel} and {@code policy}.
 */
package io.github.tornadosort.internal.selftest;
