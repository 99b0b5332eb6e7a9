/**
 * The benchmark: suites of cases, contenders that run them in turn, and the report of the results.
 *
 * <p>{@code Suite} describes what is measured. {@code Campaign}, {@code CallSuite} and {@code AnyDistribution} measure it.
 * {@code Results} are stored with their {@code Origin}, and {@code Report} shows them. Of the library, this package uses the
 * public API; {@code StageJob} alone uses internals. Of files and the command line, it also uses internal classes. No other
 * module uses it.
 */
package io.github.tornadosort.bench;
