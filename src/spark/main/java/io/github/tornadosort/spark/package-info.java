/**
 * Sorts on an Apache Spark cluster: {@link io.github.tornadosort.spark.SparkSort} has the sorts, and
 * {@link io.github.tornadosort.spark.TornadoSortPlugin} makes them use GPUs. Programs that run on Spark use this package; it uses
 * the public API of the library.
 */
@NullMarked
package io.github.tornadosort.spark;

import org.jspecify.annotations.NullMarked;
