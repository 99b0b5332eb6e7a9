/**
 * How sorts are executed: the settings of a sorter, the algorithms, the kernels and sizes that a family of devices runs, what sorts cost on
 * the host and on devices, and the statistics of what was done. All packages that choose or run a policy use it.
 */
package io.github.tornadosort.internal.policy;
