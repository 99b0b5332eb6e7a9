/**
 * The common part of the algorithms that cut keys into buckets, and the buckets again, until each bucket fits local memory.
 * Only the packages {@code radixmsd} and {@code sample} may use it.
 */
package io.github.tornadosort.laboratory.internal.bucket;
