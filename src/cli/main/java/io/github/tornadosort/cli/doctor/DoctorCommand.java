package io.github.tornadosort.cli.doctor;

import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.terminal.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "doctor",
        description = "Checks the JDK, the SDK, the drivers and every device: runs all kernels and sorts on each device,"
                + " compares the results with the JVM, and says how to fix problems. Exits with status 1 if something is"
                + " broken.")
public final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private DeviceOptions options;

    @Option(
            names = "--self-test",
            description = "Checks only the devices. The results are saved: a device that fails is not used unless it is"
                    + " selected explicitly.")
    private boolean devicesOnly;

    @ArgGroup(exclusive = false, heading = "Conformance:%n")
    private Conformance conformance;

    /** Options of a conformance run. */
    private static final class Conformance {
        @Option(
                names = "--conformance",
                required = true,
                description = "Runs every operation on each device, with keys of every type and distribution, in numbers at the edges"
                        + " of tiles, and compares the results with the JDK's. Takes minutes. Prints a table that can be"
                        + " attached to an issue.")
        private boolean requested;

        @Option(names = "--cases", paramLabel = "N", defaultValue = "6000", description = "Cases per device. Default: 6000.")
        private int cases;

        @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of the cases. Default: 1.")
        private long seed;

        @Option(
                names = "--results",
                paramLabel = "FILE.json",
                arity = "1..*",
                description = "Runs nothing, and prints the table of these results of earlier runs.")
        private List<Path> results = List.of();

        @Option(
                names = "--report",
                paramLabel = "FILE",
                description = "Also writes the table to this file, or the results as JSON if its name ends in .json.")
        private Path report;
    }

    @Spec
    private CommandSpec spec;

    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        if (conformance != null && conformance.requested) {
            return checkConformance();
        }
        if (!devicesOnly) {
            EnvironmentChecks.jdk().forEach(this::report);
            EnvironmentChecks.sdk(System.getenv()).forEach(this::report);
            EnvironmentChecks.drivers().forEach(this::report);
        }
        devices().ifPresent(available -> options.matching(available).forEach(this::test));
        long broken = findings.stream().filter(Finding::isBroken).count();
        spec.commandLine().getOut().println(broken == 0 ? "No problems found." : "Problems found: " + broken);
        return broken == 0 ? 0 : ExitCode.SOFTWARE;
    }

    private int checkConformance() throws IOException {
        List<ConformanceResult> all = ConformanceResult.read(conformance.results);
        if (conformance.results.isEmpty()) {
            List<SortDevice> available = devices().map(options::matching).orElse(List.of());
            for (SortDevice device : available) {
                try (Progress progress = Progress.ofCases(DeviceOptions.describe(device), conformance.cases)) {
                    all.add(ConformanceRun.on(device, conformance.cases, false, conformance.seed, progress));
                }
            }
        }
        spec.commandLine().getOut().print(ConformanceResult.table(all));
        spec.commandLine().getOut().flush();
        if (conformance.report != null) {
            ConformanceResult.write(all, conformance.report);
        }
        return all.isEmpty() || all.stream().anyMatch(result -> !result.failures().isEmpty()) ? ExitCode.SOFTWARE : 0;
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
            report(Finding.broken(e.getMessage(), DeviceOptions.INSTALL_API));
        } catch (IllegalStateException e) {
            report(Finding.broken(e.getMessage(), advice));
        }
        return Optional.empty();
    }

    private void test(SortDevice device) {
        DeviceCheck.ofCompiler(device).forEach(this::report);
        DeviceCheck.ofSorts(device).forEach(this::report);
    }

    private void report(Finding finding) {
        findings.add(finding);
        spec.commandLine().getOut().println(finding);
        spec.commandLine().getOut().flush();
    }
}
