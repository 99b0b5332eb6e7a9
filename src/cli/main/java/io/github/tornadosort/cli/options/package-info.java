/** Options that commands share, the converters of their values, and the checks of them. */
package io.github.tornadosort.cli.options;
