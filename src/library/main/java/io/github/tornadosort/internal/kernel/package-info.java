/**
 * Radix sort kernels: static methods over TornadoVM's types, without host code. Block kernels run on CPUs and work-group kernels
 * on GPUs. Uses no other package of this library.
 */
package io.github.tornadosort.internal.kernel;
