/**
 * Contenders that share one JVM, so that calls of a few nanoseconds can be compared: this library, the JDK, fastutil, boxed
 * objects and heaps. All are called through the same interface, on the same arrays, in turn.
 *
 * <p>Used only by {@link io.github.tornadosort.bench}.
 */
package io.github.tornadosort.bench.host;
