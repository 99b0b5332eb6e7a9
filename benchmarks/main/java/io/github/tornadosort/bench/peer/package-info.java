/** Peers in Java that the benchmark holds this library against; those in other languages are in {@code benchmarks/peers}. */
package io.github.tornadosort.bench.peer;
