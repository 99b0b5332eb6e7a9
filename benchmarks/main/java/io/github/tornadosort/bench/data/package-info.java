/**
 * Generated keys: their bits, and the distributions for files, tests and benchmarks.
 *
 * <p>Used by the commands and the benchmarks. This package uses only the public types of the library, and no other package of
 * the command line.
 */
package io.github.tornadosort.bench.data;
