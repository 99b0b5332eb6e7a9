package io.github.tornadosort.bench;

import io.github.tornadosort.cli.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "compare",
        hidden = true,
        description = "What benchmarks/run runs: suites with every backend and peer of this machine in turn, and the report.")
final class CompareCommand implements Callable<Integer> {
    private static final List<String> CPU_SUITES = List.of("main-job", "file", "operations", "cpu-throughput");
    private static final List<String> GPU_SUITES = List.of(
            "gpu-keys", "gpu-wide", "gpu-kernels", "gpu-distributions", "gpu-throughput", "gpu-throughput-wide");

    @Parameters(
            paramLabel = "SUITE",
            description = "Suites to measure: files, or names of those in benchmarks/suites. Default: those for a GPU where"
                    + " there is an NVIDIA one, else those for a CPU.")
    private List<String> suites = new ArrayList<>();

    @Option(
            names = "--sdk",
            paramLabel = "FOLDER",
            description = "A TornadoVM SDK to measure on, besides the JVM backend; may be given several times.")
    private List<Path> sdks = new ArrayList<>();

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "Where results files are, and REPORT.md is written beside. Default: benchmarks/results.")
    private Path results;

    @Option(names = "--no-report", description = "Measures only.")
    private boolean noReport;

    @Option(names = "--report-only", description = "Measures nothing: writes the report of the results files there are.")
    private boolean reportOnly;

    @Option(names = "--root", hidden = true, defaultValue = ".", description = "The source tree.")
    private Path root;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        refuseWithReportOnly("--no-report", noReport);
        refuseWithReportOnly("SUITE", !suites.isEmpty());
        refuseWithReportOnly("--sdk", !sdks.isEmpty());
        if (!Files.isDirectory(root.resolve("benchmarks/suites"))) {
            throw new CommandFailure(
                    root.toAbsolutePath().normalize() + ": is not tornado-sort's source tree, expected a folder with"
                            + " benchmarks/suites, as benchmarks/run gives it");
        }
        Path folder = results == null ? root.resolve("benchmarks/results") : results;
        if (reportOnly && !Files.isDirectory(folder)) {
            throw new CommandFailure(folder + ": expected a folder of results files");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (suites.isEmpty()) {
            suites = Files.exists(Path.of("/dev/nvidia0")) ? GPU_SUITES : CPU_SUITES;
        }
        if (!reportOnly) {
            List<Suite> parsed = new ArrayList<>();
            for (String suite : suites) {
                parsed.add(Suite.of(suite));
            }
            String command = "benchmarks/run " + String.join(" ", suites);
            Comparison.run(root.toAbsolutePath(), parsed, sdks, folder, command, line -> {
                out.println(line);
                out.flush();
            });
        }
        if (!noReport) {
            out.println("written: " + Report.write(folder));
        }
        return 0;
    }

    private void refuseWithReportOnly(String option, boolean isGiven) {
        if (reportOnly && isGiven) {
            throw new ParameterException(
                    spec.commandLine(), "'" + option + "' cannot be used with '--report-only'");
        }
    }
}
