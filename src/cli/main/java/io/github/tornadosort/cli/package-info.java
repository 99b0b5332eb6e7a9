/**
 * The command line, {@code tornado-sort}: one class per command, and the groups of options that commands share.
 *
 * <p>The benchmarks add commands to {@link io.github.tornadosort.cli.Main} and use the public option groups. No other module
 * uses this package.
 */
package io.github.tornadosort.cli;
