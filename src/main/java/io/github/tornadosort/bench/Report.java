package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Machine;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes REPORT.md and its plots out of results files: each machine's newest, and nothing but what they hold. */
public final class Report {
    private static final String INTRODUCTION = """
            # What the benchmark measured

            Written by `benchmarks/run --report-only` from the files in `results/`; every number here is in one of them. Each
            section says which command measured it. Times are medians of repetitions on fresh keys, [least, greatest]; all
            contenders of a section were measured in turn, repetition by repetition, in one run, and every result was verified.

            - *kernel*: device time of all kernels; *resident*: wall time, data on the device before and after; *end to end*: wall
              time from a Java array (peers: a host array) to the same array sorted; *first*: end to end, the first time, kernels
              compiled.
            - *GB/s*: bytes that the kernels read and write in keys and values, by kernel time; beside it, as a part of what a plain
              copy on the same device reads and writes.
            - *memory*: device memory of all the arrays that the sort works in, in multiples of the keys' own bytes.
            """;

    private static final String CLAIMS_INTRODUCTION =
            """
            Each claim, by the papers' algorithms as this library has them, out of the sections above; their machines were others.
            """;

    private final Path plots;
    private final StringBuilder text = new StringBuilder(INTRODUCTION);

    private Report(Path plots) {
        this.plots = plots;
    }

    /**
     * Writes the report.
     *
     * @param folder results files; beside it, {@code claims.json}, if there is one
     * @return REPORT.md, beside the folder
     */
    public static Path write(Path folder) throws IOException {
        Path beside = folder.toAbsolutePath().getParent();
        Report report = new Report(beside.resolve("plots"));
        Files.createDirectories(report.plots);
        List<Results> all = new ArrayList<>();
        for (Path newest : newestOfEachMachine(folder).values()) {
            Results results = Results.read(newest);
            report.machine(newest, results);
            all.add(results);
        }
        Path claims = beside.resolve("claims.json");
        if (Files.exists(claims)) {
            report.claims(Claim.read(claims), all);
        }
        Path file = beside.resolve("REPORT.md");
        Files.writeString(file, report.text);
        return file;
    }

    /** By what stands before the date in the files' names. */
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

    private void machine(Path file, Results results) throws IOException {
        Machine machine = results.machine();
        line("");
        line("## " + machine.device());
        line("");
        line("`results/%s`: %s, %d cores, %.0f GiB, %s, Java %s.".formatted(
                file.getFileName(),
                machine.cpu(),
                machine.cores(),
                (double) machine.memoryBytes() / (1L << 30),
                machine.system(),
                machine.java()));
        String prefix = file.getFileName().toString().replace(".json", "");
        for (Run run : results.runs()) {
            run(run, prefix);
        }
    }

    private void claims(List<Claim> claims, List<Results> all) {
        line("");
        line("## What the papers claim, and what was measured here");
        line("");
        line(CLAIMS_INTRODUCTION);
        line(Tables.CLAIM_HEADER);
        for (Claim claim : claims) {
            for (Claim.Evidence evidence : claim.evidence()) {
                List<String> rows = all.stream()
                        .flatMap(results -> results.runs().stream()
                                .filter(run -> run.suite().equals(evidence.suite()))
                                .map(run -> Tables.row(
                                        claim, evidence, claim.evaluate(evidence, run), results.machine().device())))
                        .toList();
                (rows.isEmpty() ? List.of(Tables.row(claim, evidence)) : rows).forEach(this::line);
            }
        }
    }

    private void run(Run run, String prefix) throws IOException {
        line("");
        line("### " + run.suite());
        line("");
        line(run.description());
        line("");
        line("`%s`, %s, %d repetitions.".formatted(run.command(), run.started(), run.repetitions()));
        line("");
        run.contenders().forEach(this::contender);
        if (run.bars() != null) {
            line("");
            line(Tables.BAR_HEADER);
            run.bars().forEach(bar -> line(Tables.row(bar)));
        }
        for (Plots.Plot plot : Plots.of(run)) {
            String name = prefix + "-" + run.suite() + "-" + plot.name() + ".png";
            plot.write(plots.resolve(name));
            line("");
            line("![" + plot.title() + "](plots/" + name + ")");
        }
        line("");
        line("<details><summary>All results</summary>");
        line("");
        line("| case | contender | kernel, ms | resident, ms | end to end, ms | Mkeys/s | GB/s | passes (skipped) | memory | first, ms |");
        line("|---|---|---|---|---|---|---|---|---|---|");
        run.results().forEach(result -> result(result, run));
        line("");
        line("</details>");
    }

    private void contender(About about) {
        if (about.absent() != null) {
            line("- **" + about.contender() + "** is absent: " + about.absent());
            return;
        }
        String copy = about.copyBytesPerSecond() == null
                ? ""
                : "; a copy reads and writes " + Tables.significant(about.copyBytesPerSecond() / 1e9) + " GB/s";
        line("- **" + about.contender() + "**: " + about.what() + ", on " + about.device() + copy);
    }

    private void result(Result result, Run run) {
        String start = "| %s %s %s %s | %s | "
                .formatted(
                        result.operation(),
                        result.type(),
                        Sizes.text(result.n()),
                        result.distribution(),
                        result.contender());
        if (!result.isMeasured()) {
            line(start + result.note() + " | | | | | | | |");
            return;
        }
        line(start
                + String.join(
                        " | ",
                        millis(result, Metric.KERNEL),
                        millis(result, Metric.RESIDENT),
                        millis(result, result.nanos().containsKey(Metric.WALL) ? Metric.WALL : Metric.END_TO_END),
                        throughput(result),
                        bandwidth(result, run),
                        passes(result),
                        memory(result),
                        result.firstNanos() == null ? "" : Tables.millis(result.firstNanos()))
                + " |");
    }

    private static String millis(Result result, String metric) {
        Spread nanos = result.nanos().get(metric);
        return nanos == null ? "" : Tables.millis(nanos);
    }

    /** In millions of keys a second; of what was not there to do, such as kernels for sorted keys, there is none. */
    private static String throughput(Result result) {
        double nanos = Plots.nanos(result);
        return nanos == 0 ? "" : Tables.significant(result.n() * 1e3 / nanos);
    }

    private static String bandwidth(Result result, Run run) {
        Long bytes = result.count(Metric.BYTES_MOVED);
        Spread kernel = result.nanos().get(Metric.KERNEL);
        if (bytes == null || kernel == null || kernel.median() == 0) {
            return "";
        }
        double bytesPerSecond = bytes * 1e9 / kernel.median();
        Double copy = run.contenders().stream()
                .filter(about -> about.contender().equals(result.contender()))
                .map(About::copyBytesPerSecond)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return Tables.significant(bytesPerSecond / 1e9)
                + (copy == null ? "" : String.format(Locale.ROOT, ", %.0f %%", 100 * bytesPerSecond / copy));
    }

    private static String passes(Result result) {
        Long issued = result.count(Metric.PASSES_ISSUED);
        return issued == null ? "" : issued + " (" + result.count(Metric.PASSES_SKIPPED) + ")";
    }

    private static String memory(Result result) {
        Long bytes = result.count(Metric.DEVICE_BYTES);
        Long resident = result.count(Metric.PEAK_RSS_BYTES);
        if (bytes != null && result.n() > 0) {
            return Tables.significant((double) bytes / result.n() / KeyType.of(result.type()).bytes());
        }
        return resident == null ? "" : Tables.significant((double) resident / (1L << 30)) + " GiB RSS";
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

}
