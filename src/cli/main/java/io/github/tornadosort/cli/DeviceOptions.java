package io.github.tornadosort.cli;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that select the device to sort on. */
public final class DeviceOptions {
    /** TornadoVM's backends and the JVM backend. The machine determines which of them have devices. */
    enum Backend {
        AUTO,
        JVM,
        OPENCL,
        PTX,
        CUDA,
        SPIRV,
        METAL;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

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
            paramLabel = "D:N",
            description = "Device to sort on, as listed by 'tornado-sort devices'.")
    private String device;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns the first device that matches the options. If neither option is given, returns the first device that passes
     * its self-test.
     *
     * @throws ParameterException if no device matches; the message lists the available devices
     * @throws CommandFailure if no device passes its self-test, or no driver can be loaded
     */
    public SortDevice choose() {
        List<SortDevice> devices = all();
        if (backend != Backend.AUTO || device != null) {
            return devices.getFirst();
        }
        try {
            return SelfTests.ofUser().firstPassing(devices);
        } catch (IllegalStateException e) {
            throw new CommandFailure(e.getMessage() + " (select a device with --backend or --device to use it anyway)", e);
        }
    }

    /**
     * Opens a sorter on the device that {@link #choose} returns.
     *
     * @throws ParameterException if no device matches; the message lists the available devices
     * @throws CommandFailure if no device passes its self-test, or no driver can be loaded
     */
    Sorter openSorter() {
        return Sorter.open(choose());
    }

    /**
     * Returns all devices that match the options, at least one.
     *
     * @throws ParameterException if no device matches; the message lists the available devices
     * @throws CommandFailure if no driver can be loaded
     */
    List<SortDevice> all() {
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
    List<SortDevice> matching(List<SortDevice> available) {
        if (available.isEmpty()) {
            throw new CommandFailure("TornadoVM found no device; " + INSTALL);
        }
        List<SortDevice> matching = available.stream()
                .filter(d -> backend == Backend.AUTO || d.backend().equals(backend.label()))
                .filter(d -> device == null || d.id().equals(device))
                .toList();
        if (matching.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no " + requested() + " found, available: "
                    + available.stream().map(DeviceOptions::describe).collect(Collectors.joining(", ")));
        }
        return matching;
    }

    private String requested() {
        String any = backend == Backend.AUTO ? "device" : backend.label() + " device";
        return device == null ? any : any + " " + device;
    }

    static String describe(SortDevice device) {
        return device.id() + " " + device.backend() + " (" + device.name().strip() + ")";
    }
}
