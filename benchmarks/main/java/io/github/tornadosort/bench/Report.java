package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the report from the newest results of each machine. REPORT.md has pictures, and for each question a table with a row
 * per machine. The folder {@code reports} has a page per machine with all times.
 */
final class Report {
    private static final String INTRODUCTION = """
            # What the benchmark measured

            Written by `benchmarks/run --report` from the files in [results](results). Every sort was verified. A ratio is the
            time of the best peer divided by that of tornado-sort: above 1, tornado-sort is faster. *Mean* is the geometric mean
            over the cases of an operation, *least* the worst case and the peer that won it. *Sort time* is Spark's metric of that
            name, added up over tasks: the part of a query that is sorting. The page of a machine has all times.
            """;

    private final StringBuilder text = new StringBuilder();

    private Report() {}

    /**
     * Writes the report.
     *
     * @param folder the folder of results files
     * @return the path of REPORT.md, in the parent folder
     */
    static Path write(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().normalize().getParent();
        List<Results> machines = newestOfEachMachine(folder);
        Path plots = Files.createDirectories(parent.resolve("plots"));
        Path pages = Files.createDirectories(parent.resolve("reports"));
        for (Results machine : machines) {
            Files.writeString(pages.resolve(machine.origin().slug() + ".md"), page(machine));
        }
        Report report = new Report();
        report.text.append(INTRODUCTION);
        report.machines(machines);
        for (Picture picture : Picture.of(machines)) {
            picture.write(plots);
            report.lines("", "![" + picture.title() + "](plots/" + picture.fileName() + ")");
        }
        List<String> run = machines.stream().flatMap(one -> one.runs().stream()).map(Run::suite).distinct().toList();
        Stream.concat(Suite.NAMES.stream().filter(run::contains), run.stream())
                .distinct()
                .forEach(suite -> report.suite(suite, machines));
        report.lines("", "[NOTES.md](NOTES.md) says what was tried, and what came of it.");
        return Files.writeString(parent.resolve("REPORT.md"), report.text);
    }

    private static List<Results> newestOfEachMachine(Path folder) throws IOException {
        Map<String, Results> newest = new TreeMap<>();
        for (Results results : Results.all(folder)) {
            newest.merge(
                    results.origin().slug(), results,
                    (one, other) -> one.started().compareTo(other.started()) < 0 ? other : one);
        }
        return newest.values().stream().sorted(Comparator.comparingInt(one -> one.origin().cores())).toList();
    }

    private void machines(List<Results> machines) {
        if (machines.isEmpty()) {
            lines("", "There are no results yet.");
            return;
        }
        lines("", "| machine | hardware | commit | day |", "|---|---|---|---|");
        for (Results one : machines) {
            Origin origin = one.origin();
            lines("| [" + origin.machine() + "](reports/" + origin.slug() + ".md) | " + origin.hardware() + " | "
                    + origin.code() + " | " + origin.date() + " |");
        }
        if (machines.stream().map(one -> one.origin().code()).distinct().count() > 1) {
            lines("", "**These results are of different commits**, so that figures of two machines differ by the code too.");
        }
    }

    /** Writes the table of a question, which has a row for each machine, unless no case has a peer. */
    private void suite(String suite, List<Results> machines) {
        String heading = "";
        for (Results machine : machines) {
            for (Run run : machine.runs().stream().filter(one -> one.suite().equals(suite)).toList()) {
                String cells = run.random().isEmpty() ? ratios(run) : random(run.random());
                if (!cells.isEmpty()) {
                    if (heading.isEmpty()) {
                        heading = "| **" + run.question() + "** `" + suite + "` | cases | mean | least |";
                        lines("", heading, "|---|--:|---|---|");
                    }
                    lines("| " + machine.origin().machine() + " | " + cells + " |");
                }
            }
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

    /** Returns the page of a machine: every suite with its contenders and all times. */
    private static String page(Results machine) {
        Report page = new Report();
        Origin origin = machine.origin();
        page.lines(
                "# " + origin.machine(), "",
                origin.hardware() + ". tornado-sort " + origin.version() + ", commit " + origin.code() + ", " + origin.date()
                        + ". Times are medians with [least, most].");
        for (Run run : machine.runs()) {
            page.lines(
                    "", "## " + run.suite(), "", run.question(), "", "`" + run.command() + "`, " + run.started(), "");
            run.contenders().forEach(about -> page.lines("- " + about.contender() + ": "
                    + (about.absent() != null ? "absent, " + about.absent() : about.what() + ", on " + about.device())));
            page.lines("");
            if (run.random().isEmpty()) {
                page.times(run);
                continue;
            }
            page.lines(
                    "Ratios are the other's time divided by that of tornado-sort. `benchmarks/run " + run.suite()
                            + " --seed N` measures a case again.",
                    "", RandomCases.HEADER);
            run.random().forEach(cases -> page.lines(cases.toString()));
            for (RandomCases cases : run.random()) {
                page.lines("", "Worst of " + cases.operation() + " against " + cases.against() + ":", "");
                cases.worst().forEach(one -> page.lines("- " + one));
            }
        }
        return page.text.toString();
    }

    /** Writes one row per case, one column per contender. */
    private void times(Run run) {
        List<String> names = run.contenders().stream()
                .filter(about -> about.absent() == null)
                .map(About::contender)
                .distinct()
                .toList();
        lines("| case | " + String.join(" | ", names) + " |", "|---|" + "---|".repeat(names.size()));
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        for (Result result : run.results()) {
            rows.computeIfAbsent(result.caseName(), _ -> new LinkedHashMap<>()).put(result.contender(), Tables.cell(result));
        }
        rows.forEach((one, cells) -> lines("| " + one + " | "
                + names.stream().map(name -> cells.getOrDefault(name, "")).collect(Collectors.joining(" | ")) + " |"));
    }

    private void lines(String... lines) {
        for (String line : lines) {
            text.append(line).append('\n');
        }
    }
}
