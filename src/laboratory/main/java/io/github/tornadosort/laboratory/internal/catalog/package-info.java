/**
 * Creates the plan of any algorithm by name. All else
 * uses the algorithms through {@link io.github.tornadosort.laboratory.internal.catalog.AlgorithmCatalog} only.
 */
package io.github.tornadosort.laboratory.internal.catalog;
