/**
 * {@code radix-msd}: a radix sort from the most significant digit down. Only the package {@code catalog} may use it.
 */
package io.github.tornadosort.laboratory.internal.radixmsd;
