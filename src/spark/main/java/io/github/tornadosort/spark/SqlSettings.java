package io.github.tornadosort.spark;

import org.apache.spark.sql.internal.SQLConf;
import scala.jdk.javaapi.CollectionConverters;

/** The setting of a session for its sorts. */
final class SqlSettings {
    static final String ENABLED = "spark.tornadosort.enabled";

    private static final String PREFIX = "spark.tornadosort.";

    private SqlSettings() {}

    /**
     * Returns whether sorts are replaced.
     *
     * @throws IllegalArgumentException if the setting makes no sense, or another one has its prefix
     */
    static boolean isEnabled(SQLConf conf) {
        for (String name : CollectionConverters.asJava(conf.getAllConfs()).keySet()) {
            if (name.startsWith(PREFIX) && !name.equals(ENABLED)) {
                throw new IllegalArgumentException(name + ": there is no such setting, only " + ENABLED);
            }
        }
        String text = conf.getConfString(ENABLED, "true").strip();
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(ENABLED + "=" + text + ": expected true or false");
        }
        return Boolean.parseBoolean(text);
    }
}
