/**
 * Radix sort kernels: static methods over TornadoVM's types, without host code. {@code Block} kernels run on CPUs and on the
 * JVM, {@code Group} kernels on GPUs. The packages {@code plan}, {@code algorithm} and {@code selftest} build task graphs from
 * them. This package uses no other package of the library.
 */
package io.github.tornadosort.internal.kernel;
