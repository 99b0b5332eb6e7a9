package io.github.tornadosort.cli;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which device a command sorts on. */
public final class DeviceOptions {
    /** TornadoVM's backends, and our own; which of them have devices depends on the machine. */
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

    /** What to do where there is no device. */
    static final String INSTALL = "install the driver, or use --backend jvm";

    @Option(
            names = "--backend",
            defaultValue = "auto",
            paramLabel = "BACKEND",
            description = "auto, jvm, opencl, ptx, cuda, spirv or metal. Default: ${DEFAULT-VALUE}, the first device"
                    + " that passes its self-test.")
    private Backend backend;

    @Option(
            names = "--device",
            paramLabel = "D:N",
            description = "A device by its number: 'tornado-sort devices' lists them.")
    private String device;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns the device that was asked for, the first if several were. If none was, returns the first that passes its
     * self-test.
     *
     * @throws ParameterException if there is no such device; the message lists those there are
     * @throws CommandFailure if no device passes, or no driver can be loaded
     */
    public SortDevice choose() {
        List<SortDevice> devices = all();
        if (backend != Backend.AUTO || device != null) {
            return devices.getFirst();
        }
        try {
            return SelfTests.ofUser().firstSound(devices);
        } catch (IllegalStateException e) {
            throw new CommandFailure(e.getMessage() + " (--backend or --device asks for one)", e);
        }
    }

    /**
     * Returns all devices that were asked for, at least one.
     *
     * @throws ParameterException if there is no such device; the message lists those there are
     * @throws CommandFailure if no driver can be loaded
     */
    List<SortDevice> all() {
        try {
            return wanted(SortDevice.all());
        } catch (NoBackendException e) {
            throw new CommandFailure(e.getMessage(), e);
        } catch (IllegalStateException e) {
            throw new CommandFailure(e.getMessage() + "; " + INSTALL, e);
        }
    }

    /**
     * Selects the devices that were asked for, at least one.
     *
     * @throws ParameterException if there is no such device; the message lists those there are
     * @throws CommandFailure if there are no devices at all
     */
    List<SortDevice> wanted(List<SortDevice> there) {
        if (there.isEmpty()) {
            throw new CommandFailure("TornadoVM has no device to sort on; " + INSTALL);
        }
        List<SortDevice> wanted = there.stream()
                .filter(d -> backend == Backend.AUTO || d.backend().equals(backend.label()))
                .filter(d -> device == null || d.id().equals(device))
                .toList();
        if (wanted.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no " + wanted() + ": there are "
                    + there.stream().map(DeviceOptions::describe).collect(Collectors.joining(", ")));
        }
        return wanted;
    }

    private String wanted() {
        String any = backend == Backend.AUTO ? "device" : backend.label() + " device";
        return device == null ? any : any + " " + device;
    }

    static String describe(SortDevice device) {
        return device.id() + " " + device.backend() + " (" + device.name().strip() + ")";
    }
}
