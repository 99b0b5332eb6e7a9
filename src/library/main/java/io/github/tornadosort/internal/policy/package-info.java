/**
 * Tuning parameters as data: the files of {@code tornado-config}, the rules that choose an algorithm, the cost model, and the
 * tuner that measures them. Uses the value types of the public API only.
 */
package io.github.tornadosort.internal.policy;
