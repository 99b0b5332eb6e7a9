/**
 * {@code sample}: a sample sort, which can also sort by a caller's comparison. Only the package {@code catalog} may use it.
 */
package io.github.tornadosort.laboratory.internal.sample;
