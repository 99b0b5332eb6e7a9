/**
 * Sorting, merging, selecting and gathering on the cores of the host, without TornadoVM. {@code keys} sorts keys alone, {@code rows}
 * keys that move values or indices, {@code strings} strings; {@code segments} sorts within segments, {@code merge} merges sorted columns,
 * {@code select} finds the first keys.
 *
 * <p>All internal packages except {@code internal.kernel} may use these packages. So may the classes of the public package that
 * run sorts. They use the value types of the public API, the words of {@code internal.order}, threads and host memory, and nothing else of
 * the library.
 */
package io.github.tornadosort.internal.host;
