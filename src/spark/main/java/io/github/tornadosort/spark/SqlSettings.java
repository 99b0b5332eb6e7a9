package io.github.tornadosort.spark;

import java.io.Serializable;
import org.apache.spark.sql.internal.SQLConf;

/**
 * The settings of a session for its sorts.
 *
 * @param enabled whether sorts are replaced
 * @param minRows partitions with fewer rows are sorted on the core of their task
 * @param gpu whether the device of a task may sort
 */
record SqlSettings(boolean enabled, long minRows, boolean gpu) implements Serializable {
    static final String ENABLED = "spark.tornadosort.enabled";
    static final String MIN_ROWS = "spark.tornadosort.minRows";
    static final String GPU = "spark.tornadosort.gpu";

    /** @throws IllegalArgumentException if a setting makes no sense */
    static SqlSettings of(SQLConf conf) {
        return new SqlSettings(isTrue(conf, ENABLED), count(conf, MIN_ROWS), isTrue(conf, GPU));
    }

    private static boolean isTrue(SQLConf conf, String name) {
        String text = conf.getConfString(name, "true").strip();
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(name + "=" + text + ": expected true or false");
        }
        return Boolean.parseBoolean(text);
    }

    private static long count(SQLConf conf, String name) {
        String text = conf.getConfString(name, "0").strip();
        try {
            long rows = Long.parseLong(text);
            if (rows >= 0) {
                return rows;
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw new IllegalArgumentException(name + "=" + text + ": expected a number of rows, 0 or more");
    }
}
