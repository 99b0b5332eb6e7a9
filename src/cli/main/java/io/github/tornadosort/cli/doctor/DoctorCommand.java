package io.github.tornadosort.cli.doctor;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.cli.options.DeviceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "doctor",
        description = "Checks the JDK, the SDK, the drivers and every device: sorts on each device,"
                + " compares the results with the host's, and says how to fix problems. Exits with status 1 if something is"
                + " broken.")
public final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private DeviceOptions options;

    @Spec
    private CommandSpec spec;

    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() {
        report(EnvironmentChecks.jdk());
        EnvironmentChecks.sdk(System.getenv()).forEach(this::report);
        report(EnvironmentChecks.drivers(Path.of("/etc/OpenCL/vendors"), Path.of("/proc/driver/nvidia/version")));
        for (SortDevice device : devices()) {
            DeviceCheck.of(device).forEach(this::report);
        }
        long broken = findings.stream().filter(Finding::isBroken).count();
        spec.commandLine().getOut().println(broken == 0 ? "No problems found." : "Problems found: " + broken);
        return broken == 0 ? 0 : ExitCode.SOFTWARE;
    }

    /** Returns the devices that were chosen. Reports each driver that fails. */
    private List<SortDevice> devices() {
        String advice = "Repair or install the driver to use these devices, or use --backend jvm.";
        try {
            List<SortDevice> available = SortDevice.all(failure -> report(Finding.broken(failure, advice)));
            if (!available.isEmpty()) {
                return options.matching(available);
            }
            report(Finding.broken("TornadoVM found no device", advice));
        } catch (IllegalStateException e) {
            report(Finding.broken(e.getMessage(), e instanceof NoBackendException ? DeviceOptions.INSTALL_API : advice));
        }
        return List.of();
    }

    private void report(Finding finding) {
        findings.add(finding);
        spec.commandLine().getOut().println(finding);
        spec.commandLine().getOut().flush();
    }
}
