package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.peer.ArraysPeer;
import io.github.tornadosort.bench.peer.ArrowPeer;
import io.github.tornadosort.bench.peer.DuckDbTablePeer;
import io.github.tornadosort.bench.peer.FastutilPeer;
import io.github.tornadosort.bench.peer.RecordPeer;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.options.DistinctFiles;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        description = "Runs a benchmark suite on one device: kernel, device-resident and end-to-end times as median [min, max]"
                + " of repetitions on new keys. Every result is verified. 'benchmarks/run' compares several devices and"
                + " peers.")
final class BenchCommand implements Callable<Integer> {
    @Option(
            names = "--suite",
            defaultValue = "quick",
            paramLabel = "FILE",
            description = "File of a suite, or the name of one in benchmarks/suites. Default: ${DEFAULT-VALUE}.")
    private String suite;

    @Option(names = "--json", paramLabel = "FILE", description = "File to write the results to.")
    private Path json;

    @Option(
            names = "--serve",
            hidden = true,
            paramLabel = "CONTENDER",
            description = "Contender that answers requests of benchmarks/run on standard input: sorter, parallelSort, fastutil,"
                    + " carried, gathered, arrow-sort, arrow-algorithm or duckdb-table.")
    private String serve;

    @Mixin
    private DeviceOptions devices;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (serve != null) {
            if (json != null) {
                throw new ParameterException(spec.commandLine(), "'--json' cannot be used with '--serve'");
            }
            try (Contender contender = contender()) {
                Worker.serve(
                        contender, new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
            }
            return 0;
        }
        new DistinctFiles(spec).require("--suite", Path.of(suite), "--json", json);
        Suite cases = Suite.of(suite);
        SortDevice device = devices.choose();
        PrintWriter out = spec.commandLine().getOut();
        String command = "tornado-sort bench --suite " + suite + " --device " + device.id();
        try (OutputFile file = json == null ? null : OutputFile.create(json)) {
            Results results = Bench.run(cases, device, command, line -> {
                out.println(line);
                out.flush();
            });
            if (file != null) {
                results.write(file);
            }
        }
        return 0;
    }

    private Contender contender() {
        return switch (serve) {
            case "sorter" -> {
                SortDevice device = devices.choose();
                yield new SorterContender(device, device.backend());
            }
            case "parallelSort" -> new ArraysPeer(serve);
            case "fastutil" -> new FastutilPeer(serve);
            case RecordPeer.CARRIED, RecordPeer.GATHERED -> new RecordPeer(serve);
            case ArrowPeer.OURS, ArrowPeer.ALGORITHM -> new ArrowPeer(serve);
            case DuckDbTablePeer.NAME -> new DuckDbTablePeer();
            default -> throw new ParameterException(spec.commandLine(), "unknown contender '" + serve + "'");
        };
    }
}
