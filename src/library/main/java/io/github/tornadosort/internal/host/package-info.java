/**
 * Sorting, merging and gathering on the cores of the host, without TornadoVM: parallel loops, host memory, ordered reads of
 * keys, and the fallback sort of the host.
 *
 * <p>Every package of the library except {@code internal.kernel} may use this package. It uses the value types of the public
 * API and the key order in {@link io.github.tornadosort.internal.kernel.OrderedBits}, and nothing else of the library.
 */
package io.github.tornadosort.internal.host;
