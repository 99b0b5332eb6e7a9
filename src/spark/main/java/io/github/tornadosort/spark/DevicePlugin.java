package io.github.tornadosort.spark;

import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/** What {@link TornadoSortPlugin} does in a JVM that is new enough. */
final class DevicePlugin implements SparkPlugin {
    DevicePlugin() {}

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            @Override
            public Map<String, String> init(SparkContext context, PluginContext plugin) {
                DeviceSettings.of(plugin.conf()); // refuses settings that make no sense
                DeviceSettings.requireLog4jOfSpark(plugin.conf());
                return Map.of();
            }
        };
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorPlugin() {
            @Override
            public void init(PluginContext plugin, Map<String, String> settings) {
                ExecutorSorters.start(plugin.conf(), plugin.resources());
            }

            @Override
            public void shutdown() {
                ExecutorSorters.stop();
            }
        };
    }
}
