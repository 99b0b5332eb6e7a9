/** Sorts of strings. */
package io.github.tornadosort.internal.host.strings;
