/**
 * Tuning parameters as data: the files in {@code tornado-config}, the rules that choose an algorithm, the cost model, and the
 * tuner. Uses the value types of the public API, and asks whether the laboratory is there. All packages that choose or run a
 * policy use it.
 */
package io.github.tornadosort.internal.policy;
