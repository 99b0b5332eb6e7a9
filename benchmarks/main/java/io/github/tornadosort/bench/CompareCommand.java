package io.github.tornadosort.bench;

import io.github.tornadosort.cli.options.CommandFailure;
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
        description = "Runs suites on every backend and peer of this machine, and writes the report. Called by benchmarks/run.")
final class CompareCommand implements Callable<Integer> {
    private static final List<String> CPU_SUITES = List.of("main-job", "file", "operations", "cpu-throughput");
    private static final List<String> GPU_SUITES = List.of(
            "gpu-cub", "gpu-cub-wide", "gpu-cub-pairs", "gpu-hybrid", "gpu-arrays", "gpu-warm", "gpu-keys", "gpu-wide",
            "gpu-kernels", "gpu-distributions", "gpu-throughput", "gpu-throughput-wide");

    @Parameters(
            paramLabel = "SUITE",
            description = "Suites to run: files, or names of suites in benchmarks/suites. Default: the suites for GPUs if there"
                    + " is an NVIDIA GPU, otherwise those for CPUs.")
    private List<String> suites = new ArrayList<>();

    @Option(
            names = "--sdk",
            paramLabel = "FOLDER",
            description = "TornadoVM SDK to measure in addition to the JVM backend. May be repeated.")
    private List<Path> sdks = new ArrayList<>();

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "Folder of results files. The report is written to its parent folder. Default: benchmarks/results.")
    private Path results;

    @Option(names = "--no-report", description = "Does not write the report.")
    private boolean noReport;

    @Option(names = "--report-only", description = "Runs no suites, and writes the report from existing results files.")
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
                    root.toAbsolutePath().normalize() + ": is not the source tree of tornado-sort, expected a folder with"
                            + " benchmarks/suites; use benchmarks/run");
        }
        Path folder = results == null ? root.resolve("benchmarks/results") : results;
        if (reportOnly && !Files.isDirectory(folder)) {
            throw new CommandFailure(folder + ": expected a folder with results files");
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
