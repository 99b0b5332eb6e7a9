package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Machine;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import io.github.tornadosort.bench.Suite.Piece;
import io.github.tornadosort.bench.host.AnyDistribution;
import io.github.tornadosort.bench.host.HostContenders;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "host",
        hidden = true,
        description = "Runs suites that compare this library with what Java programs call otherwise, and adds the results to a"
                + " file. Each operation and type gets a fresh JVM with the flags of this JVM and of the suite, which all contenders"
                + " share.")
final class HostCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SUITE", arity = "1..*",
            description = "Suites to run: files, or names of suites of this program.")
    private List<String> suites;

    @Option(names = "-o", required = true, paramLabel = "FILE",
            description = "The results file. A run replaces one of its suite.")
    private Path file;

    @Option(names = "--machine", paramLabel = "NAME", description = "Name of the machine. Default: N-core.")
    private String machine = Runtime.getRuntime().availableProcessors() + "-core";

    @Option(names = "--root", defaultValue = ".", paramLabel = "FOLDER",
            description = "The source tree, for programs to run.")
    private Path root;

    @Option(names = "--seed", paramLabel = "N",
            description = "Of suites of random cases: only the case of this seed, which a run has printed.")
    private Long seed;

    @Option(names = "--operation", hidden = true, description = "Measure only this operation, in this JVM.")
    private String operation;

    @Option(names = "--type", hidden = true, description = "Measure only this type, in this JVM.")
    private String type;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path scratch = Campaign.scratch();
        try {
            for (String name : suites) {
                Suite suite = Suite.of(name);
                if (operation != null) {
                    add(inThisJvm(suite.only(new Piece(operation, type)), scratch));
                } else if (suite.random() != null) {
                    random(suite);
                } else if (suite.shared() == null) {
                    add(separate(suite, scratch));
                } else {
                    inFreshJvms(suite, name, scratch);
                }
                if (operation == null) {
                    Run run = Results.read(file).runs().getLast();
                    BarSet.ofProgram().stream()
                            .filter(bars -> bars.suite().equals(suite.name()))
                            .forEach(bars -> log(Tables.row(bars, bars.evaluate(run), bars.missed(run))));
                }
            }
        } finally {
            Files.deleteIfExists(scratch);
        }
        return 0;
    }

    private Run inThisJvm(Suite suite, Path scratch) {
        List<String> names = suite.cases().stream().flatMap(set -> set.contenders().stream()).distinct().toList();
        deviceIsReady();
        List<Contender> contenders = HostContenders.of(names, operation);
        try {
            return new Campaign(suite, contenders, scratch, this::log).run(List.of(), command(suite), soFar -> {});
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    /** All repetitions sort where the later ones of a program sort, after the device is ready. */
    private static void deviceIsReady() {
        System.setProperty("tornadosort.background", "false");
    }

    /** Measures the random cases of a suite in this JVM, where all types share the code as in a large program. */
    private void random(Suite suite) {
        deviceIsReady();
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<RandomCases> all = new ArrayList<>();
        try (AnyDistribution cases = new AnyDistribution(suite.random(), suite.repetitions(), this::log)) {
            for (String one : suite.random().operations()) {
                all.addAll(cases.measure(one, seed));
                add(new Run(
                        suite.name(), suite.description(), started, command(suite), suite.repetitions(), cases.contenders(),
                        List.of(), List.of(), List.copyOf(all)));
            }
        }
        log(RandomCases.HEADER);
        all.forEach(one -> log(one.toString()));
    }

    private Run separate(Suite suite, Path scratch) throws IOException {
        Path errors = Files.createTempFile("tornado-sort-bench", ".log");
        log("standard error of the contenders is written to " + errors);
        try (Contenders contenders = new Contenders(root.toAbsolutePath(), List.of(), errors, this::log)) {
            return Comparison.run(suite, contenders, scratch, command(suite), this::log, this::add);
        }
    }

    /** Runs each operation and type in a fresh JVM, so that no call site has seen the types of the others. */
    private void inFreshJvms(Suite suite, String name, Path scratch) throws IOException, InterruptedException {
        Path part = scratch.resolve("part.json");
        List<About> abouts = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        for (Piece piece : suite.pieces()) {
            List<String> words = new ArrayList<>();
            words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            words.addAll(suite.shared().flags());
            words.addAll(List.of(
                    "-cp", System.getProperty("java.class.path"), Main.class.getName(), "host", name, "-o", part.toString(),
                    "--operation", piece.operation(), "--type", piece.type()));
            Process process = new ProcessBuilder(words).redirectError(Redirect.INHERIT).start();
            process.inputReader().lines().forEach(this::log);
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(suite.name() + ": the JVM for " + piece + " exited with status " + status);
            }
            Run run = Results.read(part).runs().getLast();
            Files.delete(part);
            run.contenders().stream().filter(about -> !abouts.contains(about)).forEach(abouts::add);
            results.addAll(run.results());
            add(new Run(
                    run.suite(), run.description(), run.started(), command(suite), run.repetitions(), List.copyOf(abouts),
                    List.copyOf(results), List.of()));
        }
    }

    private static String command(Suite suite) {
        return "host " + suite.name();
    }

    private void add(Run run) {
        try {
            Machine here = ThisMachine.sortingOn(machine);
            Results before = Files.exists(file) ? Results.read(file) : new Results(here, List.of());
            before.with(run).write(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    private void log(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
