package io.github.tornadosort.cli.options;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** TornadoVM's backends and the JVM backend. The machine determines which of them have devices. */
    public enum Backend {
        AUTO,
        JVM,
        OPENCL,
        PTX,
        CUDA,
        SPIRV,
        METAL;

        /** Returns the name on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Selects all devices, except for the JVM backend's checked device, which looks for errors and is slow. */
    private static final String ALL = "all";

    /** Advice if no device is found. */
    static final String INSTALL = "install the driver, or use --backend jvm";

    @Option(
            names = "--backend",
            defaultValue = "auto",
            paramLabel = "BACKEND",
            description = "Backend to sort on: auto, jvm, opencl, ptx, cuda, spirv or metal. Default: ${DEFAULT-VALUE}, which"
                    + " selects the first device that passes its self-test.")
    private Backend backend;

    @Option(
            names = "--device",
            paramLabel = "D:N[,D:N...]",
            description = "Device to sort on, as listed by 'tornado-sort devices'; or several devices, which sort parts of the"
                    + " keys at the same time; or 'all' to choose among the host's cores, each device that passes its self-test,"
                    + " and all of them at the same time.")
    private String device;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns the device that matches the options. If neither option is given, returns the first device that passes its
     * self-test.
     *
     * @throws ParameterException if no device matches, or the options name several; the message lists the available devices
     * @throws CommandFailure if no device passes its self-test, or no driver can be loaded
     */
    public SortDevice choose() {
        List<SortDevice> chosen = chooseAll();
        if (namesSeveral()) {
            throw new ParameterException(spec.commandLine(),
                    "this command uses one device; '--device " + device + "' names several");
        }
        return chosen.getFirst();
    }

    /** Returns the devices to sort on: one, unless the options name several. */
    private List<SortDevice> chooseAll() {
        List<SortDevice> devices = all();
        try {
            if (ALL.equals(device)) {
                return SelfTests.ofUser().passing(devices);
            }
            if (!areGiven()) {
                return List.of(SelfTests.ofUser().firstPassing(devices));
            }
        } catch (IllegalStateException e) {
            throw new CommandFailure(e.getMessage() + " (select a device with --backend or --device to use it anyway)", e);
        }
        return namesSeveral() ? devices : devices.subList(0, 1);
    }

    private boolean namesSeveral() {
        return device != null && (device.equals(ALL) || device.contains(","));
    }

    /** Returns whether a backend or a device was selected. */
    public boolean areGiven() {
        return backend != Backend.AUTO || device != null;
    }

    /**
     * Opens a sorter on the device that {@link #choose} returns, or on the devices that the options name. If neither option is
     * given and {@code onDevice} is false, the sorter chooses between the host and the device, which is looked for when it may be
     * needed. If the options name all devices, the sorter chooses among the host, a device, and all devices.
     *
     * @throws ParameterException if no device matches; the message lists the available devices
     * @throws CommandFailure if no device passes its self-test, or no driver can be loaded
     */
    public Sorter openSorter(boolean onDevice) {
        if (!onDevice && !areGiven()) {
            return Sorter.open();
        }
        List<SortDevice> chosen = chooseAll();
        if (ALL.equals(device)) {
            return Sorter.open(chosen);
        }
        return Sorter.open(chosen, chosen.stream().map(SortPolicies::forDevice).toList());
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
        } catch (NoBackendException e) {
            throw new CommandFailure(e.getMessage(), e);
        } catch (IllegalStateException e) {
            throw new CommandFailure(e.getMessage() + "; " + INSTALL, e);
        }
    }

    /**
     * Selects the devices that match the options, at least one.
     *
     * @throws ParameterException if no device matches; the message lists the available devices
     * @throws CommandFailure if the list is empty
     */
    public List<SortDevice> matching(List<SortDevice> available) {
        if (available.isEmpty()) {
            throw new CommandFailure("TornadoVM found no device; " + INSTALL);
        }
        List<SortDevice> ofBackend = available.stream()
                .filter(d -> backend == Backend.AUTO || d.backend().equals(backend.toString()))
                .toList();
        List<SortDevice> matching = ofBackend;
        if (ALL.equals(device)) {
            matching = ofBackend.stream().filter(d -> !d.name().endsWith("checked")).toList();
        } else if (device != null) {
            matching = Stream.of(device.split(",", -1)).map(id -> find(id, ofBackend, available)).toList();
            if (Set.copyOf(matching).size() < matching.size()) {
                throw new ParameterException(spec.commandLine(), "'--device " + device + "' names a device twice");
            }
        }
        if (matching.isEmpty()) {
            throw none(null, available);
        }
        return matching;
    }

    private SortDevice find(String id, List<SortDevice> ofBackend, List<SortDevice> available) {
        return ofBackend.stream().filter(d -> d.id().equals(id)).findFirst().orElseThrow(() -> none(id, available));
    }

    /** @param id the device that was requested, or null if any was */
    private ParameterException none(String id, List<SortDevice> available) {
        String any = backend == Backend.AUTO ? "device" : backend + " device";
        return new ParameterException(spec.commandLine(), "no " + (id == null ? any : any + " " + id) + " found, available: "
                + available.stream().map(DeviceOptions::describe).collect(Collectors.joining(", ")));
    }

    public static String describe(SortDevice device) {
        return device.id() + " " + device.backend() + " (" + device.name().strip() + ")";
    }
}
