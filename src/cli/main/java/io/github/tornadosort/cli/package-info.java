/**
 * The command line, {@code tornado-sort}: one class per command, and the sorts of keys, records and tables behind them.
 *
 * <p>Shared options are in {@code cli.options}, files and streams in {@code cli.io}, lines in {@code cli.text}, rows of CSV files in
 * {@code cli.table}, Arrow in {@code cli.arrow}, runs on disk in {@code cli.runs}, generated data in {@code cli.data}, and the checks
 * of devices in {@code cli.doctor}. The benchmarks add commands to {@link io.github.tornadosort.cli.Main}.
 */
package io.github.tornadosort.cli;
