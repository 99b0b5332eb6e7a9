/**
 * Sorting networks: the common part of {@code bitonic}, {@code odd-even-merge} and {@code transposition}, which are in packages
 * of these names. Those packages may use it, and {@code sample}, whose samples a network sorts.
 */
package io.github.tornadosort.laboratory.internal.network;
