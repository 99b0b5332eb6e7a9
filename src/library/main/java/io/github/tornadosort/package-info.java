/**
 * The public API, the only package that programs import. {@link io.github.tornadosort.Sorter} sorts arrays,
 * {@linkplain io.github.tornadosort.Column columns} and {@linkplain io.github.tornadosort.Records records};
 * {@link io.github.tornadosort.SortStage} sorts within a user's own task graphs.
 *
 * <p>Operations take {@link io.github.tornadosort.SortOptions}; without them, the order is ascending. Sorts return
 * {@link io.github.tornadosort.SortStats}.
 *
 * <p>{@code Sorter} and {@code SortStage} use the internal packages. The internal packages use the value types of this package,
 * such as {@code Column} and {@code SortOptions}, but not these two classes.
 */
@NullMarked
package io.github.tornadosort;

import org.jspecify.annotations.NullMarked;
