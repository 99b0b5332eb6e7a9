package io.github.tornadosort.cli;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.selftest.SelfTests;
import io.github.tornadosort.internal.selftest.Verdict;
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
        description = "Checks the JDK, the SDK, the drivers and every device: runs all kernels and sorts on each device,"
                + " compares the results with the JVM, and says how to fix problems. Exits with status 1 if something is"
                + " broken.")
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private DeviceOptions options;

    @Option(
            names = "--self-test",
            description = "Checks only the devices. The results are saved: a device that fails is not used unless it is"
                    + " selected explicitly.")
    private boolean devicesOnly;

    @Spec
    private CommandSpec spec;

    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() {
        if (!devicesOnly) {
            EnvironmentChecks.jdk().forEach(this::report);
            EnvironmentChecks.sdk(System.getenv()).forEach(this::report);
            EnvironmentChecks.drivers().forEach(this::report);
        }
        devices().ifPresent(available -> options.matching(available).forEach(this::test));
        long broken = findings.stream().filter(Finding::isBroken).count();
        spec.commandLine().getOut().println(broken == 0 ? "No problems found." : "Problems found: " + broken);
        return broken == 0 ? 0 : Main.FAILED;
    }

    /** Returns all devices, or empty if there are none. Reports each driver that fails. */
    private Optional<List<SortDevice>> devices() {
        String advice = "Repair or install the driver to use these devices, or use --backend jvm.";
        try {
            List<SortDevice> available = SortDevice.all(failure -> report(Finding.broken(failure, advice)));
            if (available.isEmpty()) {
                report(Finding.broken("TornadoVM found no device", advice));
                return Optional.empty();
            }
            return Optional.of(available);
        } catch (NoBackendException e) {
            report(Finding.broken(e.getMessage(), Main.INSTALL_API));
        } catch (IllegalStateException e) {
            report(Finding.broken(e.getMessage(), advice));
        }
        return Optional.empty();
    }

    private void test(SortDevice device) {
        DeviceCheck.ofKernels(device).forEach(this::report);
        if (SelfTests.ofUser().known(device).map(Verdict::passed).orElse(true)) {
            report(DeviceCheck.ofSorts(device));
        }
    }

    private void report(Finding finding) {
        findings.add(finding);
        spec.commandLine().getOut().println(finding);
        spec.commandLine().getOut().flush();
    }
}
