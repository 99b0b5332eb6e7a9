/**
 * Contenders in Java that need libraries which only peers use: Arrow's vectors and DuckDB. Peers in
 * other languages are in {@code benchmarks/peers}.
 *
 * <p>Used only by {@link io.github.tornadosort.bench}. This package uses the contender types of that package and no internals
 * of the library.
 */
package io.github.tornadosort.bench.peer;
