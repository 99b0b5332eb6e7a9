/**
 * Sorts columns and tables in Apache Arrow's memory format. {@link io.github.tornadosort.arrow.ArrowSort} sorts vectors of
 * Arrow's Java library by one or several {@linkplain io.github.tornadosort.arrow.ArrowKey keys}.
 */
@NullMarked
package io.github.tornadosort.arrow;

import org.jspecify.annotations.NullMarked;
