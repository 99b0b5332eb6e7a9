/** What is shown on a terminal while a command runs. Used by the commands and their options. */
package io.github.tornadosort.cli.terminal;
