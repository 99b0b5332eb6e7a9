package io.github.tornadosort.spark;

import io.github.tornadosort.SortDevice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/**
 * The settings that say which device belongs to which address of a Spark resource.
 *
 * @param resource the name of the resource
 * @param only the id of the device that all tasks use, or null
 * @param devices the ids of devices by address; empty if there is no setting
 */
record DeviceSettings(String resource, String only, Map<String, String> devices) {
    static final String RESOURCE = "spark.tornadosort.resource";
    static final String DEVICES = "spark.tornadosort.devices";

    private static final String EXECUTOR_FLAGS = "spark.executor.extraJavaOptions";
    private static final String ID = "\\d+:\\d+";

    /** @throws IllegalArgumentException if a setting makes no sense */
    static DeviceSettings of(SparkConf conf) {
        String resource = conf.get(RESOURCE, "gpu");
        String text = conf.get(DEVICES, "").strip();
        if (text.matches(ID)) {
            return new DeviceSettings(resource, text, Map.of());
        }
        Map<String, String> devices = new LinkedHashMap<>();
        for (String entry : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int equals = entry.lastIndexOf('=');
            String address = entry.substring(0, Math.max(0, equals)).strip();
            String id = entry.substring(equals + 1).strip();
            if (address.isEmpty() || !id.matches(ID) || devices.put(address, id) != null) {
                throw new IllegalArgumentException(
                        DEVICES + "=" + text + ": expected one device, for example 0:0, or a device for each"
                                + " address, for example 0=0:0,1=0:1");
            }
        }
        return new DeviceSettings(resource, null, devices);
    }

    /**
     * Checks the flags of executors. The module path of a TornadoVM SDK has an older Log4j, on which no executor starts: Spark would
     * start them again and again, without the cause.
     *
     * @throws IllegalArgumentException if the flags are those of an SDK, but do not put Spark's Log4j first
     */
    static void requireLog4jOfSpark(SparkConf conf) {
        String flags = conf.get(EXECUTOR_FLAGS, "");
        int sdk = flags.lastIndexOf("tornado-argfile");
        if (sdk >= 0 && !flags.substring(sdk).matches("(?s).*--upgrade-module-path[ =]\\S*log4j-api.*")) {
            throw new IllegalArgumentException(EXECUTOR_FLAGS
                    + " has the flags of a TornadoVM SDK, but the SDK's Log4j is older"
                    + " than Spark's, and executors would not start; add --upgrade-module-path"
                    + " $TORNADOVM_HOME/share/java/graalJars:$SPARK_HOME/jars/log4j-api-VERSION.jar after the SDK's flags");
        }
    }

    /**
     * Returns the device for each address.
     *
     * @param addresses the addresses of the executor's resource
     * @param all the devices that TornadoVM finds on the executor
     * @throws IllegalArgumentException if a device is not there, or it is not certain which one an address means
     */
    Map<String, SortDevice> map(List<String> addresses, List<SortDevice> all) {
        Map<String, SortDevice> mapped = new LinkedHashMap<>();
        for (String address : addresses) {
            mapped.put(address, device(address, addresses, all));
        }
        return mapped;
    }

    private SortDevice device(String address, List<String> addresses, List<SortDevice> all) {
        String id = devices.get(address);
        if (id != null) {
            return device(id, all);
        }
        List<SortDevice> gpus = all.stream().filter(device -> device.type() == TornadoDeviceType.GPU).toList();
        List<SortDevice> ofFirstBackend =
                gpus.stream().filter(device -> device.driver() == gpus.getFirst().driver()).toList();
        if (!devices.isEmpty() || addresses.size() != 1 || ofFirstBackend.size() != 1) {
            throw new IllegalArgumentException("it is not certain which device the " + resource + " address " + address
                    + " means: the executor has the addresses " + addresses + ", and TornadoVM finds " + list(all) + "; set "
                    + DEVICES
                    + " to a device for each address, for example " + address + "=0:0");
        }
        return ofFirstBackend.getFirst();
    }

    /** Returns the device with this id. */
    static SortDevice device(String id, List<SortDevice> all) {
        return all.stream().filter(device -> device.id().equals(id)).findFirst().orElseThrow(
                () -> new IllegalArgumentException(
                        DEVICES + " names the device " + id + ", but TornadoVM finds " + list(all)));
    }

    private static String list(List<SortDevice> devices) {
        return devices.isEmpty()
                ? "no device"
                : devices.stream().map(SortDevice::toString).collect(Collectors.joining(", "));
    }
}
