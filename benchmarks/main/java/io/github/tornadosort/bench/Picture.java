package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * A picture of the report: bars of the contenders of some suites on one machine, whose commit stands below.
 *
 * @param fileName the name of its file
 * @param title what it shows
 */
record Picture(String fileName, String title, CategoryChart chart) {
    private static final int WIDTH = 1290;
    private static final int HEIGHT = 660;

    /** Colours by contender. They differ in brightness too, for printing. */
    private static final Map<String, Color> COLOURS = Map.of(
            "tornado-sort", new Color(0xD8_43_15), "Arrays.sort", new Color(0x75_75_75), "parallelSort",
            new Color(0x15_65_C0),
            "tornado-sort, CUDA", new Color(0xD8_43_15), "tornado-sort, PTX", new Color(0xF2_8C_38), "tornado-sort, OPENCL",
            new Color(0xF2_C0_78), "fastutil", new Color(0x8E_6C_BF), "GNU sort", new Color(0x75_75_75), "DuckDB",
            new Color(0xF2_B7_05));
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("new-tail:1", "new tail of 1 %"), Map.entry("exchanged:1", "1 % exchanged"),
            Map.entry("runs:64", "64 sorted runs"), Map.entry("reciprocal", "1/u"), Map.entry("zipf:65536", "Zipf"),
            Map.entry("distinct:256", "256 values"), Map.entry("heavy:25", "25 % one value"),
            Map.entry("clusters:1000", "1,000 clusters"), Map.entry("banded:0:24", "24 low bits"),
            Map.entry("hole:14:18", "4 bits constant"), Map.entry("entropy:4", "few bits set"),
            Map.entry("sort-lines-file", "lines of text"), Map.entry("sort-text-file", "integers as text"),
            Map.entry("sort-csv-file", "rows of CSV"));

    /** Returns the pictures for which some machine has results. */
    static List<Picture> of(List<Results> all) {
        ToDoubleFunction<Result> speed = one -> (double) one.n() / one.time().median();
        List<Picture> pictures = new ArrayList<>();
        bars(all, "sort-by-size.png", "Speed of sort(int[]) by the number of keys", "million keys per ms",
                List.of("sort-by-size"), one -> Sizes.text(one.n()), speed)
                .ifPresent(pictures::add);
        bars(all, "files.png", "Whole commands that sort a file", "seconds, start of the program included",
                List.of("lines-vs-gnu", "csv-vs-duckdb"),
                // Files of a few lines show the start of a program only.
                one -> one.n() < 1000 ? null : String.format(Locale.ROOT, "%,d %s", one.n(), words(one.operation())),
                one -> one.time().median() / 1e9)
                .ifPresent(pictures::add);
        bars(all, "gpu.png", "Speed of all kernels for uint32 keys in the memory of a GPU", "million keys per ms",
                List.of("gpu"),
                one -> !one.operation().equals("sort") || !one.type().equals("uint32")
                        ? null
                        : one.distribution().equals("uniform") ? Sizes.text(one.n()) : words(one.distribution()),
                speed)
                .ifPresent(pictures::add);
        return pictures;
    }

    private static String words(String name) {
        return WORDS.getOrDefault(name, name);
    }

    /**
     * Draws bars of suites on the machine that has results of the most of them, and among these the most cores.
     *
     * @param group names the group of bars of a result, or null if the picture does not show it
     */
    private static Optional<Picture> bars(
            List<Results> all, String fileName, String title, String axis, List<String> suites,
            Function<Result, String> group, ToDoubleFunction<Result> value) {
        return all.stream()
                .filter(results -> results.runs().stream().anyMatch(run -> suites.contains(run.suite())))
                .max(Comparator.<Results>comparingLong(
                        results -> results.runs().stream().filter(run -> suites.contains(run.suite())).count())
                        .thenComparingInt(results -> results.origin().cores()))
                .map(results -> new Picture(fileName, title, chart(results, title, axis, suites, group, value)));
    }

    private static CategoryChart chart(
            Results results, String title, String axis, List<String> suites, Function<Result, String> group,
            ToDoubleFunction<Result> value) {
        Map<String, Map<String, Double>> series = new LinkedHashMap<>();
        Map<String, Double> groups = new LinkedHashMap<>();
        List<Result> shown = results.runs().stream()
                .filter(run -> suites.contains(run.suite()))
                .flatMap(run -> run.results().stream())
                .filter(one -> one.isComparable() && group.apply(one) != null)
                .toList();
        for (Result one : shown) {
            groups.put(group.apply(one), null);
            series.computeIfAbsent(label(one.contender()), _ -> new LinkedHashMap<>())
                    .put(group.apply(one), value.applyAsDouble(one));
        }
        List<Integer> sizes = shown.stream().map(Result::n).distinct().toList();
        String keys = suites.size() == 1 && sizes.size() == 1 ? ", " + Sizes.text(sizes.getFirst()) + " keys" : "";
        Origin origin = results.origin();
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title + keys + ", " + origin.machine().replace("-core", " cores"))
                .xAxisTitle("tornado-sort " + origin.version() + ", commit " + origin.code() + ", " + origin.date())
                .yAxisTitle(axis)
                .build();
        series.forEach((name, values) -> chart
                .addSeries(name, List.copyOf(groups.keySet()),
                        new ArrayList<>(groups.keySet().stream().map(values::get).toList()))
                .setFillColor(COLOURS.getOrDefault(name, new Color(0x15_65_C0))));
        CategoryStyler styler = chart.getStyler();
        styler.setChartBackgroundColor(Color.WHITE)
                .setChartTitleBoxVisible(false)
                .setChartTitleFont(font(Font.BOLD, 25))
                .setLegendPosition(LegendPosition.OutsideS)
                .setLegendLayout(LegendLayout.Horizontal)
                .setLegendBorderColor(Color.WHITE)
                .setLegendFont(font(Font.PLAIN, 19));
        styler.setAxisTitleFont(font(Font.PLAIN, 18)).setAxisTickLabelsFont(font(Font.PLAIN, 18));
        styler.setPlotGridVerticalLinesVisible(false).setPlotBorderVisible(false);
        styler.setXAxisLabelRotation(groups.size() > 6 ? 45 : 0).setYAxisMin(0.0);
        return chart;
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    /** Returns the name of a contender as a user knows it. */
    static String label(String contender) {
        return switch (contender) {
            case DeviceContender.NAME -> "tornado-sort";
            case "cuda", "ptx", "opencl", "spirv", "metal" -> "tornado-sort, " + contender.toUpperCase(Locale.ROOT);
            case "gnu-sort" -> "GNU sort";
            case "duckdb" -> "DuckDB";
            case "cub", "cub-stages" -> "CUB";
            case "cupy" -> "CuPy";
            case "torch" -> "PyTorch";
            case "spark" -> "Spark";
            default -> contender;
        };
    }

    void write(Path folder) throws IOException {
        BitmapEncoder.saveBitmap(chart, folder.resolve(fileName).toString(), BitmapFormat.PNG);
    }
}
