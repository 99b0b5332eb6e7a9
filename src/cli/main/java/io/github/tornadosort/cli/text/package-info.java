/**
 * Lines of text: reading them, distributing them among buckets, and runs of them.
 *
 * <p>Used by the commands. This package uses the library's loops over ranges, {@code cli.io}, {@code cli.buckets} and
 * {@code cli.runs}; it does not use the commands.
 */
package io.github.tornadosort.cli.text;
