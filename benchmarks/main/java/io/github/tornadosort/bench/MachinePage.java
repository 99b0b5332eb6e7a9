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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The page of one machine in the report, {@code reports/MACHINE.md}: every suite with its contenders, targets, plots and
 * results. The names of plots are stable, so that version control shows their history.
 */
final class MachinePage {
    private static final String INTRODUCTION = """
            Times are medians of repetitions on new keys, with [min, max]. All contenders of a section were measured alternately
            in one run, and every result was verified.

            - *kernel*: device time of all kernels; *resident*: wall time with the data on the device before and after;
              *end to end*: wall time from an unsorted Java array (for peers, a host array) to the same array sorted; *first*:
              end-to-end time of the first sort, including the compilation of kernels.
            - *GB/s*: bytes of keys and values that the kernels read and write per second of kernel time, and the percentage of
              the bandwidth of a plain copy on the same device. The bytes are those of the table of kernels. Without one, a sort of
              buckets is counted as a digit pass, which reads the keys once more: the figure is then an eighth too high for keys
              without values that are sorted by two digits before their buckets are.
            - *memory*: device memory of all arrays that the sort uses, in multiples of the size of the keys.
            """;

    private final String name;
    private final Path file;
    private final Path plots;
    private final Results results;
    private final List<BarSet> bars;
    private final Map<String, List<Picture>> pictures = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();

    /** The title of a plot, and its file name in the folder of plots. */
    record Picture(String title, String fileName) {}

    /**
     * Reads the results of a machine.
     *
     * @param name the name of the machine in the names of its results files
     * @param file the results file
     * @param plots the folder for plots
     * @param bars targets that several measurements must reach
     */
    MachinePage(String name, Path file, Path plots, List<BarSet> bars) throws IOException {
        this.name = name;
        this.file = file;
        this.plots = plots;
        this.results = Results.read(file);
        this.bars = bars;
    }

    /** Returns the results that the page shows. */
    Results results() {
        return results;
    }

    /** Returns the file name of the page. */
    String fileName() {
        return name + ".md";
    }

    /** Describes the machine in one line. */
    String describe() {
        Machine machine = results.machine();
        return "%s, %d cores, %.0f GiB, %s, Java %s".formatted(
                machine.cpu(),
                machine.cores(),
                (double) machine.memoryBytes() / (1L << 30),
                machine.system(),
                machine.java());
    }

    /** Returns the plots of a suite, after the page has been written. */
    List<Picture> pictures(String suite) {
        return pictures.getOrDefault(suite, List.of());
    }

    /** Writes the page and its plots. */
    void write(Path folder) throws IOException {
        line("# " + results.machine().device());
        line("");
        line("`results/%s`: %s.".formatted(file.getFileName(), describe()));
        line("");
        line(INTRODUCTION.stripTrailing());
        if (results.runs().stream().anyMatch(run -> !KernelTable.of(run).isEmpty())) {
            line("");
            line(KernelTable.EXPLANATION.stripTrailing());
        }
        for (Run run : results.runs()) {
            if (!run.random().isEmpty()) {
                random(run);
            } else if (run.results().stream().anyMatch(result -> result.count(Metric.BATCH) != null)) {
                shared(run);
            } else {
                run(run);
            }
        }
        Files.writeString(folder.resolve(fileName()), text);
    }

    private void heading(Run run) {
        line("");
        line("## " + run.suite());
        line("");
        line(run.description());
        line("");
        line("`%s`, %s, %d repetitions.".formatted(run.command(), run.started(), run.repetitions()));
        line("");
        run.contenders().forEach(this::contender);
        List<BarSet> sets =
                bars.stream().filter(set -> set.suite().equals(run.suite()) && set.isFor(results)).toList();
        if (!sets.isEmpty()) {
            line("");
            line(Tables.BAR_SET_HEADER);
            sets.forEach(set -> line(Tables.row(set, set.evaluate(run), set.missed(run))));
        }
    }

    /** Writes the section of contenders that shared a JVM: one row per case, one column per contender. */
    private void shared(Run run) {
        heading(run);
        line("");
        List<String> names = run.contenders().stream().map(About::contender).distinct().toList();
        line("| time per call | " + String.join(" | ", names) + " |");
        line("|---|" + "---|".repeat(names.size()));
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        for (Result result : run.results()) {
            Map<String, String> row = rows.computeIfAbsent(result.benchCase().toString(), key -> new HashMap<>());
            if (result.isMeasured()) {
                String metric = result.nanos().containsKey(Metric.WALL) ? Metric.WALL : Metric.END_TO_END;
                row.put(result.contender(), Tables.time((double) result.nanos().get(metric).median()));
            } else if (result.note().startsWith("failed")) {
                row.put(result.contender(), result.note());
            }
        }
        rows.forEach((one, times) -> line("| " + one + " | "
                + names.stream().map(name -> times.getOrDefault(name, "")).collect(Collectors.joining(" | ")) + " |"));
    }

    /** Writes the section of random cases. */
    private void random(Run run) throws IOException {
        heading(run);
        line("");
        line("Ratios are the other contender's time divided by this library's, the median of the repetitions of each. `--seed` runs a"
                + " case again.");
        line("");
        line(RandomCases.HEADER);
        run.random().forEach(cases -> line(cases.toString()));
        plots(run);
        for (RandomCases cases : run.random()) {
            line("");
            line("Worst of " + cases.operation() + " against " + cases.against() + ":");
            line("");
            cases.worst().forEach(one -> line("- " + one));
        }
    }

    private void run(Run run) throws IOException {
        heading(run);
        if (run.bars() != null && !run.bars().isEmpty()) {
            line("");
            line(Tables.BAR_HEADER);
            run.bars().forEach(bar -> line(Tables.row(bar)));
        }
        plots(run);
        kernels(run);
        line("");
        line("<details><summary>All results</summary>");
        line("");
        line("| case | contender | kernel, ms | resident, ms | end to end, ms | Mkeys/s | GB/s | passes (skipped) | memory | first, ms |");
        line("|---|---|---|---|---|---|---|---|---|---|");
        run.results().forEach(result -> result(result, run));
        line("");
        line("</details>");
    }

    private void kernels(Run run) {
        String table = KernelTable.of(run);
        if (!table.isEmpty()) {
            line("");
            line("<details><summary>All kernels</summary>");
            line("");
            line(table);
            line("</details>");
        }
    }

    private void plots(Run run) throws IOException {
        List<Picture> written = new ArrayList<>();
        for (Plots.Plot plot : Plots.of(run)) {
            Picture picture = new Picture(plot.title(), name + "-" + run.suite() + "-" + plot.name() + ".png");
            plot.write(plots.resolve(picture.fileName()));
            line("");
            line("![" + picture.title() + "](../plots/" + picture.fileName() + ")");
            written.add(picture);
        }
        pictures.put(run.suite(), written);
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

    /** Returns millions of keys per second, or an empty string if the time is zero, as for kernels on sorted keys. */
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
        long moved = KernelModel.of(result).map(model -> result.n() * model.bytes(result)).orElse(bytes);
        double bytesPerSecond = moved * 1e9 / kernel.median();
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
