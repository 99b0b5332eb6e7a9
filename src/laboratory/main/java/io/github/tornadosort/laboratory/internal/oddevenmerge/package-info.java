/** {@code odd-even-merge}: Batcher's odd-even merge network. Only the package {@code catalog} may use it. */
package io.github.tornadosort.laboratory.internal.oddevenmerge;
