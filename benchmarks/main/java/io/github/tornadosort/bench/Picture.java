package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The picture of the report, in SVG: on the left the kernels of a GPU by the shape of the keys, on the right
 * {@code sort(int[])} by the number of keys on the machine with the most cores. Bars are speeds, on linear axes.
 */
final class Picture {
    static final String FILE = "speed.svg";
    static final String TITLE = "Speed of sorts on a GPU and on the host";

    private static final int WIDTH = 640;
    private static final int HEIGHT = 420;
    private static final int LEFT = 60;
    private static final int TOP = 66;
    private static final int FLOOR = 310;
    private static final int TICKS = 5;

    private static final Map<String, String> COLOURS = Map.of(
            SorterCalls.NAME, "#d84315", "CUDA", "#d84315", "PTX", "#f28c38", "OpenCL", "#f2c078", "CUB", "#1565c0",
            "parallelSort", "#1565c0");
    private final StringBuilder svg = new StringBuilder();

    private Picture() {}

    /** Returns the picture, or an empty text if no machine has results for it. */
    static String of(List<Results> all) {
        Picture picture = new Picture();
        List<Results> left = measured(all, "gpu");
        List<Results> right = measured(all, "sort-by-size");
        left.stream().findFirst().ifPresent(one -> picture.panel(
                0, "2^26 uint32 keys on a GPU: tornado-sort by backend, and CUB", one, "gpu",
                result -> result.n() == 1 << 26 && result.type().equals("uint32") && result.operation().equals("sort")
                        ? result.distribution()
                        : null));
        right.stream().findFirst().ifPresent(one -> picture.panel(
                left.isEmpty() ? 0 : WIDTH, "sort(int[]) on the cores, by the number of keys", one, "sort-by-size",
                result -> BenchCase.size(result.n())));
        int width = WIDTH * ((left.isEmpty() ? 0 : 1) + (right.isEmpty() ? 0 : 1));
        return width == 0 ? "" : """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" font-family="sans-serif" font-size="13">
                <rect width="100%%" height="100%%" fill="white"/>
                %s</svg>
                """.formatted(width, HEIGHT, width, picture.svg);
    }

    /** Returns the machines that have results of a suite, the one with the most cores first. */
    private static List<Results> measured(List<Results> all, String suite) {
        return all.stream()
                .filter(one -> one.results(suite).stream().anyMatch(Result::isComparable))
                .sorted(Comparator.comparingInt((Results one) -> one.origin().cores()).reversed())
                .toList();
    }

    /** @param group names the group of bars of a result, or returns null for one that is not shown */
    private void panel(int x0, String title, Results machine, String suite, Function<Result, String> group) {
        Map<String, Map<String, Double>> speeds = new LinkedHashMap<>();
        Set<String> contenders = new LinkedHashSet<>();
        for (Result one : machine.results(suite)) {
            if (one.isComparable() && group.apply(one) != null) {
                contenders.add(label(one.contender()));
                speeds.computeIfAbsent(group.apply(one), _ -> new LinkedHashMap<>())
                        .put(label(one.contender()), (double) one.n() / one.nanos().median());
            }
        }
        double most = speeds.values().stream().flatMap(one -> one.values().stream()).mapToDouble(Double::doubleValue).max()
                .orElse(1);
        double step = step(most / TICKS);
        double scale = (FLOOR - TOP) / (Math.ceil(most / step) * step);
        text(x0 + WIDTH / 2, 22, "middle", "font-weight=\"bold\" font-size=\"16\"", title);
        for (int i = 0; i * step * scale <= FLOOR - TOP + 0.5; i++) {
            double y = FLOOR - i * step * scale;
            line("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>", x0 + LEFT, x0 + WIDTH - 10, y, y);
            text(x0 + LEFT - 6, y + 4, "end", "",
                    new BigDecimal(i * step).round(new MathContext(3)).stripTrailingZeros().toPlainString());
        }
        text(x0 + 14, TOP - 8, "start", "", "billion keys per second");
        bars(x0, List.copyOf(contenders), speeds, scale);
        Origin origin = machine.origin();
        text(x0 + WIDTH / 2, HEIGHT - 8, "middle", "fill=\"#666\" font-size=\"11\"", "%s, %s, commit %s, %s".formatted(
                machine.origin().machine(), suite.equals("gpu") ? origin.sdk() : origin.cpu(), origin.commit(),
                origin.date().substring(0, 10)));
    }

    private void bars(int x0, List<String> contenders, Map<String, Map<String, Double>> speeds, double scale) {
        double slot = (WIDTH - LEFT - 10.0) / Math.max(1, speeds.size());
        double width = slot * 0.84 / Math.max(1, contenders.size());
        List<String> groups = new ArrayList<>(speeds.keySet());
        for (int i = 0; i < groups.size(); i++) {
            double x = x0 + LEFT + (i + 0.08) * slot;
            for (int j = 0; j < contenders.size(); j++) {
                double height = Optional.ofNullable(speeds.get(groups.get(i)).get(contenders.get(j))).orElse(0.0) * scale;
                line("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>", x + j * width,
                        FLOOR - height, width,
                        height, colour(contenders.get(j)));
            }
            double middle = x + slot * 0.42;
            text(middle + 4, FLOOR + 14, "end", "transform=\"rotate(-40 %.1f %d)\"".formatted(middle, FLOOR + 14),
                    groups.get(i));
        }
        double x = x0 + LEFT + 140;
        for (String name : contenders) {
            line("<rect x=\"%.1f\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, TOP - 30, colour(name));
            text(x + 16, TOP - 20, "start", "", name);
            x += 40 + 8 * name.length();
        }
    }

    /** Returns the smallest of 1, 2 and 5 times a power of ten that is at least a number. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
    }

    private static String colour(String name) {
        return COLOURS.getOrDefault(name, "#757575");
    }

    private void text(double x, double y, String anchor, String attributes, String text) {
        line("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>", x, y, anchor, attributes,
                text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Returns the name of a contender as a user knows it. */
    static String label(String contender) {
        return switch (contender) {
            case "cuda", "ptx" -> contender.toUpperCase(Locale.ROOT);
            case "opencl" -> "OpenCL";
            case "spirv" -> "SPIR-V";
            case "gnu-sort" -> "GNU sort";
            case "duckdb" -> "DuckDB";
            case "cub" -> "CUB";
            case "cub-merge" -> "CUB's merge sort";
            case "spark" -> "Spark";
            default -> contender;
        };
    }
}
