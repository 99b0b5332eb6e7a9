package io.github.tornadosort.cli;

import io.github.tornadosort.SortDevice;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
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

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> all = new ArrayList<>();
        if (!devicesAlone) {
            all.addAll(tell(out, Surroundings.jdk()));
            all.addAll(tell(out, Surroundings.sdk(System.getenv())));
            all.addAll(tell(out, Surroundings.drivers()));
        }
        for (SortDevice device : options.all()) {
            Finding kernels = SelfTest.ofKernels(device);
            all.addAll(tell(out, List.of(kernels)));
            if (!kernels.isBroken()) {
                all.addAll(tell(out, List.of(SelfTest.ofSorts(device))));
            }
        }
        long broken = all.stream().filter(Finding::isBroken).count();
        out.println(broken == 0 ? "All is well." : broken + " of these must be mended.");
        return broken == 0 ? 0 : Main.FAILED;
    }

    private static List<Finding> tell(PrintWriter out, List<Finding> findings) {
        findings.forEach(out::println);
        out.flush();
        return findings;
    }
}
