/**
 * Creates the plan of any algorithm by name, for keys of the built-in types or for a caller's comparison. The rest of the
 * library uses the algorithms through {@link io.github.tornadosort.internal.algorithm.catalog.AlgorithmCatalog} only.
 */
package io.github.tornadosort.internal.algorithm.catalog;
