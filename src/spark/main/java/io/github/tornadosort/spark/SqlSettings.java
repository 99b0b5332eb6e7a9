package io.github.tornadosort.spark;

import org.apache.spark.sql.internal.SQLConf;

/** The settings of a session for its sorts. */
final class SqlSettings {
    static final String ENABLED = "spark.tornadosort.enabled";
    static final String GPU = "spark.tornadosort.gpu";

    private SqlSettings() {}

    /**
     * Returns whether sorts are replaced.
     *
     * @throws IllegalArgumentException if a setting makes no sense
     */
    static boolean isEnabled(SQLConf conf) {
        mayUseDevices(conf);
        return isTrue(conf, ENABLED);
    }

    /** Returns whether tasks that have a device sort large partitions there. */
    static boolean mayUseDevices(SQLConf conf) {
        return isTrue(conf, GPU);
    }

    private static boolean isTrue(SQLConf conf, String name) {
        String text = conf.getConfString(name, "true").strip();
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(name + "=" + text + ": expected true or false");
        }
        return Boolean.parseBoolean(text);
    }
}
