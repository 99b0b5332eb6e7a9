package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The picture of the README: time per key of {@code sort(int[])} by the number of keys, with logarithmic axes. It has a panel for
 * the machine with the fewest cores and one for the machine with the most; the latter has a curve for a GPU too, if one was
 * measured. Time per key shows a factor of two, which a picture of the time of ten to 2<sup>28</sup> keys does not.
 */
final class SizePlot {
    /** The name of the file, which the README refers to. */
    static final String FILE_NAME = "sort-int-by-size.png";

    private static final List<String> SUITES = List.of("host-keys", "host-large", "host-huge");
    private static final String GPU_SUITE = "gpu-dispatch";
    private static final String OURS = "tornado-sort";
    private static final int WIDTH = 860;
    /** Height of a panel without its legend. */
    private static final int HEIGHT = 605;
    /** Height of a curve's row in the legend. */
    private static final int LEGEND_ROW = 25;

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

    /** A run on a GPU beside a number of cores. */
    private record GpuRun(int cores, Run run) {
        private String name() {
            return Curve.GPU.contender + gpu(run) + " and " + cores + " cores";
        }
    }

    private SizePlot() {}

    /**
     * Writes the picture, unless no machine has results for it.
     *
     * @return whether it was written
     */
    static boolean write(List<Results> all, Path folder) throws IOException {
        List<XYChart> panels = panels(all);
        if (panels.isEmpty()) {
            return false;
        }
        ImageIO.write(draw(panels), "png", folder.resolve(FILE_NAME).toFile());
        return true;
    }

    /** Draws panels side by side, with one row of the legend for each curve. */
    static BufferedImage draw(List<XYChart> panels) {
        int height = panels.stream().mapToInt(SizePlot::height).max().orElseThrow();
        BufferedImage image = new BufferedImage(WIDTH * panels.size(), height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), height);
        for (int i = 0; i < panels.size(); i++) {
            XYChart panel = panels.get(i);
            panel.paint((Graphics2D) graphics.create(i * WIDTH, 0, WIDTH, height), WIDTH, height(panel));
        }
        graphics.dispose();
        return image;
    }

    /** The plots of all panels have the same height. */
    private static int height(XYChart panel) {
        return HEIGHT + LEGEND_ROW * panel.getSeriesMap().size();
    }

    /** Returns the panels: none, one or two. */
    static List<XYChart> panels(List<Results> all) {
        List<Results> machines = all.stream()
                .filter(results -> !curve(results, OURS).isEmpty())
                .sorted(Comparator.comparingInt(results -> results.machine().cores()))
                .toList();
        List<XYChart> panels = new ArrayList<>();
        if (machines.size() > 1) {
            panels.add(panel(machines.getFirst(), Optional.empty()));
        }
        if (!machines.isEmpty()) {
            panels.add(panel(machines.getLast(), gpuRuns(all).findFirst()));
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

    private static XYChart panel(Results results, Optional<GpuRun> onGpu) {
        XYChart chart = new XYChartBuilder()
                .title("sort(int[]) on " + results.machine().cores() + " cores")
                .xAxisTitle("number of keys")
                .yAxisTitle("ns per key")
                .build();
        style(chart.getStyler());
        onGpu.ifPresent(gpu -> Curve.GPU.add(chart, gpu.name(), points(gpu.run, OURS)));
        for (Curve curve : EnumSet.complementOf(EnumSet.of(Curve.GPU))) {
            curve.add(chart, curve.contender, curve(results, curve.contender));
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

    private static Map<Integer, Double> curve(Results results, String contender) {
        Map<Integer, Double> nanosPerKey = new TreeMap<>();
        results.runs().stream()
                .filter(run -> SUITES.contains(run.suite()))
                .forEach(run -> nanosPerKey.putAll(points(run, contender)));
        return nanosPerKey;
    }

    private static Map<Integer, Double> points(Run run, String contender) {
        Map<Integer, Double> nanosPerKey = new TreeMap<>();
        run.results().stream()
                .filter(result -> result.contender().equals(contender) && isShown(result))
                .forEach(result -> nanosPerKey.put(
                        result.n(), (double) result.nanos().get(Metric.END_TO_END).median() / result.n()));
        return nanosPerKey;
    }

    private static boolean isShown(Result result) {
        return result.isMeasured()
                && result.operation().equals("sort")
                && result.type().equals("int32")
                && result.distribution().equals("uniform");
    }

    private static Stream<GpuRun> gpuRuns(List<Results> all) {
        return all.stream()
                .flatMap(results -> results.runs().stream().map(run -> new GpuRun(results.machine().cores(), run)))
                .filter(gpu -> gpu.run.suite().equals(GPU_SUITE) && gpu(gpu.run) != null);
    }

    /** Returns the name of the GPU that a run used, or null if it used none. */
    private static String gpu(Run run) {
        return run.contenders().stream()
                .filter(about -> about.ours() && about.device() != null && about.device().contains("NVIDIA"))
                .map(about -> about.device().replaceFirst(".*NVIDIA ", ""))
                .findFirst()
                .orElse(null);
    }
}
