/**
 * The sorting algorithms of the literature. {@link io.github.tornadosort.laboratory.internal.AlgorithmCatalog}, the service that the
 * library finds, creates their plans. A plan extends {@code AlgorithmPlan}, which has the buffers of keys and values and the task
 * graphs. Sorts by buckets share {@code BucketSort}.
 *
 * <p>All kernels are work-group kernels, for keys of both widths: see {@link io.github.tornadosort.laboratory.internal.KeyWords}. They
 * have these parameters in common; all numbers are compiled in.
 * <ul>
 * <li>{@code keys}, or {@code from} and {@code to}: {@code N} keys, and what receives them
 * <li>{@code fromValues} and {@code toValues}: the same of the values, if {@code withValues} is not 0; otherwise they are not accessed
 * <li>{@code segments}: {@code SegmentTable.WORDS} words for each segment
 * <li>{@code p}: the parameter buffer
 * <li>{@code kind} and {@code wide}: see {@code KeyWords}
 * <li>{@code workItems}: work-items per group; {@code items}: keys per work-item, a power of two; {@code tile}: the product of both
 * </ul>
 */
package io.github.tornadosort.laboratory.internal;
