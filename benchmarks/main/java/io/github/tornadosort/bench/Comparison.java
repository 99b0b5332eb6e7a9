package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Machine;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Runs suites with all contenders of this machine in turn. The results are added to a file named after the machine and the day.
 */
public final class Comparison {
    /** Number of lines of the contenders' standard error to show. */
    private static final int LAST_LINES = 20;

    private Comparison() {}

    /**
     * Runs the suites one after the other. Each case is written to the results file as soon as it is measured.
     *
     * @param root the source tree
     * @param suites the suites to run
     * @param sdks folders of TornadoVM SDKs to measure in addition to the JVM backend
     * @param folder the folder of results files; a run is added to the file of the machine and the day, if it exists
     * @param command the command line, for the results
     * @param log receives the results
     * @return the results file
     */
    public static Path run(
            Path root, List<Suite> suites, List<Path> sdks, Path folder, String command, Consumer<String> log)
            throws IOException {
        Path scratch = Campaign.scratch();
        Path errors = Files.createTempFile("tornado-sort-bench", ".log");
        log.accept("standard error of the contenders is written to " + errors);
        Path file = null;
        for (Suite suite : suites) {
            log.accept("== " + suite.name() + ": " + suite.description());
            try (Contenders contenders = new Contenders(root, sdks, errors, log)) {
                Run run = run(suite, contenders, scratch, command, log, soFar -> add(soFar, folder));
                Bench.logBars(run, log);
                file = add(run, folder);
                log.accept("written: " + file);
            }
        }
        Files.deleteIfExists(scratch);
        lastLines(errors).forEach(log);
        return file;
    }

    /** Runs a suite with contenders in separate processes. */
    static Run run(
            Suite suite, Contenders contenders, Path scratch, String command, Consumer<String> log, Consumer<Run> soFar) {
        contenders.start(suite);
        return new Campaign(suite, contenders.present(), scratch, log).run(contenders.absent(), command, soFar);
    }

    /** Returns the last lines of the contenders' standard error, which may explain missing results. */
    private static List<String> lastLines(Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    private static Path add(Run run, Path folder) {
        Machine machine = ThisMachine.sortingOn(device(run));
        Path file = folder.resolve(slug(machine.device()) + "-" + LocalDate.now(ZoneOffset.UTC) + ".json");
        try {
            Results before = Files.exists(file) ? Results.read(file) : new Results(machine, List.of());
            before.with(run).write(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
        return file;
    }

    /** Returns the first measured GPU, or the CPU if there is none. */
    private static String device(Run run) {
        return run.contenders().stream()
                .filter(about -> about.device() != null && about.device().contains("NVIDIA"))
                .map(Contender.About::device)
                .findFirst()
                .orElseGet(() -> Runtime.getRuntime().availableProcessors() + "-core CPU");
    }

    private static String slug(String device) {
        return device.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

}
