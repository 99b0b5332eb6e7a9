/**
 * Sorting and scattering of tiles by digit or bucket, which several algorithms share: {@code radix-local} and
 * {@code radix-four-way} for a pass over all keys, {@code radix-msd} and {@code sample} to cut segments into buckets. Only
 * these algorithms' packages, and the package {@code bucket}, may use it.
 */
package io.github.tornadosort.laboratory.internal.tile;
