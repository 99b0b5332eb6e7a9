/**
 * The host's sort of plain keys of 32 and 64 bits, for any distribution: {@code KeySort32} and {@code KeySort64}. The sources for both widths are made
 * from the templates in {@code src/library/main/templates}; some of these make classes of package {@code rows} too.
 */
package io.github.tornadosort.internal.host.keys;
