/**
 * {@code radix-split}: a least significant digit radix sort by one bit per pass, the baseline for the other radix sorts. Only
 * the package {@code catalog} may use it.
 */
package io.github.tornadosort.laboratory.internal.radixsplit;
