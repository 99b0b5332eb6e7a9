/**
 * The self-test of a device: runs every kernel and compares it with the JVM, once for each device, driver and SDK, and keeps the
 * verdict in a file. Uses task graphs and kernels.
 */
package io.github.tornadosort.internal.selftest;
