/**
 * {@code radix-four-way}: a radix sort by two bits per pass, which ends when the keys are sorted. Only the package
 * {@code catalog} may use it.
 */
package io.github.tornadosort.laboratory.internal.fourway;
