package io.github.tornadosort.spark;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** The sorters of an executor: one for each device that it may use. */
final class ExecutorSorters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorSorters.class);

    /** The sorters that the plugin has opened, or null. */
    private static volatile ExecutorSorters ofPlugin;

    private final String resource;
    private final Map<String, TaskSorter> byAddress = new HashMap<>();
    /** The sorter of all tasks, or null. */
    private TaskSorter only;
    /** Why no device can be used, or null. */
    private RuntimeException failure;

    /**
     * Opens a sorter for each device, and tests the devices. If this fails, tasks that need a device fail with the cause: an
     * executor that does not start is replaced by the next, and its job ends with no cause.
     */
    private ExecutorSorters(SparkConf conf, Map<String, ResourceInformation> resources,
            Supplier<List<SortDevice>> allDevices) {
        DeviceSettings settings = DeviceSettings.of(conf);
        this.resource = settings.resource();
        ResourceInformation addresses = resources.get(resource);
        try {
            if (settings.only() != null) {
                only = open(DeviceSettings.device(settings.only(), allDevices.get()));
            } else if (addresses != null) {
                settings.map(Arrays.asList(addresses.addresses()), allDevices.get())
                        .forEach((address, device) -> byAddress.put(address, open(device)));
            }
        } catch (RuntimeException | LinkageError e) {
            close();
            failure =
                    new IllegalStateException("tornado-sort cannot sort on a device of this executor: " + e.getMessage(), e);
            LOG.error(failure.getMessage());
        }
    }

    private static TaskSorter open(SortDevice device) {
        Sorter sorter = Sorter.open(device);
        sorter.device(); // runs the self-test
        LOG.info("tornado-sort sorts on {}", device);
        return new TaskSorter(sorter, isInHostMemory(device));
    }

    /** The JVM backend's buffers are the host's. */
    static boolean isInHostMemory(SortDevice device) {
        return device.type() == TornadoDeviceType.CPU && !device.backend().equals("jvm");
    }

    /** Opens the sorters of this executor. */
    static void start(SparkConf conf, Map<String, ResourceInformation> resources) {
        ofPlugin = new ExecutorSorters(conf, resources, SortDevice::all);
    }

    /** Closes the sorters of this executor. */
    static void stop() {
        ExecutorSorters open = ofPlugin;
        ofPlugin = null;
        if (open != null) {
            open.close();
        }
    }

    /**
     * Returns the sorter of a task's device, or null if the task has none.
     *
     * @throws IllegalStateException if the task's device cannot be used
     */
    static TaskSorter of(TaskContext task) {
        ExecutorSorters open = ofPlugin;
        return open == null ? null : open.sorter(task.resourcesJMap());
    }

    private TaskSorter sorter(Map<String, ResourceInformation> resources) {
        if (failure != null) {
            throw failure;
        }
        if (only != null) {
            return only;
        }
        ResourceInformation addresses = resources.get(resource);
        return addresses == null || addresses.addresses().length == 0
                ? null
                : byAddress.get(addresses.addresses()[0]);
    }

    @Override
    public void close() {
        byAddress.values().forEach(sorter -> sorter.sorter().close());
        if (only != null) {
            only.sorter().close();
        }
    }
}
