/**
 * Columns in Arrow's memory format, as memory segments: their layout, the keys that tables are sorted by, and the reordering of
 * rows. This package does not use Arrow's memory management, so that it can also sort memory-mapped files.
 */
package io.github.tornadosort.arrow.internal;
