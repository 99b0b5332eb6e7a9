/**
 * The common part of the sorting algorithms from the literature. Each algorithm has a package below this one, with its kernels
 * and its host code side by side.
 *
 * <p>Host code: {@link io.github.tornadosort.laboratory.internal.AlgorithmPlan} (the base class of all plans, with the buffers
 * of keys and values), {@link io.github.tornadosort.laboratory.internal.AlgorithmGraphs} (the task graphs of a plan),
 * {@link io.github.tornadosort.laboratory.internal.DeviceScan} (a prefix sum on the device). Kernels share
 * {@link io.github.tornadosort.laboratory.internal.KeyWords}.
 *
 * <p>All kernels are work-group kernels. Keys of both widths use the same kernels: a buffer of keys is an {@code IntArray}
 * with one word for each 32-bit key, or two for each 64-bit key.
 *
 * <p>Only the packages below this one may use it. The library obtains plans from
 * {@code io.github.tornadosort.laboratory.internal.catalog}.
 */
package io.github.tornadosort.laboratory.internal;
