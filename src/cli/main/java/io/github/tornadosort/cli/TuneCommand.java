package io.github.tornadosort.cli;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.Count;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.options.DistinctFiles;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.policy.CostTuner;
import io.github.tornadosort.internal.policy.CostTuner.Measured;
import io.github.tornadosort.internal.policy.PolicyFile;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.policy.Tuner;
import io.github.tornadosort.internal.policy.Tuner.Trial;
import io.github.tornadosort.internal.policy.Tuner.Tuning;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "tune",
        description = "Finds the fastest policy of a device: measures digit widths, block counts and tile sizes."
                + " To use the policy, pass the JVM option -D" + SortPolicies.PROPERTY
                + "=FILE.properties. With --costs, also measures how long sorts take on the host and on the device. To let"
                + " these costs decide where to sort, pass the JVM option -D" + SortPolicies.COSTS_PROPERTY + "=FILE.rules.")
final class TuneCommand implements Callable<Integer> {
    /** With fewer uniform keys, some bits may not vary. */
    private static final int MIN_KEYS = 1 << 10;

    @Option(
            names = "-n",
            defaultValue = "2^24",
            paramLabel = "N",
            converter = Count.class,
            description = "Number of keys, which are uniform int32. Default: ${DEFAULT-VALUE}.")
    private long n;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE.properties",
            description = "File to write the policy to. By default, it is only printed.")
    private Path output;

    @Option(
            names = "--costs",
            paramLabel = "FILE.rules",
            description = "File to write the costs of sorts to. By default, they are not measured.")
    private Path costs;

    @Mixin
    private DeviceOptions devices;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (n < MIN_KEYS || n > Integer.MAX_VALUE - 8) {
            throw new ParameterException(
                    spec.commandLine(),
                    "-n " + n + ": expected " + MIN_KEYS + " to " + (Integer.MAX_VALUE - 8) + " keys");
        }
        new DistinctFiles(spec).require("--output", output, "--costs", costs);
        SortDevice device = devices.choose();
        PrintWriter out = spec.commandLine().getOut();
        try (OutputFile policyFile = create(output); OutputFile costFile = create(costs)) {
            Tuning tuning = tune(device, SortPolicies.forDevice(device));
            out.printf(Locale.ROOT, "%,d uniform int32 keys on %s%n%n", n, DeviceOptions.describe(device));
            printTrials(out, tuning);
            if (policyFile != null) {
                write(policyFile, PolicyFile.text(description(device), tuning.best().policy(), measured(tuning)));
                printUse(out, SortPolicies.PROPERTY, output);
            }
            if (costFile != null) {
                String text = costs(device, tuning.best().policy());
                out.printf("%n%s", text);
                write(costFile, text);
                printUse(out, SortPolicies.COSTS_PROPERTY, costs);
            }
        }
        return 0;
    }

    private static OutputFile create(Path path) throws IOException {
        return path == null ? null : OutputFile.create(path);
    }

    private static void write(OutputFile file, String text) throws IOException {
        file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        file.commit();
    }

    private static void printUse(PrintWriter out, String property, Path file) {
        out.printf("%nTo use it: JAVA_OPTS=-D%s=%s scripts/tornado-sort ...%n", property, file);
    }

    private String costs(SortDevice device, SortPolicy policy) {
        int threads = HostKeys.threads();
        try (Progress progress = Progress.of("costs", CostTuner.bytes((int) n));
                Sorter sorter = Sorter.open(device, policy)) {
            CallTimer timer = new CallTimer(sorter, progress);
            List<Measured> measured = CostTuner.measure(SortPolicies.family(device), threads, (int) n, timer);
            String description = String.format(
                    Locale.ROOT, "%s (%s), and %d threads of the host; uniform keys", device.name().strip(),
                    device.backend(),
                    threads);
            return CostTuner.text(description, measured);
        }
    }

    private Tuning tune(SortDevice device, SortPolicy present) {
        int keys = (int) n;
        long bytes = SortTimer.bytes(keys) * Tuner.mostMeasurements(present);
        try (Progress progress = Progress.of("tune", bytes)) {
            SortTimer timer = new SortTimer(device, keys, progress, spec.commandLine().getErr());
            return Tuner.tune(present, timer);
        }
    }

    private static void printTrials(PrintWriter out, Tuning tuning) {
        out.println("Nanoseconds per key, by policy");
        tuning.trials().values().stream()
                .flatMap(List::stream)
                .distinct()
                .forEach(trial -> out.printf(Locale.ROOT, "%8.3f  %s%n", trial.nanosPerKey(), describe(trial.policy())));
        Trial best = tuning.best();
        out.printf(
                Locale.ROOT,
                "%nBest: %s, %.2f times the speed of the current policy%n",
                describe(best.policy()),
                tuning.present().nanosPerKey() / best.nanosPerKey());
    }

    private String description(SortDevice device) {
        return String.format(
                Locale.ROOT, "%s (%s); ns per key of %,d uniform int32 keys", device.name().strip(), device.backend(), n);
    }

    /** Returns the measurements that determined each field. */
    private static Map<String, String> measured(Tuning tuning) {
        Map<String, String> measured = new LinkedHashMap<>();
        tuning.trials().forEach((field, trials) -> measured.put(
                field,
                trials.stream()
                        .map(trial -> String.format(
                                Locale.ROOT, "%s: %.3f ns", describe(trial.policy()), trial.nanosPerKey()))
                        .collect(Collectors.joining("; "))));
        return measured;
    }

    private static String describe(SortPolicy policy) {
        String text = "radixBits " + policy.radixBits() + ", blocksPerUnit " + policy.blocksPerUnit();
        return policy.kernels() == Kernels.WORK_GROUP
                ? text + ", workItems " + policy.workItems() + ", itemsPerWorkItem " + policy.itemsPerWorkItem()
                : text;
    }
}
