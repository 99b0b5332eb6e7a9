package io.github.tornadosort.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.executor.ShuffleWriteMetrics;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterIterator;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterSpillReader;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterSpillWriter;

/** The files of a task's sorted runs, in Spark's format. */
final class RunFiles {
    private static final int WRITE_BUFFER = 32 << 10;

    private final TaskMetrics metrics;
    private final List<UnsafeSorterSpillWriter> runs = new ArrayList<>();

    RunFiles(TaskMetrics metrics) {
        this.metrics = metrics;
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    /** Writes the rest of some rows as a run. */
    void write(UnsafeSorterIterator rows) throws IOException {
        ShuffleWriteMetrics written = new ShuffleWriteMetrics();
        UnsafeSorterSpillWriter writer =
                new UnsafeSorterSpillWriter(SparkEnv.get().blockManager(), WRITE_BUFFER, written, rows.getNumRecords());
        runs.add(writer);
        while (rows.hasNext()) {
            rows.loadNext();
            writer.write(rows.getBaseObject(), rows.getBaseOffset(), rows.getRecordLength(), rows.getKeyPrefix());
        }
        writer.close();
        metrics.incDiskBytesSpilled(written.bytesWritten());
    }

    /** Returns the rows of the run that was written last. */
    UnsafeSorterSpillReader last() throws IOException {
        return reader(runs.getLast());
    }

    /** Returns the rows of each run. */
    List<UnsafeSorterIterator> all() throws IOException {
        List<UnsafeSorterIterator> all = new ArrayList<>();
        for (UnsafeSorterSpillWriter run : runs) {
            all.add(reader(run));
        }
        return all;
    }

    private static UnsafeSorterSpillReader reader(UnsafeSorterSpillWriter run) throws IOException {
        return run.getReader(SparkEnv.get().serializerManager());
    }

    void delete() {
        for (UnsafeSorterSpillWriter run : runs) {
            run.getFile().delete();
        }
        runs.clear();
    }
}
