/**
 * The sorting algorithms of the literature. {@link io.github.tornadosort.laboratory.internal.AlgorithmCatalog}, the service that the
 * library finds, creates their plans. A plan extends {@link io.github.tornadosort.laboratory.internal.AlgorithmPlan}, which has the
 * buffers of keys and values and the task graphs. Sorts
 * by buckets share {@code BucketSort}.
 *
 * <p>All kernels are work-group kernels, for keys of both widths: see {@link io.github.tornadosort.laboratory.internal.KeyWords}.
 */
package io.github.tornadosort.laboratory.internal;
