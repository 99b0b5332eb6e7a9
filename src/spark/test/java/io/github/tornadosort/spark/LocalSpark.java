package io.github.tornadosort.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** A Spark of two threads in this JVM, which all tests share. */
public final class LocalSpark {
    private static SparkSession session;

    private LocalSpark() {}

    /** Returns the shared Spark, and starts it first if necessary. */
    public static synchronized SparkSession session() {
        if (session == null) {
            session = builder("local[2]").getOrCreate();
            session.sparkContext().setLogLevel("ERROR");
        }
        return session;
    }

    /** Returns settings for a Spark without a web page, which writes into the working folder only. */
    static SparkSession.Builder builder(String master) {
        Path folder = Path.of("").toAbsolutePath();
        return SparkSession.builder()
                .master(master)
                .appName("tests of tornado-sort")
                .config("spark.ui.enabled", false)
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.extensions", TornadoSortExtensions.class.getName())
                .config("spark.sql.shuffle.partitions", 4)
                .config("spark.local.dir", folder.resolve("spark-local").toString())
                .config("spark.sql.warehouse.dir", folder.resolve("spark-warehouse").toString());
    }

    /** Stops the shared Spark, since a JVM can have one only. */
    static synchronized void stop() {
        if (session != null) {
            session.stop();
            session = null;
        }
    }
}
