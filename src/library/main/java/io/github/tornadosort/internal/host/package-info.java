/**
 * Sorting, merging and gathering on the cores of the host, without TornadoVM: parallel loops, scratch memory and ordered reads
 * of keys.
 *
 * <p>All internal packages except {@code internal.kernel} may use this package. So may the classes of the public package that
 * run sorts. It uses the value types of the public API, the key order of
 * {@link io.github.tornadosort.internal.kernel.OrderedBits} and the allocation of host memory, and nothing else of the library.
 */
package io.github.tornadosort.internal.host;
