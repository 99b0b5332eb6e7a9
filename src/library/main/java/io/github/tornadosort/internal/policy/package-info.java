/**
 * Tuning parameters as data: the files in {@code tornado-config}, the rules that choose an algorithm, the cost model, and the
 * tuner. Uses only the value types of the public API; all packages that choose or run a policy use it.
 */
package io.github.tornadosort.internal.policy;
