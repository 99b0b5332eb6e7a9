package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import io.github.tornadosort.cli.options.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        description = "Runs benchmark suites, each of which answers a question, and writes the report. Every result is verified."
                + " Results are added to the file of the machine and the commit in benchmarks/results. Beside each time stands"
                + " the last one of the same machine that another commit has, if there is any.")
final class BenchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SUITE", description = "Suites to run: names that --list shows, or files.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "Says what each suite shows and how long it takes, and runs none.")
    private boolean list;

    @Option(names = "--report",
            description = "Writes the report from the results of all machines, after the suites if there are any.")
    private boolean report;

    @Option(names = "--results", paramLabel = "FOLDER",
            description = "Folder of results files. The report is written to its parent folder. Default: benchmarks/results.")
    private Path results;

    @Option(names = "--machine", paramLabel = "NAME",
            description = "Name of the machine in reports. Default: its GPU, or the number of its cores.")
    private String machine;

    @Option(names = "--seed", paramLabel = "N",
            description = "Of random cases: measures only the case of this seed, which a run has printed, and writes no results.")
    private Long seed;

    @Option(names = "--root", hidden = true, defaultValue = ".", description = "The source tree.")
    private Path root;

    @Spec
    private CommandSpec spec;

    private Origin origin;
    private Path file;
    private Optional<Results> last = Optional.empty();

    @Override
    public Integer call() throws IOException {
        check(!list || names.isEmpty(), "'SUITE' cannot be used with '--list'");
        check(!list || !report, "'--report' cannot be used with '--list'");
        check(list || report || !names.isEmpty(), "expected a suite, '--list' or '--report'");
        if (list) {
            return list();
        }
        List<Suite> suites = new ArrayList<>();
        for (String name : names) {
            suites.add(Suite.of(name));
        }
        // All repetitions sort where the later ones of a program sort, after the device is ready.
        System.setProperty("tornadosort.background", "false");
        Path folder = results == null ? root.resolve("benchmarks/results") : results;
        if (!suites.isEmpty()) {
            origin = Origin.here(root, machine);
            file = folder.resolve(origin.fileName());
            last = Results.last(folder, origin);
            measure(suites);
        }
        if (report) {
            if (!Files.isDirectory(folder)) {
                throw new CommandFailure(folder + ": expected a folder with results files");
            }
            log("written: " + Report.write(folder));
        }
        return 0;
    }

    private void check(boolean isRight, String message) {
        if (!isRight) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private int list() throws IOException {
        for (String name : Suite.NAMES) {
            Suite suite = Suite.of(name);
            log("%-18s %4s min  %s%n%31s%s".formatted(
                    name, Tables.trimmed(suite.minutes()), suite.question(), "", String.join(", ", suite.contenders())));
        }
        return 0;
    }

    private void measure(List<Suite> suites) throws IOException {
        log(origin.machine() + ": " + origin.hardware() + ", commit " + origin.code());
        last.ifPresent(one -> log("last: commit " + one.origin().code() + ", " + one.origin().date()));
        for (Suite suite : suites) {
            log("== " + suite.name() + ": " + suite.question());
            switch (suite.kind()) {
                case RANDOM -> random(suite);
                case CALLS, FIRST_CALLS -> calls(suite);
                default -> run(suite);
            }
        }
        log("results: " + file);
    }

    /** Adds the results of a suite after each case, in case a long run is interrupted. */
    private void add(Run run) throws IOException {
        Results.add(run, origin, file);
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static Run run(Suite suite, String started, List<About> abouts, List<Result> results, List<RandomCases> random) {
        return new Run(
                suite.name(), suite.question(),
                abouts.stream().filter(About::ours).map(About::contender).findFirst().orElse(suite.contenders().getFirst()),
                started, "benchmarks/run " + suite.name(),
                List.copyOf(abouts),
                List.copyOf(results), List.copyOf(random));
    }

    /** Measures the cases of devices and programs. */
    private void run(Suite suite) throws IOException {
        String started = now();
        Path scratch = Campaign.scratch(suite.kind());
        Path errors = Files.createTempFile("tornado-sort-bench", ".log");
        log("standard error of the contenders is written to " + errors);
        try (Contenders contenders = new Contenders(suite, root.toAbsolutePath(), errors, this::log)) {
            List<Result> all = new ArrayList<>();
            Campaign campaign = new Campaign(
                    suite, contenders.present(), scratch, this::log);
            for (BenchCase one : suite.all()) {
                all.addAll(campaign.measure(one));
                add(run(suite, started, contenders.abouts(), all, List.of()));
            }
        } finally {
            Files.deleteIfExists(scratch);
            if (Files.size(errors) == 0) {
                Files.delete(errors);
            }
        }
    }

    /** Measures the random cases of a suite in this JVM, where all types share the code as in a large program. */
    private void random(Suite suite) throws IOException {
        String started = now();
        List<RandomCases> all = new ArrayList<>();
        try (AnyDistribution cases = new AnyDistribution(suite.random(), suite.repetitions(), this::log)) {
            for (String one : AnyDistribution.OPERATIONS) {
                all.add(cases.measure(one, seed));
                if (seed == null) {
                    add(run(suite, started, cases.contenders(), List.of(), all));
                }
            }
        }
        log(RandomCases.HEADER);
        all.forEach(one -> log(one.toString()));
        last.stream().flatMap(one -> one.runs().stream().flatMap(run -> run.random().stream()))
                .forEach(one -> log("last: " + one));
    }

    /** Measures the calls of a suite by JMH. */
    private void calls(Suite suite) throws IOException {
        String started = now();
        Path output = Files.createTempFile("tornado-sort-bench", ".log");
        log("what JMH prints is written to " + output);
        List<Result> all = new ArrayList<>();
        try (CallSuite calls = new CallSuite(suite, output)) {
            for (BenchCase one : suite.all()) {
                List<Result> results = calls.measure(one);
                results.forEach(this::log);
                all.addAll(results);
                add(run(suite, started, calls.abouts(), all, List.of()));
            }
        }
    }

    private void log(Result result) {
        log(Tables.line(result, last.flatMap(before -> before.of(result))));
    }

    private void log(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
