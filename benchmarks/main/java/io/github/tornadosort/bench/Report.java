package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the report from the newest results file of each machine: REPORT.md, one page with the pictures that matter, the bars
 * of each machine and the papers' claims; and in {@code reports/} one page per machine, and one with the evidence for the claims.
 */
public final class Report {
    private static final String INTRODUCTION =
            """
            # What the benchmark measured

            Written by `benchmarks/run --report-only` from the files in `results/`. Every number here is in one of them. Figures are
            ratios of medians of one interleaved run; every result was verified. Each machine has a page with all results, and
            [NOTES.md](NOTES.md) tells what was tried.
            """;
    /** Suites whose plots are on the first page. */
    private static final List<String> HEADLINES = List.of("cpu-throughput", "gpu-throughput", "gpu-keys");

    private final StringBuilder text = new StringBuilder(INTRODUCTION);

    private Report() {}

    /**
     * Writes the report.
     *
     * @param folder results files; {@code claims.json}, if there is one, is in the parent folder
     * @return REPORT.md, in the parent folder
     */
    public static Path write(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        Path plots = Files.createDirectories(parent.resolve("plots"));
        Path pages = Files.createDirectories(parent.resolve("reports"));
        Report report = new Report();
        List<Results> all = new ArrayList<>();
        for (Map.Entry<String, Path> newest : newestOfEachMachine(folder).entrySet()) {
            MachinePage page = new MachinePage(newest.getKey(), newest.getValue(), plots);
            page.write(pages);
            report.machine(page);
            all.add(page.results());
        }
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

    /** By the part of the files' names before the date. */
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
        line("The papers' algorithms are those of this library; the papers' machines were others. [All figures](reports/claims.md).");
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

    /** The page with all figures for the claims. */
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

    /** The runs of the evidence's suite. */
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
