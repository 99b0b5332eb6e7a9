/**
 * Task graphs of the radix sort, their buffers, and compiled plans with their cache. Plans load columns and store them.
 *
 * <p>The public packages, {@code internal.device} and {@code internal.selftest} use this package, and so does the laboratory. It
 * uses {@code internal.kernel}, the order of keys, parallel copies, the allocation of host memory, what is special about a
 * backend in {@code plan.backend}, and the value types of the public API.
 */
package io.github.tornadosort.internal.plan;
