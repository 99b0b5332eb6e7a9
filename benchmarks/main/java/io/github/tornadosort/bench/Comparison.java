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

/** Suites, measured with everyone there is on this machine in turn; the results go to a file of the machine and the day. */
public final class Comparison {
    /** Lines of the contenders' standard error that are shown. */
    private static final int LAST_LINES = 20;

    private Comparison() {}

    /**
     * Measures the suites one after the other; the results file has each case as soon as it is measured.
     *
     * @param root the source tree
     * @param suites what to measure
     * @param sdks folders of TornadoVM SDKs to measure besides the JVM backend
     * @param folder where results files are; a run joins the file of its machine and day, if there is one
     * @param command what was typed to have this
     * @return the results file
     */
    public static Path run(
            Path root, List<Suite> suites, List<Path> sdks, Path folder, String command, Consumer<String> log)
            throws IOException {
        Path scratch = Campaign.scratch();
        Path errors = Files.createTempFile("tornado-sort-bench", ".log");
        log.accept("what the contenders say on standard error goes to " + errors);
        Path file = null;
        for (Suite suite : suites) {
            log.accept("== " + suite.name() + ": " + suite.description());
            try (Contenders contenders = new Contenders(root, sdks, errors, log)) {
                contenders.start(suite);
                Run run = new Campaign(suite, contenders.present(), scratch, log)
                        .run(contenders.absent(), command, soFar -> add(soFar, folder));
                Bench.tellBars(run, log);
                file = add(run, folder);
                log.accept("written: " + file);
            }
        }
        Files.deleteIfExists(scratch);
        lastLines(errors).forEach(log);
        return file;
    }

    /** What was said last, should anything be missing from the results. */
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

    /** The first GPU that was measured; else the machine's cores. */
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
