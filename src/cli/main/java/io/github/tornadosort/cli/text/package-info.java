/**
 * Lines of text: reading them, distributing them among buckets that fit in a core's cache, sorting the buckets, and runs of them.
 *
 * <p>Used by the commands. This package uses the library's sort of strings and its loops over ranges, {@code cli.io} and
 * {@code cli.runs}; it does not use the commands.
 */
package io.github.tornadosort.cli.text;
