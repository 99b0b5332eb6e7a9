/**
 * Files of keys and rows: raw, NumPy's .npy, and text. Files are read piece by piece. Outputs are written under a temporary
 * name and renamed when complete.
 *
 * <p>Used by the commands and the benchmarks. This package uses the public types of the library and {@code cli.data}; it does
 * not use the commands.
 */
package io.github.tornadosort.cli.io;
