/**
 * Task graphs of the radix sort, their buffers, and the compiled plans with their cache. Uses the kernels and the host's survey
 * of keys; knows no columns.
 */
package io.github.tornadosort.internal.plan;
