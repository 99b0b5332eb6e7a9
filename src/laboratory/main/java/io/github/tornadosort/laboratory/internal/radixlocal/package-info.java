/**
 * {@code radix-local}: a radix sort whose tiles are sorted in local memory by one-bit splits before they are scattered. Only
 * the package {@code catalog} may use it.
 */
package io.github.tornadosort.laboratory.internal.radixlocal;
