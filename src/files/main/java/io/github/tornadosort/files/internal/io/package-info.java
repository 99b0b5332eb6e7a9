/**
 * Files of keys and rows: raw, NumPy's .npy, and text. Files are read piece by piece. Outputs are written under a temporary
 * name and renamed when complete.
 *
 * <p>Used by {@code sort} and the benchmarks. This package uses the public types of the library and {@code data}; it does
 * not use {@code sort}.
 */
package io.github.tornadosort.files.internal.io;
