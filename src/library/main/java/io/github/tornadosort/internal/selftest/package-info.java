/**
 * The self-test of a device: sorts test keys with each plan before it first runs, once for each device, driver and SDK, and stores the
 * verdict in a file. Uses the packages {@code plan}, {@code kernel} and {@code policy}.
 */
package io.github.tornadosort.internal.selftest;
