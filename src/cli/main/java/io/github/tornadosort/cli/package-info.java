/**
 * The command line, {@code tornado-sort}: one class per command, and the sorts of keys, records and tables behind them.
 *
 * <p>Shared options are in {@code cli.options}, generated data in {@code cli.data}, and the checks of devices in
 * {@code cli.doctor}. The benchmarks add commands to {@link io.github.tornadosort.cli.Main}.
 */
package io.github.tornadosort.cli;
