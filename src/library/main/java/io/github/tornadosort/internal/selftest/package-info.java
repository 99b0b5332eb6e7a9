/**
 * The self-test of a device: runs every kernel once for each device, driver and SDK, compares the results with the JVM's, and
 * stores the verdict in a file. Uses the packages {@code plan}, {@code kernel} and {@code policy}.
 */
package io.github.tornadosort.internal.selftest;
