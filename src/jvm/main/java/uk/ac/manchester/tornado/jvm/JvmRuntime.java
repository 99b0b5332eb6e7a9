package uk.ac.manchester.tornado.jvm;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoRuntime;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.exceptions.TornadoBackendNotFound;
import uk.ac.manchester.tornado.api.exceptions.TornadoDeviceNotFound;

/**
 * The only backend of this runtime, with its devices: {@code 0:0} is {@link JvmDevice#FAST}, {@code 0:1} is
 * {@link JvmDevice#CHECKED}, unless {@link #DEVICES_PROPERTY} lists others.
 */
@SuppressWarnings("ImmutableEnumChecker") // devices are constants
public enum JvmRuntime implements TornadoRuntime, TornadoBackend {
    INSTANCE;

    /**
     * The system property that names the default device. {@code -Dtornado.jvm.device=0:1} checks every plan that does not
     * choose a device.
     */
    public static final String DEVICE_PROPERTY = "tornado.jvm.device";

    /**
     * The system property that lists the devices, to test programs that use several:
     * {@code -Dtornado.jvm.devices=fast,fast} makes {@code 0:0} and {@code 0:1} fast devices. Both use all cores.
     */
    public static final String DEVICES_PROPERTY = "tornado.jvm.devices";

    private final TornadoDevice defaultDevice = deviceOf(System.getProperty(DEVICE_PROPERTY, "0:0"));

    private TornadoDevice deviceOf(String id) {
        List<String> ids = ids();
        if (!ids.contains(id)) {
            throw new TornadoDeviceNotFound(
                    "-D" + DEVICE_PROPERTY + "=" + id + ": the devices are " + String.join(", ", ids));
        }
        return getAllDevices().get(ids.indexOf(id));
    }

    private List<String> ids() {
        return IntStream.range(0, getNumDevices()).mapToObj(i -> "0:" + i).toList();
    }

    @Override
    public TornadoBackend getBackend(int index) {
        if (index != 0) {
            throw new TornadoBackendNotFound("no backend " + index + ": the JVM backend, 0, is the only one");
        }
        return this;
    }

    @Override
    public int getNumBackends() {
        return 1;
    }

    @Override
    public TornadoVMBackendType getBackendType(int index) {
        return getBackend(index).getBackendType();
    }

    @Override
    public TornadoVMBackendType getBackendType() {
        return TornadoVMBackendType.JAVA;
    }

    @Override
    public TornadoDevice getDefaultDevice() {
        return defaultDevice;
    }

    @Override
    public TornadoDevice getDevice(int index) {
        if (index < 0 || index >= getNumDevices()) {
            throw new TornadoDeviceNotFound("no device 0:" + index + ": the JVM backend has " + String.join(", ", ids()));
        }
        return getAllDevices().get(index);
    }

    @Override
    public int getNumDevices() {
        return getAllDevices().size();
    }

    @Override
    public List<TornadoDevice> getAllDevices() {
        String listed = System.getProperty(DEVICES_PROPERTY, "fast,checked");
        return Stream.of(listed.split(",")).map(JvmRuntime::device).toList();
    }

    private static TornadoDevice device(String name) {
        return switch (name) {
            case "fast" -> JvmDevice.FAST;
            case "checked" -> JvmDevice.CHECKED;
            default -> throw new TornadoDeviceNotFound(
                    "-D" + DEVICES_PROPERTY + " lists '" + name + "', must list fast and checked devices");
        };
    }

    @Override
    public String getName() {
        return "JVM";
    }
}
