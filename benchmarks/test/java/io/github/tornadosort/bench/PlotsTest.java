package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;

class PlotsTest {
    private static final int N = 1000;

    /** Times of an exact model, in which a pass costs 2 ns per key and a digit value 0.01 ns. The fit must reproduce them. */
    private static double nanosPerKey(int digitBits) {
        int passes = Math.ceilDiv(32, digitBits);
        return 1 + passes * (2 + 0.01 * (1 << Math.ceilDiv(32, passes)));
    }

    private static Result result(String algorithm, int digitBits) {
        long nanos = Math.round(N * nanosPerKey(digitBits));
        Map<String, Spread> times = Map.of(Metric.KERNEL, Spread.of(List.of(nanos)));
        return new Result(
                "opencl:" + algorithm + ":" + digitBits, "sort", "uint32", N, "uniform", null, 1, null, times, null,
                Map.of());
    }

    private static Result ofRecords(String contender, String operation, int n, long nanosPerRecord) {
        Map<String, Spread> times = Map.of(Metric.END_TO_END, Spread.of(List.of(n * nanosPerRecord)));
        return new Result(contender, operation, "uint8", n, "uniform", null, 1, null, times, null, Map.of());
    }

    @Test
    void plotsTimeByRecordWidth() {
        List<Result> results = new ArrayList<>();
        for (int width : List.of(64, 8, 16)) {
            results.add(ofRecords("jvm", "records-" + width, N, width + 20));
            results.add(ofRecords("jvm", "argsort-records-" + width, N, 20));
            results.add(ofRecords("carried", "records-" + width, N, 4L * width));
            results.add(ofRecords("carried", "records-" + width, N / 2, 1));
        }
        // Records of 100 bytes have different keys.
        results.add(ofRecords("carried", "records", N, 1));

        List<Plots.Plot> plots = Plots.of(new Run("s", "d", "now", "c", 1, List.of(), results, List.of()));

        assertThat(plots).extracting(Plots.Plot::name).containsExactly("records-widths");
        XYChart chart = (XYChart) plots.getFirst().chart();
        assertThat(chart.getSeriesMap()).containsOnlyKeys("jvm", "jvm, order only", "carried");
        assertThat(chart.getSeriesMap().get("carried").getXData()).containsExactly(8, 16, 64);
        assertThat(chart.getSeriesMap().get("carried").getYData()).containsExactly(32, 64, 256);
        assertThat(chart.getSeriesMap().get("jvm").getYData()).containsExactly(28, 36, 84);
        assertThat(chart.getSeriesMap().get("jvm, order only").getYData()).containsExactly(20, 20, 20);
    }

    private static Result ofKeys(String contender, int n, String distribution, long nanos) {
        Map<String, Spread> times = Map.of(Metric.KERNEL, Spread.of(List.of(nanos)));
        return new Result(contender, "sort", "uint32", n, distribution, null, 1, null, times, null, Map.of());
    }

    /** A picture must not hide a contender that has fewer points than another. */
    @Test
    void showsShortCurvesBesideLongOnes() {
        List<Result> results = List.of(
                ofKeys("peer", 16, "uniform", 16), ofKeys("peer", 1 << 8, "uniform", 1 << 8),
                ofKeys("peer", 1 << 10, "uniform", 1 << 9),
                ofKeys("ours", 1 << 8, "uniform", 1 << 8), ofKeys("ours", 1 << 10, "uniform", 1 << 8),
                ofKeys("once", 1 << 10, "uniform", 1 << 10), ofKeys("jvm:radix:4", 1 << 10, "uniform", 1 << 10));

        List<Plots.Plot> plots = Plots.of(new Run("s", "d", "now", "c", 1, List.of(), results, List.of()));

        assertThat(plots).extracting(Plots.Plot::name).containsExactly("sort-uint32-throughput-kernel");
        XYChart chart = (XYChart) plots.getFirst().chart();
        assertThat(chart.getSeriesMap()).containsOnlyKeys("peer", "ours", "once");
        assertThat(chart.getSeriesMap().get("ours").getXData()).containsExactly(8, 10);
        assertThat(chart.getSeriesMap().get("ours").getYData()).containsExactly(1000, 4000);
    }

    /** The base of a speed-up is the time for keys of full entropy. */
    @Test
    void showsNoSpeedUpWithoutItsBase() {
        List<Result> results = List.of(
                ofKeys("peer", N, "uniform", 100), ofKeys("peer", N, "entropy:2", 50), ofKeys("peer", N, "entropy:3", 20),
                ofKeys("ours", N, "entropy:2", 50), ofKeys("ours", N, "entropy:3", 20), ofKeys("ours", N, "entropy:4", 10));

        List<Plots.Plot> plots = Plots.of(new Run("s", "d", "now", "c", 1, List.of(), results, List.of()));

        assertThat(plots).extracting(Plots.Plot::name).containsExactly("sort-uint32-entropy");
        XYChart chart = (XYChart) plots.getFirst().chart();
        assertThat(chart.getSeriesMap()).containsOnlyKeys("peer");
        assertThat(chart.getSeriesMap().get("peer").getYData()).containsExactly(5, 2, 1);
    }

    @Test
    void plotsTheModelWithTheDigits() {
        List<Result> results = Stream.of("radix", "radix-local")
                .flatMap(algorithm -> IntStream.rangeClosed(1, 8).mapToObj(bits -> result(algorithm, bits)))
                .toList();

        List<Plots.Plot> plots = Plots.of(new Run("s", "d", "now", "c", 1, List.of(), results, List.of()));

        assertThat(plots).extracting(Plots.Plot::name).containsExactly("sort-uint32-digits");
        XYChart chart = (XYChart) plots.getFirst().chart();
        assertThat(chart.getSeriesMap()).containsOnlyKeys("opencl:radix", "opencl:radix-local", "opencl:radix, model");
        double[] modelled = chart.getSeriesMap().get("opencl:radix, model").getYData();
        for (int bits = 1; bits <= 8; bits++) {
            assertThat(modelled[bits - 1]).as("%d bits", bits).isCloseTo(1e3 / nanosPerKey(bits), within(0.5));
        }
    }
}
