/**
 * The benchmark: suites of cases, contenders that run them in turn, and the report of the results.
 *
 * <p>This package uses the public API of the library and the command line. The exceptions are {@code ResidentSort} and
 * {@code ProfiledSort}, which time internals that the API does not expose, and {@code Plots}, which shows the cost model. No
 * other module uses this package.
 */
package io.github.tornadosort.bench;
