package io.github.tornadosort.cli;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "doctor",
        description = "Looks at the JDK, the SDK, the drivers and every device, runs every kernel on each and sorts with all"
                + " of them, compares with the JVM, and says what to do about what it finds. Exit status 1 if something is"
                + " broken.")
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private DeviceOptions options;

    @Option(
            names = "--self-test",
            description = "Looks at the devices alone. What is found of their kernels is remembered: a device that fails is"
                    + " not sorted on unless it is asked for.")
    private boolean devicesAlone;

    @Spec
    private CommandSpec spec;

    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() {
        if (!devicesAlone) {
            EnvironmentChecks.jdk().forEach(this::tell);
            EnvironmentChecks.sdk(System.getenv()).forEach(this::tell);
            EnvironmentChecks.drivers().forEach(this::tell);
        }
        devices().ifPresent(there -> options.wanted(there).forEach(this::test));
        long broken = findings.stream().filter(Finding::isBroken).count();
        spec.commandLine().getOut().println(broken == 0 ? "All is well." : "To be repaired: " + broken);
        return broken == 0 ? 0 : Main.FAILED;
    }

    /** Finds the devices; empty if there are none. Each driver that fails is a finding. */
    private Optional<List<SortDevice>> devices() {
        String advice = "To use these devices, repair or install the driver; to do without, use --backend jvm.";
        try {
            List<SortDevice> there = SortDevice.all(failure -> tell(Finding.broken(failure, advice)));
            if (there.isEmpty()) {
                tell(Finding.broken("TornadoVM has no device to sort on", advice));
                return Optional.empty();
            }
            return Optional.of(there);
        } catch (NoBackendException e) {
            tell(Finding.broken(e.getMessage(), Main.INSTALL_API));
        } catch (IllegalStateException e) {
            tell(Finding.broken(e.getMessage(), advice));
        }
        return Optional.empty();
    }

    private void test(SortDevice device) {
        Finding kernels = SelfTest.ofKernels(device);
        tell(kernels);
        if (!kernels.isBroken()) {
            tell(SelfTest.ofSorts(device));
        }
    }

    private void tell(Finding finding) {
        findings.add(finding);
        spec.commandLine().getOut().println(finding);
        spec.commandLine().getOut().flush();
    }
}
