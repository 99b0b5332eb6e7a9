package io.github.tornadosort.cli.options;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that select the device to sort on. */
public final class DeviceOptions {
    /** Advice if TornadoVM's API is missing. */
    public static final String INSTALL_API = "set TORNADOVM_HOME to a TornadoVM SDK, or put this project's JVM backend,"
            + " tornado-sort-jvm-*.jar, on the class path";

    /** Advice if no device is found. */
    static final String INSTALL = "install the driver, or use --backend jvm";

    @Option(
            names = "--backend",
            defaultValue = "auto",
            paramLabel = "BACKEND",
            description = "Backend to sort on: auto, jvm, opencl, ptx, cuda, spirv or metal. Default: ${DEFAULT-VALUE}, which"
                    + " selects the first device.")
    private String backend;

    @Option(
            names = "--device",
            paramLabel = "D:N",
            description = "Device to sort on, as listed by 'tornado-sort devices'.")
    private String device;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns whether a backend or a device was selected. */
    public boolean areGiven() {
        return !backend.equals("auto") || device != null;
    }

    /**
     * Opens a sorter on the first device that matches the options. If neither option is given and {@code onDevice} is false, the sorter
     * chooses between the host and the device, which is looked for when it may be needed.
     *
     * @param how a builder with all other settings
     */
    public Sorter openSorter(Sorter.Builder how, boolean onDevice) {
        return onDevice || areGiven() ? how.device(all().getFirst()).onDevice().open() : how.open();
    }

    /**
     * Returns all devices that match the options, at least one.
     *
     * @throws ParameterException if no device matches; the message lists the available devices
     * @throws CommandFailure if no driver can be loaded
     */
    public List<SortDevice> all() {
        try {
            return matching(SortDevice.all());
        } catch (IllegalStateException e) {
            throw new CommandFailure(e.getMessage() + (e instanceof NoBackendException ? "" : "; " + INSTALL), e);
        }
    }

    /** Selects the devices that match the options, as above. */
    public List<SortDevice> matching(List<SortDevice> available) {
        if (available.isEmpty()) {
            throw new CommandFailure("TornadoVM found no device; " + INSTALL);
        }
        boolean isAny = backend.equals("auto");
        List<SortDevice> matching = available.stream()
                .filter(d -> isAny || d.backend().equalsIgnoreCase(backend))
                .filter(d -> device == null || d.id().equals(device))
                .toList();
        if (matching.isEmpty()) {
            throw new ParameterException(spec.commandLine(),
                    "no " + (isAny ? "" : backend + " ") + "device " + (device == null ? "" : device + " ")
                            + "found, available: "
                            + available.stream().map(DeviceOptions::describe).collect(Collectors.joining(", ")));
        }
        return matching;
    }

    public static String describe(SortDevice device) {
        return device.id() + " " + device.backend() + " (" + device.name().strip() + ")";
    }
}
