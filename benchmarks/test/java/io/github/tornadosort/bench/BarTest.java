package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tornadosort.bench.Bar.Figure;
import io.github.tornadosort.bench.Bar.Selector;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BarTest {
    private static final Run RUN = new Run(
            "suite",
            "",
            "",
            "",
            1,
            List.of(about("slow", true), about("quick", true), about("peer", false)),
            List.of(
                    result("slow", "uniform", 8_000_000, 4, 0),
                    result("quick", "uniform", 4_000_000, 4, 0),
                    // A quarter of the passes: skipped passes take 100,000 ns, full passes 900,000 ns.
                    result("quick", "banded:0:8", 1_300_000, 1, 3),
                    result("peer", "uniform", 2_000_000, 0, 0)),
            List.of());

    private static About about(String name, boolean ours) {
        return new About(name, ours, "", "", null, null);
    }

    private static Result result(String contender, String distribution, long nanos, long issued, long skipped) {
        return new Result(
                contender,
                "sort",
                "int32",
                1000,
                distribution,
                null,
                1,
                null,
                Map.of(Metric.KERNEL, new Spread(nanos, nanos, nanos)),
                null,
                Map.of(
                        Metric.PASSES_ISSUED, issued,
                        Metric.PASSES_SKIPPED, skipped,
                        Metric.DEVICE_BYTES, 8200L));
    }

    private static Selector select(String contender, String distribution, String metric) {
        return new Selector(contender, "sort", "int32", "1000", distribution, metric);
    }

    private static Selector uniform(String contender) {
        return select(contender, "uniform", Metric.KERNEL);
    }

    private static BarResult evaluate(Figure figure, Selector of, Selector against, String unit, double floor, Double aim) {
        return new Bar(1, "what", figure, of, against, 0, unit, floor, aim).evaluate(RUN);
    }

    @Test
    void speedUpIsTheRatioOfTimes() {
        BarResult bar = evaluate(Figure.SPEEDUP, uniform("fastest"), uniform("peer"), "times", 0.5, 1.0);
        assertThat(bar.figure()).isEqualTo(0.5);
        assertThat(bar.verdict()).isEqualTo("floor");
        assertThat(bar.how()).isEqualTo("quick kernel against peer kernel");
        assertThat(evaluate(Figure.SPEEDUP, uniform("slowest"), uniform("fastest"), "times", 0.6, 0.9).verdict())
                .isEqualTo("missed");
        assertThat(evaluate(Figure.SPEEDUP, uniform("peer"), uniform("fastest"), "times", 1.0, 2.0).verdict())
                .isEqualTo("aim");
    }

    @Test
    void comparesTheSlowestDistributionWithTheFastest() {
        BarResult bar = evaluate(
                Figure.SPEEDUP, select("quick", "slowest", Metric.KERNEL), select("same", "fastest", Metric.KERNEL),
                "times", 0.7, null);
        assertThat(bar.figure()).isEqualTo(1.3 / 4);
        assertThat(bar.how()).isEqualTo("quick kernel of uniform against quick kernel of banded:0:8");
    }

    @Test
    void smallerTimesAndRatiosAreBetter() {
        assertThat(evaluate(Figure.VALUE, uniform("fastest"), null, "ms", 4.0, 1.0).verdict()).isEqualTo("floor");
        assertThat(evaluate(Figure.VALUE, uniform("fastest"), null, "ms", 3.9, 1.0).verdict()).isEqualTo("missed");
        assertThat(evaluate(Figure.RATIO, uniform("quick"), uniform("slow"), "times", 0.6, null).figure())
                .isEqualTo(0.5);
        assertThat(evaluate(Figure.DIFFERENCE, uniform("quick"), uniform("peer"), "s", 1, null).figure())
                .isEqualTo(0.002);
    }

    @Test
    void anAllowanceIsSubtractedBeforeTheRatio() {
        Bar bar = new Bar(1, "", Figure.RATIO, uniform("quick"), uniform("peer"), 500_000, "times", 1.75, null);
        assertThat(bar.evaluate(RUN).figure()).isEqualTo(1.75);
        assertThat(bar.evaluate(RUN).verdict()).isEqualTo("floor");
        assertThat(bar.evaluate(RUN).value()).isEqualTo(4_000_000);
        assertThat(bar.evaluate(RUN).base()).isEqualTo(2_000_000);
    }

    @Test
    void comparesWithTheFastestOfSeveralContenders() {
        BarResult bar = evaluate(Figure.RATIO, uniform("slow"), uniform("absent|quick|peer"), "times", 4, null);
        assertThat(bar.figure()).isEqualTo(4.0);
        assertThat(bar.how()).isEqualTo("slow kernel against peer kernel");
    }

    @Test
    void memoryIsAMultipleOfTheSizeOfTheKeys() {
        Selector bytes = select("quick", "uniform", Metric.DEVICE_BYTES);
        assertThat(evaluate(Figure.VALUE, bytes, null, "n keys", 2.1, null).figure()).isEqualTo(2.05);
    }

    @Test
    void measuresASingleKernel() {
        Map<String, Spread> kernels = Map.of("order", new Spread(40_000, 40_000, 40_000));
        Result whole = result("quick", "uniform", 4_000_000, 4, 0);
        Result byKernel = new Result(
                "quick", "sort", "int32", 1000, "uniform", null, 1, null, whole.nanos(), kernels, whole.counts());
        Run run = new Run("suite", "", "", "", 1, RUN.contenders(), List.of(byKernel), List.of());
        Bar bar = new Bar(
                1, "", Figure.RATIO, select("quick", "uniform", "kernels.order"), uniform("same"), 0, "%", 2, null);
        assertThat(bar.evaluate(run).figure()).isEqualTo(1.0);
        assertThat(bar.evaluate(run).verdict()).isEqualTo("floor");
        assertThat(bar.evaluate(RUN).verdict()).isEqualTo("not measured");
    }

    @Test
    void computesTheCostOfASkippedPass() {
        Selector banded = select("quick", "banded:0:8", Metric.KERNEL);
        BarResult bar = evaluate(Figure.SKIPPED_PASS, banded, uniform("same"), "%", 15, null);
        assertThat(bar.how()).isEqualTo("quick kernel against quick kernel");
        assertThat(bar.figure()).isCloseTo(100 * (400_000.0 / 3) / 900_000, within(1e-9));
    }

    @Test
    void missingResultsAreNotMeasured() {
        BarResult bar = evaluate(Figure.SPEEDUP, uniform("quick"), uniform("absent"), "times", 1, null);
        assertThat(bar.verdict()).isEqualTo("not measured");
        assertThat(bar.figure()).isNull();
    }
}
