package io.github.tornadosort.spark;

import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Makes the sorts of {@link SparkSort} and {@link TornadoSortExec} use the devices that Spark assigns to tasks. Set
 * {@code spark.plugins} to the name of this class. Each executor then opens one sorter for each of its devices when it starts, tests
 * the devices, and closes the sorters when it ends. Tasks without a device, and executors without this plugin, sort on the host's
 * cores.
 *
 * <p>Two settings say which device an address means:
 *
 * <ul>
 * <li>{@code spark.tornadosort.devices}: a device for each address, for example {@code 0=0:0,1=0:1} or
 * {@code GPU-5ac8=0:0}, with device ids as the command {@code devices} prints them. Or one device, for example {@code 0:0}, for all
 * tasks of each executor, whether or not Spark assigns resources. Without this setting, an executor must have one address and
 * TornadoVM must find one GPU there.
 * <li>{@code spark.tornadosort.resource}: the name of the resource, {@code gpu} by default.
 * </ul>
 *
 * If a device cannot be used, the tasks that need it fail with the cause.
 */
public final class TornadoSortPlugin implements SparkPlugin {
    /** Creates the plugin; Spark does so. */
    public TornadoSortPlugin() {}

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
