/**
 * Sorts columns on one device: chooses plans and runs them, sorts in chunks, verifies results, and falls back to the host.
 *
 * <p>The public package and {@code internal.operation} use this package. It uses {@code internal.plan} for compiled plans,
 * {@code internal.host} for work on the host, and {@code internal.policy} for the choice of the algorithm.
 */
package io.github.tornadosort.internal.device;
