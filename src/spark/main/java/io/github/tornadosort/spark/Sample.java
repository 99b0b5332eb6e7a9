package io.github.tornadosort.spark;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.RangePartitioner;
import org.apache.spark.api.java.JavaRDD;
import scala.reflect.ClassTag;

/**
 * Random elements of one input partition.
 *
 * @param partition index of the input partition
 * @param rows the number of elements of the partition, of which each is in the sample with the same probability
 * @param elements the sampled ones
 */
record Sample<T>(int partition, long rows, List<T> elements) {
    /** Runs a job that samples each partition, as Spark's own sorts do. */
    @SuppressWarnings("unchecked")
    static <T> List<Sample<T>> of(JavaRDD<T> rows, int size) {
        ClassTag<T> any = (ClassTag<T>) ClassTag.apply(Object.class);
        return Stream.of(RangePartitioner.sketch(rows.rdd(), size, any)._2())
                .map(one -> new Sample<>((Integer) one._1(), (Long) one._2(), Arrays.asList((T[]) one._3())))
                .toList();
    }

    <R> Sample<R> map(Function<T, R> function) {
        return new Sample<>(partition, rows, elements.stream().map(function).toList());
    }
}
