package io.github.tornadosort.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;

/**
 * What Spark's web page shows for each task that sorts a partition of an RDD, and their sums.
 *
 * @param rows rows of the partition
 * @param spilledRuns sorted runs that were written to disk
 * @param keysOnDevices keys that a device has sorted
 */
record SortMetrics(LongAccumulator rows, LongAccumulator spilledRuns, LongAccumulator keysOnDevices)
        implements Serializable {
    static SortMetrics of(SparkContext spark) {
        return new SortMetrics(
                spark.longAccumulator("tornado-sort: rows"), spark.longAccumulator("tornado-sort: spilled runs"),
                spark.longAccumulator("tornado-sort: keys sorted on a device"));
    }

    /** Adds the numbers of a sort. */
    void report(RowSorter sorter) {
        rows.add(sorter.rows());
        spilledRuns.add(sorter.spills());
        keysOnDevices.add(sorter.rowsOnDevice());
    }
}
