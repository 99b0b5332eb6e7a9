/**
 * Sorts on an Apache Spark cluster: {@link io.github.tornadosort.spark.SparkSort} has the sorts, and
 * {@link io.github.tornadosort.spark.TornadoSortPlugin} makes them use GPUs.
 */
package io.github.tornadosort.spark;
