package io.github.tornadosort.spark;

import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.internal.SQLConf;
import scala.jdk.javaapi.CollectionConverters;

/** The settings of a session for its sorts. */
final class SqlSettings {
    static final String ENABLED = "spark.tornadosort.enabled";
    static final String GPU = "spark.tornadosort.gpu";

    private static final String PREFIX = "spark.tornadosort.";
    private static final Set<String> ALL = Set.of(ENABLED, GPU, DeviceSettings.DEVICES, DeviceSettings.RESOURCE);

    private SqlSettings() {}

    /**
     * Returns whether sorts are replaced.
     *
     * @throws IllegalArgumentException if a setting makes no sense, or its name is unknown
     */
    static boolean isEnabled(SQLConf conf) {
        for (String name : CollectionConverters.asJava(conf.getAllConfs()).keySet()) {
            if (name.startsWith(PREFIX) && !ALL.contains(name)) {
                throw new IllegalArgumentException(name + ": there is no such setting, only " + new TreeSet<>(ALL));
            }
        }
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
