/**
 * Sorting networks: {@code bitonic}, {@code odd-even-merge} and {@code transposition}. Only the package {@code catalog} may use it, and
 * {@code sample}, whose samples a network sorts.
 */
package io.github.tornadosort.laboratory.internal.network;
