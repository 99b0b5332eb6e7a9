/**
 * The kernels and sizes that a family of devices runs, what sorts cost on the host and on devices, and one file that replaces these values.
 * All packages that choose or run a policy use it.
 */
package io.github.tornadosort.internal.policy;
