package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import io.github.tornadosort.internal.policy.CostModel;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Plots of the results of a run: throughput by n; speed-up by the entropy of keys and by the number of bits that vary, like
 * Figures 10, 19 and 20 of Merrill and Grimshaw (2011); throughput by digit width with their model, like Figure 11; time per
 * kernel; time by record width.
 */
final class Plots {
    /** A picture needs a curve of this number of points. It then shows the other curves too, however short they are. */
    private static final int MIN_POINTS = 3;

    /** The name of a contender with an algorithm and a digit width. */
    private static final Pattern DIGITS = Pattern.compile("(.+:radix(?:-local)?):([1-8])");

    /** Operations on records whose name contains the record width. */
    private static final Pattern RECORDS = Pattern.compile("(argsort-)?records-[0-9]+");

    private Plots() {}

    /** A chart with its file name and title. */
    record Plot(String name, String title, Chart<?, ?> chart) {
        Plot {
            chart.getStyler().setChartBackgroundColor(Color.WHITE).setLegendPosition(LegendPosition.OutsideE);
        }

        void write(Path file) throws IOException {
            BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
        }
    }

    /** Returns all plots of a run. */
    static List<Plot> of(Run run) {
        List<Plot> plots = new ArrayList<>();
        for (List<Result> subject : subjects(run).values()) {
            throughput(subject, "kernel", Metric.KERNEL, plots);
            throughput(subject, "end-to-end", Metric.END_TO_END, plots);
            speedUps(subject, "entropy", "bits of entropy per key", Plots::entropy, plots);
            speedUps(subject, "banding", "bits that vary", Plots::varyingBits, plots);
            digits(subject, plots);
            kernels(subject, plots);
        }
        recordWidths(run, plots);
        if (!run.random().isEmpty()) {
            plots.add(ratios(run.random()));
        }
        return plots;
    }

    /** Returns the most meaningful time of a result: kernel time for devices, otherwise the first available one. */
    static double nanos(Result result) {
        for (String metric : List.of(Metric.KERNEL, Metric.END_TO_END, Metric.WALL, Metric.RESIDENT)) {
            Spread nanos = result.nanos().get(metric);
            if (nanos != null) {
                return nanos.median();
            }
        }
        throw new IllegalArgumentException(result.contender() + " has no time for " + result.operation());
    }

    /** Groups the results by operation and type. */
    private static Map<String, List<Result>> subjects(Run run) {
        Map<String, List<Result>> subjects = new LinkedHashMap<>();
        run.results().stream()
                .filter(Result::isMeasured)
                .forEach(r -> subjects.computeIfAbsent(r.operation() + "-" + r.type(), key -> new ArrayList<>())
                        .add(r));
        return subjects;
    }

    /** Throughput by n. Digit widths have a plot of their own. */
    private static void throughput(List<Result> subject, String name, String metric, List<Plot> plots) {
        Map<String, Map<Double, Double>> curves = new LinkedHashMap<>();
        for (Result r : subject) {
            if (r.distribution().equals("uniform") && r.nanos().containsKey(metric) && r.n() > 0
                    && !DIGITS.matcher(r.contender()).matches()) {
                curve(curves, r).put(Math.log(r.n()) / Math.log(2), r.n() * 1e3 / r.nanos().get(metric).median());
            }
        }
        String title = title(subject) + ", uniform keys: throughput by " + name.replace('-', ' ') + " time";
        addCurves(curves, name(subject, "throughput-" + name), title, "log2 of n", "million keys/s", plots);
    }

    /** The distribution of the ratios of random cases. */
    private static Plot ratios(List<RandomCases> all) {
        String title = "Random cases: how many have at most this ratio of times";
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(500)
                .title(title)
                .xAxisTitle("the other's time divided by this library's")
                .yAxisTitle("% of the cases")
                .build();
        chart.getStyler().setXAxisLogarithmic(true);
        for (RandomCases cases : all) {
            List<Double> sorted = cases.ratios().stream().sorted().toList();
            List<Double> shares = IntStream.rangeClosed(1, sorted.size()).mapToObj(i -> 100.0 * i / sorted.size()).toList();
            chart.addSeries(cases.operation() + ", " + cases.against(), sorted, shares).setMarker(SeriesMarkers.NONE);
        }
        return new Plot("ratios", title, chart);
    }

    private static void speedUps(
            List<Result> subject, String name, String axis, ToDoubleFunction<Result> x, List<Plot> plots) {
        Map<String, Map<Double, Double>> times = new LinkedHashMap<>();
        int largest = subject.stream().mapToInt(Result::n).max().orElse(0);
        for (Result r : subject) {
            if (r.n() == largest && !Double.isNaN(x.applyAsDouble(r))) {
                curve(times, r).put(x.applyAsDouble(r), nanos(r));
            }
        }
        double full = bits(subject.getFirst());
        times.values().removeIf(curve -> !curve.containsKey(full));
        for (Map<Double, Double> curve : times.values()) {
            double base = curve.get(full);
            curve.replaceAll((bits, nanos) -> base / nanos);
        }
        String title = title(subject) + ", n = " + Sizes.text(largest) + ": speed-up relative to keys of full entropy";
        addCurves(times, name(subject, name), title, axis, "times", plots);
    }

    /** Throughput by digit width and, for radix sort, the model that fits best (§3.4). */
    private static void digits(List<Result> subject, List<Plot> plots) {
        int largest = subject.stream().mapToInt(Result::n).max().orElse(0);
        Map<String, Map<Double, Double>> curves = new LinkedHashMap<>();
        Map<String, List<CostModel.DigitTime>> samples = new LinkedHashMap<>();
        for (Result r : subject) {
            Matcher digits = DIGITS.matcher(r.contender());
            if (r.n() == largest && r.distribution().equals("uniform") && digits.matches()) {
                int width = Integer.parseInt(digits.group(2));
                double nanosPerKey = nanos(r) / r.n();
                curves.computeIfAbsent(digits.group(1), key -> new TreeMap<>()).put((double) width, 1e3 / nanosPerKey);
                samples.computeIfAbsent(digits.group(1), key -> new ArrayList<>())
                        .add(new CostModel.DigitTime(width, bits(r), nanosPerKey));
            }
        }
        samples.forEach((name, measured) -> {
            if (name.endsWith(":radix") && measured.size() >= MIN_POINTS) {
                curves.put(name + ", model", model(measured));
            }
        });
        String title = title(subject) + ", n = " + Sizes.text(largest) + ", uniform keys: throughput by digit width";
        addCurves(curves, name(subject, "digits"), title, "bits per digit", "million keys/s", plots);
    }

    private static Map<Double, Double> model(List<CostModel.DigitTime> measured) {
        // All samples have the same blocks, so the fit includes the keys per block in the cost of a digit value.
        CostModel model = CostModel.fit(measured, 1);
        Map<Double, Double> curve = new TreeMap<>();
        measured.forEach(
                one -> curve.put((double) one.digitBits(), 1e3 / model.nanosPerKey(one.digitBits(), one.keyBits())));
        return curve;
    }

    /** Time by record width for a full sort and for the order only. The difference is the cost of the gather. */
    private static void recordWidths(Run run, List<Plot> plots) {
        List<Result> ofRecords = run.results().stream()
                .filter(r -> r.isMeasured() && RECORDS.matcher(r.operation()).matches())
                .toList();
        int largest = ofRecords.stream().mapToInt(Result::n).max().orElse(0);
        Map<String, Map<Double, Double>> curves = new LinkedHashMap<>();
        for (Result r : ofRecords) {
            if (r.n() == largest && r.distribution().equals("uniform")) {
                String name = r.contender() + (r.operation().startsWith("argsort") ? ", order only" : "");
                double width = RecordShape.of(r.operation()).bytes();
                curves.computeIfAbsent(name, key -> new TreeMap<>()).put(width, nanos(r) / r.n());
            }
        }
        String title = Sizes.text(largest) + " records with keys of 4 bytes: time by record width";
        addCurves(curves, "records-widths", title, "bytes per record", "ns per record", plots);
    }

    private static Map<Double, Double> curve(Map<String, Map<Double, Double>> curves, Result r) {
        return curves.computeIfAbsent(r.contender(), key -> new TreeMap<>());
    }

    private static void addCurves(
            Map<String, Map<Double, Double>> curves,
            String name,
            String title,
            String xTitle,
            String yTitle,
            List<Plot> plots) {
        if (curves.values().stream().noneMatch(curve -> curve.size() >= MIN_POINTS)) {
            return;
        }
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(500)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        chart.getStyler().setYAxisMin(0.0);
        curves.forEach((contender, curve) -> chart.addSeries(
                contender, List.copyOf(curve.keySet()), List.copyOf(curve.values())));
        plots.add(new Plot(name, title, chart));
    }

    /** Returns the bits of entropy per key, or NaN for other distributions. Each bit is 1 with probability 2^-words. */
    private static double entropy(Result r) {
        if (!r.distribution().startsWith("entropy:")) {
            return r.distribution().equals("uniform") ? bits(r) : Double.NaN;
        }
        int words = Integer.parseInt(r.distribution().substring("entropy:".length()));
        double one = Math.pow(2, -words);
        return -bits(r) * (one * log2(one) + (1 - one) * log2(1 - one));
    }

    /** Returns the number of bits that vary, or NaN for other distributions. */
    private static double varyingBits(Result r) {
        if (!r.distribution().startsWith("banded:")) {
            return r.distribution().equals("uniform") ? bits(r) : Double.NaN;
        }
        String[] parts = r.distribution().split(":");
        return Integer.parseInt(parts[2]) - Integer.parseInt(parts[1]);
    }

    private static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }

    private static int bits(Result r) {
        return KeyType.of(r.type()).bits();
    }

    private static void kernels(List<Result> subject, List<Plot> plots) {
        List<Result> timed = subject.stream()
                .filter(r -> r.kernels() != null && !r.kernels().isEmpty() && r.distribution().equals("uniform"))
                .toList();
        int largest = timed.stream().mapToInt(Result::n).max().orElse(0);
        List<Result> shown = timed.stream()
                .filter(r -> r.n() == largest)
                .sorted(Comparator.comparing(Result::contender))
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        String title = title(subject) + ", " + Sizes.text(largest) + " uniform keys: time per kernel";
        CategoryChart chart = new CategoryChartBuilder()
                .width(900)
                .height(500)
                .title(title)
                .yAxisTitle("ms")
                .build();
        chart.getStyler().setStacked(true);
        Set<String> names = new LinkedHashSet<>();
        shown.forEach(r -> names.addAll(r.kernels().keySet()));
        List<String> contenders = shown.stream().map(Result::contender).toList();
        for (String name : names) {
            chart.addSeries(
                    name,
                    contenders,
                    shown.stream()
                            .map(r -> r.kernels().containsKey(name) ? r.kernels().get(name).median() / 1e6 : 0.0)
                            .toList());
        }
        plots.add(new Plot(name(subject, "kernels"), title, chart));
    }

    private static String title(List<Result> subject) {
        return subject.getFirst().operation() + " of " + subject.getFirst().type();
    }

    private static String name(List<Result> subject, String what) {
        return subject.getFirst().operation() + "-" + subject.getFirst().type() + "-" + what;
    }
}
