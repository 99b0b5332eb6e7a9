package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the report from the newest results of each suite and machine: a row per question and machine, what is slower than a
 * peer, and the times of devices with a column per contender.
 */
final class Report {
    private static final String INTRODUCTION = """
            # What the benchmark measured

            `benchmarks/run --report` writes this from the verified results in [results](results), which has all times. A ratio
            is the time of the best peer divided by that of tornado-sort: above 1, tornado-sort is faster. *Mean* is the
            geometric mean over the cases of an operation, *least* the worst case and the peer that won it.

            | machine | hardware | commit | day |
            |---|---|---|---|
            """;
    private static final int SLOWEST = 15;
    /** The suites of devices whose times are shown. */
    private static final List<String> TIMES = List.of("gpu", "transfers", "algorithms");

    private final List<Results> machines;
    private final StringBuilder text = new StringBuilder(INTRODUCTION);
    private final List<Ratio> slower = new ArrayList<>();

    /**
     * The best peer's time of a case divided by this library's: above 1, this library is faster.
     *
     * @param where the machine and the backend
     * @param ours this library's result
     * @param peer the best peer's result
     */
    private record Ratio(String where, Result ours, Result peer) {
        double value() {
            return (double) peer.nanos().median() / ours.nanos().median();
        }

        /** Returns the ratios of one of this library's contenders, for the cases that it and a peer were measured for. */
        static List<Ratio> of(String where, Results machine, String suite, String ours) {
            Set<String> peers = machine.abouts(suite).stream()
                    .filter(about -> !about.ours()).map(About::contender).collect(Collectors.toSet());
            List<Result> all = machine.results(suite).stream().filter(Result::isComparable).toList();
            List<Ratio> ratios = new ArrayList<>();
            for (Result one : all.stream().filter(one -> one.contender().equals(ours)).toList()) {
                all.stream()
                        .filter(other -> peers.contains(other.contender()) && other.caseName().equals(one.caseName()))
                        .min(Comparator.comparingLong(other -> other.nanos().median()))
                        .ifPresent(peer -> ratios.add(new Ratio(where, one, peer)));
            }
            return ratios;
        }

        static double geometricMean(List<Ratio> ratios) {
            return Math.exp(ratios.stream().mapToDouble(one -> Math.log(one.value())).average().orElseThrow());
        }
    }

    private Report(List<Results> machines) {
        this.machines = machines;
    }

    /**
     * Writes the report, and its picture if there is anything to show.
     *
     * @param folder the folder of results files
     * @return the path of REPORT.md, in the parent folder
     */
    static Path write(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().normalize().getParent();
        Set<String> found = new HashSet<>();
        List<Results> machines = Results.all(folder).stream()
                .sorted(Comparator.comparing((Results one) -> one.origin().date()).reversed())
                .map(one -> one.of(suite -> found.add(one.origin().slug() + " " + suite)))
                .filter(one -> !one.entries().isEmpty())
                .sorted(Comparator.comparing(one -> one.origin().slug()))
                .toList();
        Report report = new Report(machines);
        report.machines();
        String picture = Picture.of(machines);
        if (!picture.isEmpty()) {
            Files.writeString(parent.resolve(Picture.FILE), picture);
            report.lines("", "![" + Picture.TITLE + "](" + Picture.FILE + ")");
        }
        report.questions();
        report.slower();
        for (Results one : machines) {
            report.times(one);
        }
        report.lines("", "[NOTES.md](NOTES.md) says what limits each part, and what was tried.");
        return Files.writeString(parent.resolve("REPORT.md"), report.text);
    }

    private void machines() {
        for (Results one : machines) {
            Origin origin = one.origin();
            lines("| " + origin.machine() + " | " + origin.hardware() + " | " + origin.commit() + " | "
                    + origin.date().substring(0, 10) + " |");
        }
    }

    /** Returns the name of a machine, with the commit if it is not that of the newest results. */
    private String name(Results machine) {
        String newest =
                machines.stream().map(Results::origin).max(Comparator.comparing(Origin::date)).orElseThrow().commit();
        Origin origin = machine.origin();
        return origin.machine() + (origin.commit().equals(newest) ? "" : " (commit " + origin.commit() + ")");
    }

    /** Writes a table with a row for each suite, machine and contender of this library that has a peer. */
    private void questions() throws IOException {
        lines("", "| question | machine | cases | mean | least |", "|---|---|--:|---|---|");
        Set<String> measured = new TreeSet<>(machines.stream().flatMap(one -> one.suites().stream()).toList());
        for (String suite : Stream.concat(Suite.NAMES.stream(), measured.stream()).distinct().filter(measured::contains)
                .toList()) {
            String question =
                    Suite.NAMES.contains(suite) ? Suite.of(suite).question() + " `" + suite + "`" : "`" + suite + "`";
            for (Results machine : machines) {
                for (String cells : rows(machine, suite)) {
                    lines("| " + question + " | " + cells + " |");
                    question = "";
                }
            }
        }
    }

    private List<String> rows(Results machine, String suite) {
        List<String> rows = new ArrayList<>();
        String name = name(machine);
        machine.entries().stream()
                .filter(one -> one.suite().equals(suite) && one.random() != null)
                .forEach(one -> rows.add(name + " | " + one.random()));
        // An algorithm of its own, such as device:merge, is not what a user gets.
        for (About ours : machine.abouts(suite).stream().filter(one -> one.ours() && !one.contender().contains(":"))
                .toList()) {
            String where = ours.contender().equals(SorterCalls.NAME) ? name : name + ", " + Picture.label(ours.contender());
            List<Ratio> ratios = Ratio.of(where, machine, suite, ours.contender());
            ratios.stream().filter(one -> one.value() < RandomCases.SLOWER).forEach(slower::add);
            long failed = machine.results(suite).stream()
                    .filter(one -> one.contender().equals(ours.contender()) && one.isFailed()).count();
            String failures = failed == 0 ? "" : " **failed: " + failed + "**";
            if (!ratios.isEmpty() || failed > 0) {
                rows.add(where + " | " + ratios.size() + " | " + means(ratios) + " | " + least(ratios) + failures);
            }
        }
        return rows;
    }

    private static String means(List<Ratio> ratios) {
        return ratios.stream()
                .collect(Collectors.groupingBy(one -> one.ours().operation(), LinkedHashMap::new, Collectors.toList()))
                .entrySet().stream()
                .map(one -> one.getKey() + " " + Tables.significant(Ratio.geometricMean(one.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static String least(List<Ratio> ratios) {
        return ratios.stream().min(Comparator.comparingDouble(Ratio::value))
                .map(one -> Tables.significant(one.value()) + ": " + one.ours().caseName() + ", "
                        + Picture.label(one.peer().contender()))
                .orElse("");
    }

    private void slower() {
        if (slower.isEmpty()) {
            return;
        }
        lines("",
                slower.size() + " cases reach less than " + RandomCases.SLOWER + " of a peer's speed. The slowest of them:",
                "",
                "| machine | case | tornado-sort | peer | ratio |", "|---|---|--:|--:|--:|");
        slower.stream()
                .sorted(Comparator.comparingDouble(Ratio::value))
                .limit(SLOWEST)
                .forEach(one -> lines("| " + one.where() + " | " + one.ours().caseName() + " | "
                        + Tables.time(one.ours().nanos().median()) + " | " + Picture.label(one.peer().contender()) + " "
                        + Tables.time(one.peer().nanos().median()) + " | " + Tables.significant(one.value()) + " |"));
    }

    /** Writes the medians of the suites of devices: one row per case, one column per contender. */
    private void times(Results machine) {
        for (String suite : TIMES.stream().filter(machine.suites()::contains).toList()) {
            List<About> abouts = machine.abouts(suite);
            List<String> columns = abouts.stream().map(one -> Picture.label(one.contender())).distinct().toList();
            lines("", "`" + suite + "` on " + name(machine) + ": "
                    + abouts.stream().map(About::what).distinct().collect(Collectors.joining("; ")) + ".", "",
                    "| case | " + String.join(" | ", columns) + " |", "|---|" + "--:|".repeat(columns.size()));
            Map<String, Map<String, String>> rows = new LinkedHashMap<>();
            for (Result one : machine.results(suite)) {
                Map<String, String> cells = rows.computeIfAbsent(one.caseName(), _ -> new LinkedHashMap<>());
                if (one.isMeasured() || one.isFailed()) {
                    cells.put(Picture.label(one.contender()),
                            one.isMeasured() ? Tables.time(one.nanos().median()) : one.note());
                }
            }
            rows.forEach((name, cells) -> lines("| " + name + " | " + columns.stream()
                    .map(column -> cells.getOrDefault(column, "")).collect(Collectors.joining(" | ")) + " |"));
            if (rows.values().stream().anyMatch(cells -> cells.size() < columns.size())) {
                lines("", "Empty cells were not measured: the time was over, or the contender has no such operation.");
            }
        }
    }

    private void lines(String... lines) {
        for (String line : lines) {
            text.append(line).append('\n');
        }
    }
}
