/**
 * The public API: everything that a user imports. {@link io.github.tornadosort.Sorter} sorts arrays,
 * {@linkplain io.github.tornadosort.Column columns} and {@linkplain io.github.tornadosort.Records records};
 * {@link io.github.tornadosort.SortStage} sorts within a user's own task graphs.
 *
 * <p>The classes here that run something use the packages below {@code io.github.tornadosort.internal}. Those use the value
 * types of this package, such as {@code Column} and {@code SortOptions}, but not the classes that run something.
 */
package io.github.tornadosort;
