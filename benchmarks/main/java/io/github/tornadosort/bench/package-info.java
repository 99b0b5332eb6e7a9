/**
 * The benchmark: suites of cases, contenders that run them in turn, and the report of the results.
 *
 * <p>{@code Suite} describes what is measured. {@code Campaign}, {@code CallSuite} and {@code AnyDistribution} measure it.
 * {@code Results} are stored with their {@code Origin}, and {@code Report} shows them. This package uses the public API of the library
 * and the command line. The exception is {@code StageJob}, which uses internals that the API does not expose. No other module uses this package.
 */
package io.github.tornadosort.bench;
