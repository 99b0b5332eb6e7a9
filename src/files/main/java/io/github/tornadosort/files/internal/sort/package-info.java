/**
 * The sorts and checks of files: in memory if the rows fit, otherwise in runs on disk that are merged.
 *
 * <p>Used by {@code FileSorter} and the command line. This package uses the library and the other packages of this module.
 */
package io.github.tornadosort.files.internal.sort;
