package io.github.tornadosort.spark.bench;

import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;

/** Adds up what tasks wrote to disk for want of memory. */
final class SpilledBytes extends SparkListener {
    private final AtomicLong onDisk = new AtomicLong();
    private final AtomicLong inMemory = new AtomicLong();
    private final AtomicLong tasks = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        if (metrics != null && metrics.diskBytesSpilled() > 0) {
            onDisk.addAndGet(metrics.diskBytesSpilled());
            inMemory.addAndGet(metrics.memoryBytesSpilled());
            tasks.incrementAndGet();
        }
    }

    /** Describes the bytes since the last call. */
    String take(SparkSession session) throws TimeoutException {
        session.sparkContext().listenerBus().waitUntilEmpty();
        return String.format(Locale.ROOT, "%d tasks spilled %.2f GB, on disk %.2f GB", tasks.getAndSet(0),
                inMemory.getAndSet(0) / 1e9, onDisk.getAndSet(0) / 1e9);
    }
}
