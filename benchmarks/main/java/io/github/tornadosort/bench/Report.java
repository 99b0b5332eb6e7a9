package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes the report from the newest results file of each machine. REPORT.md is one page: the most important plots, what was
 * reached and missed, and the papers' claims. The folder {@code reports} has the details: a page per machine, a page with all
 * bars, and a page with the evidence for the claims.
 */
public final class Report {
    private static final String INTRODUCTION = """
            # What the benchmark measured

            Written by `benchmarks/run --report-only` from the files in `results/`, which contain every number on this page.
            Figures are ratios of medians of one interleaved run; every result was verified. A bar has a floor, which must be
            reached, and an aim, which should be; figures that miss the floor are **bold**. [NOTES.md](NOTES.md) describes the
            experiments.
            """;
    /** Suites of which a plot is on the first page, one per machine, the most important first. */
    private static final List<String> HEADLINES = List.of("cpu-throughput", "gpu-keys", "gpu-throughput");
    /** Suites of which all bars are on the first page. Of the others, those that are missed. */
    private static final List<String> GPU_PEERS =
            List.of("gpu-cub", "gpu-cub-wide", "gpu-cub-pairs", "gpu-arrays", "gpu-warm");

    private final List<MachinePage> machines;
    private final BarTable bars;
    private final StringBuilder text = new StringBuilder(INTRODUCTION);

    private Report(List<MachinePage> machines, BarTable bars) {
        this.machines = machines;
        this.bars = bars;
    }

    /**
     * Writes the report.
     *
     * @param folder the folder of results files; its parent folder may contain {@code bars.json} and {@code claims.json}
     * @return the path of REPORT.md, in the parent folder
     */
    public static Path write(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        Path plots = Files.createDirectories(parent.resolve("plots"));
        Path pages = Files.createDirectories(parent.resolve("reports"));
        Path barsFile = parent.resolve("bars.json");
        List<BarSet> sets = Files.exists(barsFile) ? BarSet.read(barsFile) : List.of();
        List<MachinePage> machines = new ArrayList<>();
        for (Map.Entry<String, Path> newest : newestOfEachMachine(folder).entrySet()) {
            MachinePage page = new MachinePage(newest.getKey(), newest.getValue(), plots, sets);
            page.write(pages);
            machines.add(page);
        }
        List<Results> all = machines.stream().map(MachinePage::results).toList();
        BarTable bars = new BarTable(sets, machines);
        Report report = new Report(machines, bars);
        if (!sets.isEmpty()) {
            report.everySize(SizePlot.write(all, plots));
            Files.writeString(pages.resolve("bars.md"), "# All bars\n\n" + bars.all());
        }
        report.machines();
        Path claimsFile = parent.resolve("claims.json");
        if (Files.exists(claimsFile)) {
            ClaimTable claims = new ClaimTable(Claim.read(claimsFile), all);
            report.claims(claims);
            Files.writeString(pages.resolve("claims.md"), claims.evidence());
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

    private void everySize(boolean hasPlot) {
        paragraph("## At every size, against what a Java program would call otherwise");
        if (hasPlot) {
            paragraph("![Time per key of sort(int[]) by the number of keys](plots/" + SizePlot.FILE_NAME + ")");
        }
        paragraph("Each figure is the worst of several measurements. Bars that no machine has measured are only in the"
                + " [table of all bars](reports/bars.md): " + bars.notMeasured() + ".");
        paragraph(bars.measured().stripTrailing());
    }

    /** Counts the bars that each machine reaches, and lists those of the suites for GPUs and those that are missed. */
    private void machines() {
        paragraph("## Machines");
        paragraph("| machine | hardware | aims | floors | missed |");
        line("|---|---|---|---|---|");
        List<String> gpus = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        for (MachinePage page : machines) {
            List<BarResult> all = new ArrayList<>(bars.results(page));
            for (Run run : page.results().runs()) {
                String start = "| " + page.results().machine().device() + " | " + run.suite() + " ";
                boolean isPeers = GPU_PEERS.contains(run.suite());
                for (BarResult bar : run.bars() == null ? List.<BarResult>of() : run.bars()) {
                    all.add(bar);
                    if (isPeers || bar.verdict().equals("missed")) {
                        (isPeers ? gpus : missed).add(start + Tables.shortRow(bar));
                    }
                }
            }
            line("| [" + page.results().machine().device() + "](reports/" + page.fileName() + ") | " + page.describe()
                    + " | "
                    + count(all, "aim") + " | " + count(all, "floor") + " | " + count(all, "missed") + " |");
        }
        bars("On a GPU, against CUB and torch:", gpus);
        bars("Missed, and not in the tables above:", missed);
        machines.stream()
                .flatMap(page -> HEADLINES.stream().flatMap(suite -> page.pictures(suite).stream()).limit(1))
                .forEach(picture -> paragraph("![" + picture.title() + "](plots/" + picture.fileName() + ")"));
    }

    private void bars(String title, List<String> rows) {
        if (!rows.isEmpty()) {
            paragraph(title);
            paragraph("| machine | suite | what | figure | floor | aim |");
            line("|---|---|---|---|---|---|");
            rows.forEach(this::line);
        }
    }

    private static long count(List<BarResult> bars, String verdict) {
        return bars.stream().filter(bar -> bar.verdict().equals(verdict)).count();
    }

    private void claims(ClaimTable claims) {
        paragraph("## What the papers claim, and what was measured here");
        paragraph(
                "The algorithms are those of this library; the papers used other machines. A check mark means that the claim"
                        + " holds here. [All figures](reports/claims.md).");
        paragraph(claims.summary().stripTrailing());
    }

    private void paragraph(String paragraph) {
        line("");
        line(paragraph);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
