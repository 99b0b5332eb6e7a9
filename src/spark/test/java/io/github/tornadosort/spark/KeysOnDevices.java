package io.github.tornadosort.spark;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/** Adds up the metric of keys that were sorted on a device. */
final class KeysOnDevices extends SparkListener {
    private final SparkSession session;
    private final AtomicLong keys = new AtomicLong();

    KeysOnDevices(SparkSession session) {
        this.session = session;
        session.sparkContext().addSparkListener(this);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        for (AccumulableInfo number : CollectionConverters.asJava(end.taskInfo().accumulables())) {
            if (number.name().exists(name -> name.endsWith(" sorted on a device"))) {
                keys.addAndGet(Long.parseLong(number.update().get().toString()));
            }
        }
    }

    /** Returns the number of keys since the last call. */
    long take() {
        try {
            session.sparkContext().listenerBus().waitUntilEmpty();
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
        return keys.getAndSet(0);
    }
}
