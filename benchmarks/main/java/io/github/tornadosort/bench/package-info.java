/**
 * The benchmark: suites of cases, contenders that are measured on them in turn, and what is reported of it. A user of the
 * public API like any other, but for the resident sort, which times what the API does not show.
 */
package io.github.tornadosort.bench;
