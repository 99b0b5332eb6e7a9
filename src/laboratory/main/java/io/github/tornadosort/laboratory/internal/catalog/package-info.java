/**
 * Creates the plan of any algorithm by name, for keys of the built-in types or for a caller's comparison. All else
 * uses the algorithms through {@link io.github.tornadosort.laboratory.internal.catalog.AlgorithmCatalog} only.
 */
package io.github.tornadosort.laboratory.internal.catalog;
