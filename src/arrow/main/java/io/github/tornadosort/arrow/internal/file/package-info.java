/**
 * Tables in files of Arrow's IPC format, both the file format and the stream format. Record batches are mapped into memory, and
 * columns are views of them. Tables that do not fit in memory are sorted by runs of record batches.
 *
 * <p>Used by the commands. This package uses the columns of {@code tornado-sort-arrow}, but not Arrow's own memory management,
 * which would need flags of the JVM.
 */
package io.github.tornadosort.arrow.internal.file;
