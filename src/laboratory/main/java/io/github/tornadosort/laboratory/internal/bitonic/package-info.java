/** {@code bitonic}: Batcher's bitonic sorting network. Only the package {@code catalog} may use it. */
package io.github.tornadosort.laboratory.internal.bitonic;
