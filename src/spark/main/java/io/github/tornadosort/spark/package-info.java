/** Spark SQL's sort operator, which {@link io.github.tornadosort.spark.TornadoSortExtensions} replaces by configuration. */
@NullMarked
package io.github.tornadosort.spark;

import org.jspecify.annotations.NullMarked;
