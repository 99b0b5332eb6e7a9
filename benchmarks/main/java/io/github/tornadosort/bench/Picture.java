package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * A picture of the report: charts side by side, and a line below that names the commits of the results.
 *
 * @param fileName the name of its file
 * @param title what it shows
 * @param charts its charts
 * @param machines the results that it shows
 */
record Picture(String fileName, String title, List<? extends Chart<?, ?>> charts, List<Results> machines) {
    private static final int WIDTH = 860;
    /** Height of a chart without its legend. */
    private static final int HEIGHT = 605;
    /** Height of a curve's row in the legend. */
    private static final int LEGEND_ROW = 25;
    private static final int FOOTER = 34;

    /** Colours by contender. They differ in brightness too, for printing. */
    private static final Map<String, Color> COLOURS = Map.of(
            "tornado-sort", new Color(0xD8_43_15), "Arrays.sort", new Color(0x75_75_75), "parallelSort",
            new Color(0x15_65_C0),
            "fastutil", new Color(0x8E_6C_BF), "GNU sort", new Color(0x75_75_75), "DuckDB", new Color(0xF2_B7_05),
            "Polars", new Color(0x8E_6C_BF));

    private static final List<String> FILES = List.of("lines-vs-gnu", "csv-vs-duckdb");

    /** Returns the pictures for which some machine has results. */
    static List<Picture> of(List<Results> all) {
        List<Picture> pictures = new ArrayList<>();
        SizePlot.of(all).ifPresent(pictures::add);
        bars(all, "files.png", "Whole commands that sort a file", "seconds, start of the program included", FILES,
                Picture::file, result -> result.time().median() / 1e9)
                .ifPresent(pictures::add);
        bars(all, "gpu-distributions.png", "Keys that are in the memory of a GPU: time of all kernels",
                "million keys per ms",
                List.of("gpu-distributions"), Picture::distribution, result -> result.n() / (double) result.time().median())
                .ifPresent(pictures::add);
        return pictures;
    }

    /** Names one group of bars for each case of a result, or none if the picture does not show it. */
    private interface Grouping {
        Optional<String> of(Result result, int largest);
    }

    private static Optional<String> distribution(Result result, int largest) {
        String words = switch (result.distribution()) {
            case "new-tail:1" -> "new tail of 1 %";
            case "exchanged:1" -> "1 % exchanged";
            case "runs:64" -> "64 sorted runs";
            case "reciprocal" -> "1/u";
            case "zipf:65536" -> "Zipf";
            case "distinct:256" -> "256 values";
            case "heavy:25" -> "25 % one value";
            case "clusters:1000" -> "1,000 clusters";
            case "banded:0:24" -> "24 low bits";
            case "hole:14:18" -> "4 bits constant";
            case "entropy:4" -> "few bits set";
            default -> result.distribution();
        };
        return result.n() == largest ? Optional.of(words) : Optional.empty();
    }

    private static Optional<String> file(Result result, int largest) {
        String what = switch (result.operation()) {
            case "sort-lines-file" -> "lines of text";
            case "sort-text-file" -> "integers as text";
            case "sort-csv-file" -> "rows of CSV";
            default -> result.operation();
        };
        // Files of a few lines show the start of a program only.
        return result.n() < 1000 ? Optional.empty() : Optional.of(String.format(Locale.ROOT, "%,d %s", result.n(), what));
    }

    /** Draws bars of suites on the machine that has results of the most of them, and among these the most cores. */
    private static Optional<Picture> bars(
            List<Results> all, String fileName, String title, String axis, List<String> suites, Grouping grouping,
            ToDoubleFunction<Result> value) {
        return all.stream()
                .filter(results -> results.runs().stream().anyMatch(run -> suites.contains(run.suite())))
                .max(Comparator.<Results>comparingLong(
                        results -> results.runs().stream().filter(run -> suites.contains(run.suite())).count())
                        .thenComparingInt(results -> results.origin().cores()))
                .map(results -> new Picture(
                        fileName, title, List.of(barChart(results, title, axis, suites, grouping, value)),
                        List.of(results)));
    }

    private static CategoryChart barChart(
            Results results, String title, String axis, List<String> suites, Grouping grouping,
            ToDoubleFunction<Result> value) {
        List<Result> shown = results.runs().stream()
                .filter(run -> suites.contains(run.suite()))
                .flatMap(run -> run.results().stream())
                .filter(Result::isComparable)
                .toList();
        int largest = shown.stream().mapToInt(Result::n).max().orElse(0);
        Map<String, Map<String, Double>> series = new LinkedHashMap<>();
        Map<String, Double> groups = new LinkedHashMap<>();
        for (Result result : shown) {
            grouping.of(result, largest).ifPresent(group -> {
                groups.put(group, null);
                series.computeIfAbsent(label(result.contender()), _ -> new LinkedHashMap<>())
                        .put(group, value.applyAsDouble(result));
            });
        }
        int most = shown.stream().filter(one -> grouping.of(one, largest).isPresent()).mapToInt(Result::n).max().orElse(0);
        String keys = suites.size() == 1 ? ", " + Sizes.text(most) + " keys" : "";
        CategoryChart chart = new CategoryChartBuilder()
                .title(title + keys + ", " + results.origin().machine().replace("-core", " cores"))
                .yAxisTitle(axis)
                .build();
        series.forEach((name, values) -> chart
                .addSeries(name, List.copyOf(groups.keySet()),
                        new ArrayList<>(groups.keySet().stream().map(values::get).toList()))
                .setFillColor(colour(name)));
        CategoryStyler styler = chart.getStyler();
        style(styler);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setXAxisLabelRotation(groups.size() > 6 ? 45 : 0);
        styler.setYAxisMin(0.0);
        return chart;
    }

    static Color colour(String contender) {
        return COLOURS.getOrDefault(contender, new Color(0x15_65_C0));
    }

    /** Sets what all charts have in common. */
    static void style(AxesChartStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE)
                .setChartTitleBoxVisible(false)
                .setChartTitleFont(font(Font.BOLD, 25))
                .setLegendPosition(LegendPosition.OutsideS)
                .setLegendBorderColor(Color.WHITE)
                .setLegendFont(font(Font.PLAIN, 19));
        styler.setAxisTitleFont(font(Font.PLAIN, 22)).setAxisTickLabelsFont(font(Font.PLAIN, 18));
        styler.setPlotGridVerticalLinesVisible(false).setPlotBorderVisible(false);
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    /** Returns the name of a contender as a user knows it. */
    static String label(String contender) {
        return switch (contender) {
            case DeviceContender.NAME -> "tornado-sort";
            case "gnu-sort" -> "GNU sort";
            case "duckdb" -> "DuckDB";
            case "polars" -> "Polars";
            case "cub", "cub-stages" -> "CUB";
            case "cupy" -> "CuPy";
            case "torch" -> "PyTorch";
            case "spark" -> "Spark";
            default -> contender;
        };
    }

    /** Names the commits of the results, and says so if they differ. */
    String source() {
        List<String> codes = machines.stream().map(one -> one.origin().code()).distinct().toList();
        if (codes.size() == 1) {
            Origin origin = machines.getFirst().origin();
            return "tornado-sort " + origin.version() + ", commit " + codes.getFirst() + ", " + origin.date();
        }
        List<String> each =
                machines.stream().map(one -> one.origin().machine() + ": commit " + one.origin().code()).toList();
        return "Measured at different commits: " + String.join("; ", each);
    }

    void write(Path folder) throws IOException {
        ImageIO.write(draw(), "png", folder.resolve(fileName).toFile());
    }

    /** Draws the charts side by side, with one row of the legend for each curve, and the source below. */
    BufferedImage draw() {
        int width = charts.size() == 1 ? WIDTH * 3 / 2 : WIDTH;
        int height = charts.stream().mapToInt(Picture::height).max().orElseThrow();
        BufferedImage image = new BufferedImage(width * charts.size(), height + FOOTER, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        for (int i = 0; i < charts.size(); i++) {
            Chart<?, ?> chart = charts.get(i);
            chart.paint((Graphics2D) graphics.create(i * width, 0, width, height), width, height(chart));
        }
        graphics.setColor(Color.DARK_GRAY);
        graphics.setFont(font(Font.PLAIN, 16));
        graphics.drawString(source(), 20, height + FOOTER / 2);
        graphics.dispose();
        return image;
    }

    /** The plots of all charts have the same height. */
    private static int height(Chart<?, ?> chart) {
        return HEIGHT + LEGEND_ROW * (chart instanceof CategoryChart ? 1 : chart.getSeriesMap().size());
    }
}
