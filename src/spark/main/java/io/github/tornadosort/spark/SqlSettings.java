package io.github.tornadosort.spark;

import org.apache.spark.sql.internal.SQLConf;

/** The setting of a session for its sorts. */
final class SqlSettings {
    static final String ENABLED = "spark.tornadosort.enabled";

    private SqlSettings() {}

    /**
     * Returns whether sorts are replaced.
     *
     * @throws IllegalArgumentException if the setting makes no sense
     */
    static boolean isEnabled(SQLConf conf) {
        String text = conf.getConfString(ENABLED, "true").strip();
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(ENABLED + "=" + text + ": expected true or false");
        }
        return Boolean.parseBoolean(text);
    }
}
