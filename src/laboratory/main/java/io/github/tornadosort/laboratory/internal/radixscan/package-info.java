/**
 * {@code radix-scan}: a least significant digit radix sort in three kernels per pass. Only the package {@code catalog} may use it.
 */
package io.github.tornadosort.laboratory.internal.radixscan;
