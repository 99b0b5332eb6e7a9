/** Sorts, merges and checks files of keys, records, lines and rows of tables, which may be larger than memory. */
@NullMarked
package io.github.tornadosort.files;

import org.jspecify.annotations.NullMarked;
