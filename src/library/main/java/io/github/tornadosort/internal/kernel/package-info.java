/**
 * Kernels of sorts and stages: static methods over TornadoVM's types, without host code. {@code Block} kernels run on CPUs and
 * on the JVM, {@code Group} kernels on GPUs. The packages {@code internal.plan} and {@code stage} and the laboratory build task
 * graphs from them. This package uses no other package of the library.
 */
package io.github.tornadosort.internal.kernel;
