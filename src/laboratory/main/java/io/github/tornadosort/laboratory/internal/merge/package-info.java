/**
 * {@code merge}: a merge sort by merge path, which can also sort by a caller's comparison. Only the package {@code catalog} may
 * use it.
 */
package io.github.tornadosort.laboratory.internal.merge;
