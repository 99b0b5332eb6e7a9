/**
 * Task graphs of the radix sort, their buffers, and compiled plans with their cache. This package does not know columns.
 *
 * <p>The public package, {@code internal.device}, {@code internal.algorithm} and {@code internal.selftest} use this package. It
 * uses {@code internal.kernel}, {@code internal.host} for host memory and the order of keys, and the value types of the public
 * API.
 */
package io.github.tornadosort.internal.plan;
