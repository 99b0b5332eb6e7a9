/** Keys to sort: their bits, and the distributions that files, tests and benchmarks are made of. */
package io.github.tornadosort.cli.data;
