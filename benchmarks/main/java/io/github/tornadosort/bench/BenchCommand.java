package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Entry;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.cli.Main;
import io.github.tornadosort.cli.options.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        description = "Runs benchmark suites, each of which answers a question, and writes the report. Verifies all results."
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

    @Option(names = "--seconds", paramLabel = "N",
            description = "Time for each suite: no case begins after it. Default: the time that the suite names, if any.")
    private Double seconds;

    @Option(names = "--no-peers", description = "Measures this library alone. Peers keep the results that they have.")
    private boolean noPeers;

    @Option(names = "--seed", paramLabel = "N",
            description = "Measures only the random case of this seed, which a run has printed, and writes no results.")
    private Long seed;

    @Option(names = "--root", hidden = true, defaultValue = ".", description = "The source tree.")
    private Path root;

    @Spec
    private CommandSpec spec;

    private Origin origin;
    private Path file;
    private Optional<Results> last = Optional.empty();

    /** Runs a command line of the program that has this command too, and exits the JVM with its exit status. */
    static void main(String[] args) {
        System.exit(Main.execute(args, BenchCommand.class));
    }

    @Override
    public Integer call() throws IOException {
        check(!list || names.isEmpty(), "'SUITE' cannot be used with '--list'");
        check(!list || !report, "'--report' cannot be used with '--list'");
        check(list || report || !names.isEmpty(), "expected a suite, '--list' or '--report'");
        List<Suite> suites = new ArrayList<>();
        for (String name : list ? Suite.NAMES : names) {
            suites.add(Suite.of(name));
        }
        if (list) {
            suites.forEach(one -> log("%-17s %4.1f min  %s%n%29s%s".formatted(
                    one.name(), one.minutes(), one.question(), "", String.join(", ", one.contenders()))));
            return 0;
        }
        // All repetitions sort where the later ones of a program sort, after the device is ready.
        System.setProperty("tornadosort.background", "false");
        Path folder = results == null ? root.resolve("benchmarks/results") : results;
        if (!suites.isEmpty()) {
            origin = Origin.here(machine);
            file = folder.resolve(origin.fileName());
            last = Results.last(folder, origin);
            log(origin.machine() + ": " + origin.hardware() + ", commit " + origin.commit());
            last.ifPresent(one -> log("last: commit " + one.origin().commit() + ", " + one.origin().date()));
            for (Suite suite : suites) {
                measure(suite);
            }
            log("results: " + file);
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

    private void measure(Suite suite) throws IOException {
        log("== " + suite.name() + ": " + suite.question());
        if (suite.kind() == Suite.Kind.RANDOM) {
            random(suite);
            return;
        }
        Path output = Files.createTempFile("tornado-sort-bench", ".log");
        log("what JMH and other contenders print is written to " + output);
        if (suite.kind() == Suite.Kind.CALLS || suite.kind() == Suite.Kind.FIRST_CALLS) {
            CallSuite calls = new CallSuite(suite, output);
            cases(suite, calls.abouts(), calls::measure);
            return;
        }
        try (Campaign campaign = Campaign.of(suite, noPeers, root.toAbsolutePath(), output, this::log)) {
            campaign.abouts().forEach(one -> log(one.contender() + ": " + one.what() + " on " + one.device()));
            cases(suite, campaign.abouts(), campaign::measure);
        }
    }

    /** Measures the cases of a suite, and adds the results after each one, in case a long run is interrupted. */
    private void cases(Suite suite, List<About> contenders, Function<BenchCase, List<Result>> measure) throws IOException {
        long start = System.nanoTime();
        double ofSuite = suite.kind() == Suite.Kind.DEVICE && suite.seconds() > 0 ? suite.seconds() : Double.MAX_VALUE;
        double most = seconds != null ? seconds : ofSuite;
        List<Entry> entries =
                new ArrayList<>(contenders.stream().map(one -> new Entry(suite.name(), one, null, null)).toList());
        for (BenchCase one : suite.all()) {
            if (System.nanoTime() - start > most * 1e9) {
                log("the time is over; not measured: " + one);
                continue;
            }
            for (Result result : measure.apply(one)) {
                entries.add(new Entry(suite.name(), null, result, null));
                log(Tables.line(result, last.flatMap(before -> before.of(suite.name(), result))));
            }
            Results.add(entries, origin, file);
        }
    }

    /** Measures the random cases of a suite in this JVM, where all types share the code as in a large program. */
    private void random(Suite suite) throws IOException {
        double most = seconds == null ? suite.seconds() : Math.min(suite.seconds(), seconds);
        try (AnyDistribution cases = new AnyDistribution(suite, most, this::log)) {
            RandomCases all = cases.measure(seed);
            log("| " + all + " |");
            if (seed == null) {
                Results.add(List.of(new Entry(suite.name(), null, null, all)), origin, file);
            }
        }
        last.stream().flatMap(one -> one.random().stream()).forEach(one -> log("last: | " + one + " |"));
    }

    private void log(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
