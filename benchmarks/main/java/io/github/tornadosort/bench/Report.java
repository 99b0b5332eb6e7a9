package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the report from the newest results file of each machine. REPORT.md is one page with the most important plots, the
 * targets of each machine and the papers' claims. The folder {@code reports} has a page per machine, and a page with the
 * evidence for the claims.
 */
public final class Report {
    private static final String INTRODUCTION =
            """
            # What the benchmark measured

            Written by `benchmarks/run --report-only` from the files in `results/`, which contain every number on this page.
            Figures are ratios of medians of one interleaved run; every result was verified. Each machine has a page with all
            results, and [NOTES.md](NOTES.md) describes the experiments.
            """;
    /** Suites whose plots are on the first page. */
    private static final List<String> HEADLINES = List.of("cpu-throughput", "gpu-throughput", "gpu-keys");

    private final StringBuilder text = new StringBuilder(INTRODUCTION);

    private Report() {}

    /**
     * Writes the report.
     *
     * @param folder the folder of results files; its parent folder may contain {@code claims.json}
     * @return the path of REPORT.md, in the parent folder
     */
    public static Path write(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        Path plots = Files.createDirectories(parent.resolve("plots"));
        Path pages = Files.createDirectories(parent.resolve("reports"));
        Report report = new Report();
        List<Results> all = new ArrayList<>();
        Path barsFile = parent.resolve("bars.json");
        List<BarSet> bars = Files.exists(barsFile) ? BarSet.read(barsFile) : List.of();
        List<MachinePage> machines = new ArrayList<>();
        for (Map.Entry<String, Path> newest : newestOfEachMachine(folder).entrySet()) {
            MachinePage page = new MachinePage(newest.getKey(), newest.getValue(), plots, bars);
            page.write(pages);
            machines.add(page);
            all.add(page.results());
        }
        if (!bars.isEmpty()) {
            report.everySize(bars, machines, SizePlot.write(all, plots));
        }
        machines.stream().filter(page -> !isShown(page, bars)).forEach(report::machine);
        Path claims = parent.resolve("claims.json");
        if (Files.exists(claims)) {
            List<Claim> read = Claim.read(claims);
            report.claims(read, all);
            Files.writeString(pages.resolve("claims.md"), evidence(read, all));
        }
        Path file = parent.resolve("REPORT.md");
        Files.writeString(file, report.text);
        return file;
    }

    /** Returns the newest file of each machine. The key is the part of the file name before the date. */
    private static Map<String, Path> newestOfEachMachine(Path folder) throws IOException {
        Map<String, Path> newest = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .forEach(file -> newest.put(
                            file.getFileName().toString().replaceAll("-\\d{4}-\\d\\d-\\d\\d\\.json$", ""), file));
        }
        return newest;
    }

    /** Returns whether all results of a machine are in the table of {@link #everySize}. */
    private static boolean isShown(MachinePage page, List<BarSet> bars) {
        Set<String> suites = bars.stream().map(BarSet::suite).collect(Collectors.toSet());
        return page.results().runs().stream().allMatch(run -> suites.contains(run.suite()));
    }

    /** Compares this library with what Java programs call otherwise: one row per target, one column per machine. */
    private void everySize(List<BarSet> bars, List<MachinePage> all, boolean hasPlot) {
        Set<String> suites = bars.stream().map(BarSet::suite).collect(Collectors.toSet());
        List<MachinePage> machines = all.stream()
                .filter(page -> page.results().runs().stream().anyMatch(run -> suites.contains(run.suite())))
                .sorted(Comparator.comparingInt(page -> page.results().machine().cores()))
                .toList();
        line("");
        line("## At every size, against what a Java program would call otherwise");
        if (hasPlot) {
            line("");
            line("![Time per key of sort(int[]) by the number of keys](plots/" + SizePlot.FILE_NAME + ")");
        }
        line("");
        line("Each figure is the worst of several measurements. It is bold if it misses the floor.");
        machines.forEach(page -> line("[" + page.results().machine().device() + "](reports/" + page.fileName() + "): "
                + page.describe() + "."));
        line("");
        line("| what | floor | aim | " + (machines.isEmpty()
                ? "measured"
                : machines.stream().map(page -> page.results().machine().device()).collect(Collectors.joining(" | ")))
                + " |");
        line("|---|---|---|" + "---|".repeat(Math.max(1, machines.size())));
        for (BarSet set : bars) {
            List<String> cells = machines.stream()
                    .map(page -> set.isFor(page.results())
                            ? Tables.shortVerdict(set.evaluate(set.run(page.results())))
                            : "")
                    .toList();
            line("| " + set.what() + " | " + Tables.limits(set) + " | "
                    + (cells.isEmpty() ? "not measured" : String.join(" | ", cells)) + " |");
        }
    }

    private void machine(MachinePage page) {
        line("");
        line("## " + page.results().machine().device());
        line("");
        line(page.describe() + ". [All results](reports/" + page.fileName() + ").");
        HEADLINES.stream().flatMap(suite -> page.pictures(suite).stream()).forEach(picture -> {
            line("");
            line("![" + picture.title() + "](plots/" + picture.fileName() + ")");
        });
        Map<Run, List<BarResult>> bars = new LinkedHashMap<>();
        page.results().runs().stream()
                .filter(run -> run.bars() != null && !run.bars().isEmpty())
                .forEach(run -> bars.put(run, run.bars()));
        if (bars.isEmpty()) {
            return;
        }
        line("");
        line("| suite | what | figure | floor | aim | reached |");
        line("|---|---|---|---|---|---|");
        bars.forEach((run, results) -> results.forEach(bar -> line("| " + run.suite() + " " + Tables.shortRow(bar))));
    }

    private void claims(List<Claim> claims, List<Results> all) {
        line("");
        line("## What the papers claim, and what was measured here");
        line("");
        line("The algorithms are those of this library; the papers used other machines. [All figures](reports/claims.md).");
        line("");
        line("| paper | claim | claimed | measured |");
        line("|---|---|---|---|");
        for (Claim claim : claims) {
            String found = claim.evidence().stream()
                    .flatMap(one -> runs(all, one).map(run -> Tables.shortVerdict(
                            claim, claim.evaluate(one, run.run()), run.machine() + ", " + one.suite())))
                    .collect(Collectors.joining("; "));
            line(Tables.shortRow(claim, found.isEmpty() ? "not measured" : found));
        }
    }

    /** Returns the text of the page with all figures for the claims. */
    private static String evidence(List<Claim> claims, List<Results> all) {
        List<String> lines = new ArrayList<>(List.of("# Evidence for the papers' claims", "", Tables.CLAIM_HEADER));
        for (Claim claim : claims) {
            for (Claim.Evidence one : claim.evidence()) {
                List<String> rows = runs(all, one)
                        .map(run -> Tables.row(claim, one, claim.evaluate(one, run.run()), run.machine()))
                        .toList();
                lines.addAll(rows.isEmpty() ? List.of(Tables.row(claim, one)) : rows);
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private record MachineRun(String machine, Run run) {}

    /** Returns the runs of the suite that the evidence is from. */
    private static Stream<MachineRun> runs(List<Results> all, Claim.Evidence evidence) {
        return all.stream()
                .flatMap(results -> results.runs().stream()
                        .filter(run -> run.suite().equals(evidence.suite()))
                        .map(run -> new MachineRun(results.machine().device(), run)));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
