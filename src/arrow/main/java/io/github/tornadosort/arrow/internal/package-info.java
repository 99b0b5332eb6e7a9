/**
 * Columns in Arrow's memory format, as memory segments: how they lie in memory, how they are sorted by and reordered. This package does
 * not use Arrow's memory management, so that it also serves memory-mapped files.
 */
package io.github.tornadosort.arrow.internal;
