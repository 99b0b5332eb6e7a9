package io.github.tornadosort.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The picture of the README, from the suite {@code sort-int-by-size}: time per key of {@code sort(int[])} by the number of keys,
 * with logarithmic axes. It has a panel for the machine with the fewest cores and one for the machine with the most; the latter
 * has a curve for a GPU too, if one was measured. Time per key shows a factor of two, which a picture of the time of ten to
 * 2<sup>28</sup> keys does not.
 */
final class SizePlot {
    private static final String SUITE = "sort-int-by-size";
    private static final String OURS = "tornado-sort";

    /** The curves from back to front, with the contender's name, the colour and the width. */
    private enum Curve {
        GPU("tornado-sort, ", new Color(0x2E_7D_32), 6),
        OURS(SizePlot.OURS, new Color(0xD8_43_15), 6),
        SORT("Arrays.sort", new Color(0x75_75_75), 3),
        PARALLEL_SORT("parallelSort", new Color(0x15_65_C0), 3),
        FASTUTIL("fastutil", new Color(0x8E_6C_BF), 3);

        private final String contender;
        private final Color colour;
        private final float width;

        Curve(String contender, Color colour, float width) {
            this.contender = contender;
            this.colour = colour;
            this.width = width;
        }

        private void add(XYChart chart, String name, Map<Integer, Double> nanosPerKey) {
            if (nanosPerKey.isEmpty()) {
                return;
            }
            XYSeries series = chart.addSeries(name, List.copyOf(nanosPerKey.keySet()), List.copyOf(nanosPerKey.values()));
            series.setMarker(SeriesMarkers.NONE);
            series.setLineColor(colour);
            series.setLineStyle(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        }
    }

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
        onGpu.ifPresent(gpu -> Curve.GPU.add(
                chart, Curve.GPU.contender + gpu.origin().machine().replaceFirst(".*NVIDIA ", "") + " and "
                        + gpu.origin().cores() + " cores",
                points(gpu, OURS)));
        for (Curve curve : EnumSet.complementOf(EnumSet.of(Curve.GPU))) {
            boolean isShown = withOurs || curve != Curve.OURS;
            curve.add(chart, curve.contender, isShown ? points(results, curve.contender) : Map.of());
        }
        return chart;
    }

    private static void style(XYStyler styler) {
        styler.setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        styler.setXAxisMin(10.0).setXAxisMax((double) (1 << 28));
        styler.setChartBackgroundColor(Color.WHITE)
                .setChartTitleBoxVisible(false)
                .setChartTitleFont(font(Font.BOLD, 25))
                .setLegendPosition(LegendPosition.OutsideS)
                .setLegendLayout(LegendLayout.Vertical)
                .setLegendBorderColor(Color.WHITE)
                .setLegendFont(font(Font.PLAIN, 19));
        styler.setAxisTitleFont(font(Font.PLAIN, 22)).setAxisTickLabelsFont(font(Font.PLAIN, 20));
        styler.setPlotGridLinesColor(new Color(0xDD_DD_DD)).setPlotGridVerticalLinesVisible(false)
                .setPlotBorderVisible(false);
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
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
