/**
 * Sorts, merges and gathers on the JVM's cores, without TornadoVM. Uses the arithmetic of the kernels' key order and the value
 * types of the public API, and nothing else of this library.
 */
package io.github.tornadosort.internal.host;
