/**
 * The public API. {@link io.github.tornadosort.Sorter} sorts arrays,
 * {@linkplain io.github.tornadosort.Column columns} and {@linkplain io.github.tornadosort.Records records};
 * {@link io.github.tornadosort.stage.SortStage} sorts within a user's own task graphs.
 *
 * <p>An {@link io.github.tornadosort.Order} stands in the call; a sort or an argsort without one is ascending. How a sort is
 * executed belongs to the sorter: {@link io.github.tornadosort.Sorter#builder}. Sorts return
 * {@link io.github.tornadosort.SortStats}.
 *
 * <p>{@code Sorter} uses the internal packages. The internal packages use the value types of this package, such as
 * {@code Column} and {@code Order}, but not this class.
 */
@NullMarked
package io.github.tornadosort;

import org.jspecify.annotations.NullMarked;
