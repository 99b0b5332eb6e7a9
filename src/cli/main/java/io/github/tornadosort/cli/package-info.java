/** The command line, {@code tornado-sort}: a class a command, and the option groups that commands share. */
package io.github.tornadosort.cli;
