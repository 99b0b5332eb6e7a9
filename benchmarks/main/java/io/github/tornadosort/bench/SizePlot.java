package io.github.tornadosort.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The picture of the README, from the suite {@code sort-by-size}: time per key of {@code sort(int[])} by the number of keys,
 * with logarithmic axes. It has a panel for the machine with the fewest cores and one for the machine with the most; the latter
 * has a curve for a GPU too, if one was measured. Time per key shows a factor of two, which a picture of the time of ten to
 * 2<sup>28</sup> keys does not.
 */
final class SizePlot {
    private static final String SUITE = "sort-by-size";
    private static final String OURS = "tornado-sort";
    private static final List<String> PEERS = List.of("Arrays.sort", "parallelSort", "fastutil");
    private static final Color GPU = new Color(0x2E_7D_32);
    private static final int WIDE = 6;
    private static final int NARROW = 3;

    private SizePlot() {}

    /** Returns the picture, unless no machine has results for it. */
    static Optional<Picture> of(List<Results> all) {
        List<Results> shown = new ArrayList<>(machines(all));
        gpu(all).ifPresent(shown::add);
        return shown.isEmpty()
                ? Optional.empty()
                : Optional.of(new Picture(
                        SUITE + ".png", "Time per key of sort(int[]) by the number of keys", panels(all), shown));
    }

    /** Returns the machines without a GPU that are shown: none, one or two. */
    private static List<Results> machines(List<Results> all) {
        List<Results> machines = all.stream()
                .filter(results -> !hasGpu(results) && !points(results, OURS).isEmpty())
                .sorted(Comparator.comparingInt(results -> results.origin().cores()))
                .toList();
        return machines.size() < 2 ? machines : List.of(machines.getFirst(), machines.getLast());
    }

    private static Optional<Results> gpu(List<Results> all) {
        return all.stream().filter(results -> hasGpu(results) && !points(results, OURS).isEmpty()).findFirst();
    }

    private static boolean hasGpu(Results results) {
        return !results.origin().sdk().equals("none");
    }

    /** Returns a panel for each machine; the last one has the curve of the GPU too, if one was measured. */
    static List<XYChart> panels(List<Results> all) {
        List<Results> machines = machines(all);
        Optional<Results> gpu = gpu(all);
        List<XYChart> panels = new ArrayList<>();
        for (int i = 0; i < machines.size(); i++) {
            panels.add(panel(machines.get(i), i == machines.size() - 1 ? gpu : Optional.empty(), true));
        }
        if (machines.isEmpty()) {
            gpu.ifPresent(only -> panels.add(panel(only, gpu, false)));
        }
        double low = limit(panels, true);
        double high = limit(panels, false);
        panels.forEach(panel -> panel.getStyler().setYAxisMin(low).setYAxisMax(high));
        return panels;
    }

    /** Returns the power of ten below or above all points, so that the panels have the same axis. */
    private static double limit(List<XYChart> panels, boolean isLow) {
        double[] logs = panels.stream()
                .flatMap(panel -> panel.getSeriesMap().values().stream())
                .flatMapToDouble(series -> Arrays.stream(series.getYData()))
                .map(Math::log10)
                .sorted()
                .toArray();
        return logs.length == 0 ? 1 : Math.pow(10, isLow ? Math.floor(logs[0]) : Math.ceil(logs[logs.length - 1]));
    }

    /** @param withOurs whether to show this library on the cores of the machine */
    private static XYChart panel(Results results, Optional<Results> onGpu, boolean withOurs) {
        XYChart chart = new XYChartBuilder()
                .title("sort(int[]) on " + results.origin().cores() + " cores")
                .xAxisTitle("number of keys")
                .yAxisTitle("ns per key")
                .build();
        style(chart.getStyler());
        // From back to front.
        onGpu.ifPresent(gpu -> add(
                chart, OURS + ", " + gpu.origin().machine().replaceFirst(".*NVIDIA ", "") + " and "
                        + gpu.origin().cores() + " cores",
                GPU, WIDE, points(gpu, OURS)));
        if (withOurs) {
            add(chart, OURS, Picture.colour(OURS), WIDE, points(results, OURS));
        }
        PEERS.forEach(peer -> add(chart, peer, Picture.colour(peer), NARROW, points(results, peer)));
        return chart;
    }

    private static void add(XYChart chart, String name, Color colour, int width, Map<Integer, Double> nanosPerKey) {
        if (!nanosPerKey.isEmpty()) {
            XYSeries series = chart.addSeries(name, List.copyOf(nanosPerKey.keySet()), List.copyOf(nanosPerKey.values()));
            series.setMarker(SeriesMarkers.NONE);
            series.setLineColor(colour);
            series.setLineStyle(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        }
    }

    private static void style(XYStyler styler) {
        Picture.style(styler);
        styler.setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        styler.setXAxisMin(10.0).setXAxisMax((double) (1 << 28));
        styler.setLegendLayout(LegendLayout.Vertical);
        styler.setPlotGridLinesColor(new Color(0xDD_DD_DD));
    }

    private static Map<Integer, Double> points(Results results, String contender) {
        Map<Integer, Double> nanosPerKey = new TreeMap<>();
        results.runs().stream()
                .filter(run -> run.suite().equals(SUITE))
                .flatMap(run -> run.results().stream())
                .filter(result -> result.isMeasured() && result.contender().equals(contender))
                .forEach(result -> nanosPerKey.put(result.n(), (double) result.time().median() / result.n()));
        return nanosPerKey;
    }
}
