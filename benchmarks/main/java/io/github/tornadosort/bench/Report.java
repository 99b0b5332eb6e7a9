package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the report from the newest results of each machine. REPORT.md has two screens: four pictures, and for each
 * question a table with a row per machine. The folder {@code reports} has a page per machine with all times.
 */
final class Report {
    private static final String INTRODUCTION = """
            # What the benchmark measured

            Written by `benchmarks/run --report` from the files in [results](results). Every sort was verified. A ratio is the
            time of the best peer divided by that of tornado-sort: above 1, tornado-sort is faster. *Mean* is the geometric mean
            over the cases of an operation, *least* the worst case and the peer that won it. *Sort time* is Spark's metric of that
            name, added up over tasks: the part of a query that is sorting. The page of a machine has all times.
            """;

    private final List<Results> machines;
    private final StringBuilder text = new StringBuilder(INTRODUCTION);

    private Report(List<Results> machines) {
        this.machines = machines;
    }

    /**
     * Writes the report.
     *
     * @param folder the folder of results files
     * @param mixed whether results of different commits may be shown together; the report then says so
     * @return the path of REPORT.md, in the parent folder
     * @throws IOException if the results are of different commits, and that is not wanted
     */
    static Path write(Path folder, boolean mixed) throws IOException {
        Path parent = folder.toAbsolutePath().normalize().getParent();
        List<Results> machines = newestOfEachMachine(folder);
        List<String> codes = machines.stream().map(one -> one.origin().code()).distinct().toList();
        if (codes.size() > 1 && !mixed) {
            throw new IOException(folder + ": has results of different commits, " + String.join(" and ", codes)
                    + "; measure again at one commit, delete files, or show them together by '--mixed'");
        }
        Report report = new Report(machines);
        report.machines(codes.size() > 1);
        Path plots = Files.createDirectories(parent.resolve("plots"));
        for (Picture picture : Picture.of(machines)) {
            picture.write(plots);
            report.picture(picture, codes.size() > 1);
        }
        for (String suite : report.suites()) {
            report.table(suite);
        }
        Path pages = Files.createDirectories(parent.resolve("reports"));
        for (Results machine : machines) {
            Files.writeString(pages.resolve(machine.origin().slug() + ".md"), MachinePage.of(machine));
        }
        report.line("");
        report.line("[NOTES.md](NOTES.md) says what was tried, and what came of it.");
        return Files.writeString(parent.resolve("REPORT.md"), report.text);
    }

    private static List<Results> newestOfEachMachine(Path folder) throws IOException {
        Map<String, Results> newest = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
                Results results = Results.read(file);
                newest.merge(results.origin().slug(), results, Report::newer);
            }
        }
        return newest.values().stream().sorted(Comparator.comparingInt(one -> one.origin().cores())).toList();
    }

    /** Joins the files of one origin, which several commands may have written, or returns the newer one. */
    private static Results newer(Results one, Results other) {
        boolean isOlder = started(one).compareTo(started(other)) < 0;
        Results newer = isOlder ? other : one;
        if (!one.origin().isSame(other.origin())) {
            return newer;
        }
        Results joined = isOlder ? one : other;
        for (Run run : newer.runs()) {
            joined = joined.with(run);
        }
        return joined;
    }

    /** Returns when the last run of a file began. */
    private static String started(Results results) {
        return results.runs().stream().map(Run::started).max(Comparator.naturalOrder()).orElse("");
    }

    private void machines(boolean mixed) {
        line("");
        if (machines.isEmpty()) {
            line("There are no results yet.");
            return;
        }
        line("| machine | hardware | commit | day |");
        line("|---|---|---|---|");
        for (Results one : machines) {
            Origin origin = one.origin();
            line("| [" + origin.machine() + "](reports/" + origin.slug() + ".md) | " + origin.hardware() + " | "
                    + origin.code()
                    + " | " + origin.date() + " |");
        }
        if (mixed) {
            line("");
            line("**These results are of different commits**, so that figures of two machines differ by the code too.");
        }
    }

    private void picture(Picture picture, boolean mixed) {
        line("");
        line("![" + picture.title() + "](plots/" + picture.fileName() + ")");
        if (mixed) {
            line("*" + picture.source() + "*");
        }
    }

    /** Returns the names of all suites that some machine has run, in the order of the program. */
    private List<String> suites() {
        List<String> run = machines.stream().flatMap(one -> one.runs().stream()).map(Run::suite).distinct().toList();
        List<String> suites = new ArrayList<>(Suite.NAMES.stream().filter(run::contains).toList());
        run.stream().filter(suite -> !suites.contains(suite)).forEach(suites::add);
        return suites;
    }

    /** Writes the table of a question, which has a row for each machine, unless no case has a peer. */
    private void table(String suite) {
        List<String> rows = new ArrayList<>();
        String question = "";
        for (Results machine : machines) {
            for (Run run : machine.runs().stream().filter(one -> one.suite().equals(suite)).toList()) {
                question = run.question();
                String cells = run.random().isEmpty() ? ratios(run) : random(run.random());
                if (!cells.isEmpty()) {
                    rows.add("| " + machine.origin().machine() + " | " + cells + " |");
                }
            }
        }
        if (!rows.isEmpty()) {
            line("");
            line("| **" + question + "** `" + suite + "` | cases | mean | least |");
            line("|---|--:|---|---|");
            rows.forEach(this::line);
        }
    }

    private static String ratios(Run run) {
        Map<String, List<Ratio>> byOperation = Ratio.of(run);
        List<Ratio> all = byOperation.values().stream().flatMap(List::stream).toList();
        long failed = run.results().stream().filter(one -> one.note() != null && one.note().startsWith("failed")).count();
        List<String> least = new ArrayList<>();
        if (!all.isEmpty()) {
            least.add(least(Ratio.least(all), byOperation.size() > 1));
        }
        if (failed > 0) {
            least.add("**failed: " + failed + "**");
        }
        String means = byOperation.entrySet().stream()
                .map(entry -> entry.getKey() + " " + mean(entry.getValue()))
                .collect(Collectors.joining(", "));
        return least.isEmpty() ? "" : all.size() + " | " + means + " | " + String.join("; ", least);
    }

    private static String mean(List<Ratio> ratios) {
        OptionalDouble sortTimes = Ratio.meanOfSortTimes(ratios);
        return Tables.significant(Ratio.geometricMean(ratios))
                + (sortTimes.isPresent() ? " (sort time " + Tables.significant(sortTimes.getAsDouble()) + ")" : "");
    }

    private static String least(Ratio least, boolean withOperation) {
        Result ours = least.ours();
        String distribution = ours.distribution().equals("uniform") ? "" : " " + ours.distribution();
        return Tables.significant(least.value()) + ": " + (withOperation ? ours.operation() + " " : "") + ours.type() + " "
                + Sizes.text(ours.n()) + distribution + ", " + Picture.label(least.peer().contender());
    }

    private static String random(List<RandomCases> all) {
        int cases = all.stream().mapToInt(one -> one.ratios().size()).sum();
        String means = all.stream()
                .map(one -> one.operation() + " against " + one.against() + " " + Tables.significant(one.geometricMean())
                        + " (" + Tables.trimmed(100 * one.slower()) + " % below " + RandomCases.SLOWER + ")")
                .collect(Collectors.joining(", "));
        String least = all.stream()
                .map(one -> one.operation() + " " + Tables.significant(one.worst().getFirst().ratio())
                        + ", a twentieth below " + Tables.significant(one.fifthPercentile()))
                .collect(Collectors.joining("; "));
        return cases + " | " + means + " | " + least;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
