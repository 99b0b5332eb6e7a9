package io.github.tornadosort.spark;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that start a Spark with their own settings. A JVM can have one only, so that the shared one is stopped before. */
abstract class OwnSpark {
    /** Set by the test; stopped after it. */
    SparkSession session;

    @BeforeEach
    void stopTheOtherSpark() {
        LocalSpark.stop();
    }

    @AfterEach
    void stop() {
        if (session != null) {
            session.stop();
        }
    }
}
