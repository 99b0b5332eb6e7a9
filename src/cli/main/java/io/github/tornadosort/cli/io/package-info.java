/** Files of keys: raw, NumPy's .npy, and text; read in pieces, written beside their place and renamed when complete. */
package io.github.tornadosort.cli.io;
