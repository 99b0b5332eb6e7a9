/** {@code transposition}: odd-even transposition sort. Only the package {@code catalog} may use it. */
package io.github.tornadosort.laboratory.internal.transposition;
