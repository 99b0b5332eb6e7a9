package io.github.tornadosort.cli.doctor;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.selftest.DefectCheck;
import java.util.List;
import java.util.stream.Stream;

/** Checks what a device's compiler makes of some operations, and the results of sorts. */
final class DeviceCheck {
    private static final int CASES = 120;

    private static final String ADVICE =
            "Do not sort on this device, or not with this algorithm: select another with --device or --backend, update its driver,"
                    + " and report this line as a bug.";

    private DeviceCheck() {}

    /** Finds operations that the device's compiler gets wrong. Kernels of this project avoid them, but others may not. */
    static List<Finding> ofCompiler(SortDevice device) {
        String name = "device " + DeviceOptions.describe(device);
        try {
            List<String> defects = DefectCheck.of(device);
            return defects.isEmpty()
                    ? List.of()
                    : List.of(Finding.note(
                            name + " cannot compile, or compiles wrongly: " + String.join(", ", defects),
                            "Avoid these operations in kernels of your own; this program's kernels do."));
        } catch (RuntimeException | Error e) {
            return List.of(Finding.broken(name + " fails: " + DriverFailure.reason(e), ADVICE));
        }
    }

    /** Runs the kernels of each kind of keys, then some cases of a conformance run, and each algorithm. */
    static List<Finding> ofSorts(SortDevice device) {
        String name = "device " + DeviceOptions.describe(device);
        try (Progress progress = Progress.ofCases(DeviceOptions.describe(device), CASES)) {
            ConformanceResult result = ConformanceRun.on(device, CASES, true, 1, progress);
            List<Finding> wrong = Stream.concat(result.passedOver().stream(), result.failures().stream())
                    .map(failure -> Finding.broken(name + " sorts incorrectly: " + failure, ADVICE))
                    .toList();
            return wrong.isEmpty() ? List.of(Finding.ok(name + ": " + result.cases() + " sorts, all correct")) : wrong;
        }
    }
}
