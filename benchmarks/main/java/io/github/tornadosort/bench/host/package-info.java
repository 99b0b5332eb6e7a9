/**
 * Contenders in Java: this library, the JDK and fastutil. Those that share one JVM are called through the same interface, on the
 * same arrays, in turn, so that calls of a few nanoseconds can be compared; others call an operation in a fresh JVM, or sort
 * random cases.
 *
 * <p>Used only by {@link io.github.tornadosort.bench}.
 */
package io.github.tornadosort.bench.host;
