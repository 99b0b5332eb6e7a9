/** Merges of sorted columns. */
package io.github.tornadosort.internal.host.merge;
