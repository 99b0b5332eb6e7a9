package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Machine;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BarSetTest {
    @TempDir
    private Path folder;

    private BarSet set;

    @BeforeEach
    void readASet() throws IOException {
        Path file = Files.writeString(folder.resolve("bars.json"), """
                [{"issue": 1, "what": "small sorts", "cores": [2, 32], "suite": "s", "operations": ["sort"],
                  "types": ["int32", "int64"], "sizes": ["10", "1000"], "figure": "RATIO",
                  "of": {"contender": "ours", "distribution": "uniform", "metric": "endToEnd"},
                  "against": {"contender": "a|b", "distribution": "uniform", "metric": "endToEnd"},
                  "plusNanos": 300, "unit": "times", "floor": 1.2, "aim": 1.1}]
                """);
        set = BarSet.read(file).getFirst();
    }

    private static Result result(String contender, String type, int n, long nanos) {
        Map<String, Spread> times = Map.of(Metric.END_TO_END, Spread.of(List.of(nanos)));
        return new Result(
                contender, "sort", type, n, "uniform", null, 1, null, times, null, Map.of(Metric.BATCH, 1L));
    }

    /** Returns a run in which this library takes the given times for 1,000 keys; the faster peer takes 1,000 ns. */
    private static Run run(long ints, long longs) {
        List<Result> results = new ArrayList<>();
        for (String type : List.of("int32", "int64")) {
            results.add(result("ours", type, 10, 350));
            results.add(result("a", type, 10, 50));
            results.add(result("b", type, 10, 60));
            results.add(result("a", type, 1000, 1500));
            results.add(result("b", type, 1000, 1000));
        }
        results.add(result("ours", "int32", 1000, ints));
        results.add(result("ours", "int64", 1000, longs));
        return new Run("s", "", "", "", 1, List.of(), results, List.of());
    }

    private String reportOn(String name, int cores, Run... runs) throws IOException {
        Machine machine = new Machine(name, "", "", cores, 0, "");
        Path results = Files.createDirectories(folder.resolve("results"));
        new Results(machine, List.of(runs)).write(results.resolve(name + "-2000-01-01.json"));
        return Files.readString(Report.write(results));
    }

    @Test
    void theResultIsThatOfTheWorstMeasurement() {
        BarResult worst = set.evaluate(run(1400, 1800));

        assertThat(set.bars()).hasSize(4);
        assertThat(worst.figure()).isEqualTo(1.5);
        assertThat(worst.what()).isEqualTo("sort int64 1000");
        assertThat(worst.verdict()).isEqualTo("missed");
        assertThat(set.missed(run(1400, 1800))).isEqualTo(1);
        assertThat(Tables.row(set, worst, 1)).isEqualTo("| small sorts | ≤ 1.2 | ≤ 1.1 | **1.50**, 1 of 4 |"
                + " sort int64 1000: ours endToEnd against b endToEnd, 1.80 µs against 1.00 µs |");
    }

    /** Each distribution is compared with itself: keys that are sorted fast by both contenders do not hide slow ones. */
    @Test
    void theResultIsThatOfTheWorstDistribution() throws IOException {
        Path file = Files.writeString(folder.resolve("bars.json"), """
                [{"issue": 1, "what": "skew", "cores": [2], "suite": "s", "operations": ["sort"], "types": ["int32"],
                  "sizes": ["10"], "distributions": ["uniform", "sorted"], "figure": "SPEEDUP",
                  "of": {"contender": "ours", "metric": "endToEnd"}, "against": {"contender": "a", "metric": "endToEnd"},
                  "unit": "times", "floor": 0.9}]
                """);
        BarSet skew = BarSet.read(file).getFirst();
        List<Result> results = new ArrayList<>();
        results.add(result("ours", "uniform", 100));
        results.add(result("a", "uniform", 100));
        results.add(result("ours", "sorted", 20));
        assertThat(skew.evaluate(runOf(results)).verdict()).isEqualTo("not measured");
        results.add(result("a", "sorted", 10));
        assertThat(skew.evaluate(runOf(results)).what()).isEqualTo("sort int32 10 sorted");
        assertThat(skew.evaluate(runOf(results)).figure()).isEqualTo(0.5);
    }

    private static Result result(String contender, String distribution, long nanos) {
        Map<String, Spread> times = Map.of(Metric.END_TO_END, Spread.of(List.of(nanos)));
        return new Result(
                contender, "sort", "int32", 10, distribution, null, 1, null, times, null, Map.of(Metric.BATCH, 1L));
    }

    private static Run runOf(List<Result> results) {
        return new Run("s", "", "", "", 1, List.of(), results, List.of());
    }

    @Test
    void aSetIsReachedIfAllMeasurementsReachIt() {
        assertThat(set.evaluate(run(1350, 1500)).verdict()).isEqualTo("floor");
        assertThat(set.evaluate(run(1350, 1400)).verdict()).isEqualTo("aim");
        assertThat(set.missed(run(1350, 1400))).isZero();
    }

    @Test
    void aSetWithAMissingMeasurementIsNotMeasured() {
        Run complete = run(1350, 1400);
        Run incomplete = new Run("s", "", "", "", 1, List.of(), complete.results().subList(0, 11), List.of());

        assertThat(set.evaluate(incomplete).verdict()).isEqualTo("not measured");
        assertThat(set.evaluate(incomplete).figure()).isNull();
    }

    @Test
    void theReportHasAColumnPerMachine() throws IOException {
        assertThat(reportOn("abacus", 1, new Run("t", "", "", "", 1, List.of(), List.of(), List.of())))
                .contains("(reports/bars.md): 1.")
                .doesNotContain("small sorts");
        reportOn("tiny", 2, run(1350, 1500));
        reportOn("odd", 3, run(1350, 1500));

        assertThat(reportOn("large", 32, run(1350, 1800)))
                .contains("| what | floor | aim | tiny | odd | large |\n")
                .contains("| small sorts | ≤ 1.2 | ≤ 1.1 | 1.20, floor | | **1.50** |\n")
                .contains("(reports/bars.md): 0.")
                .contains("| [large](reports/large.md) | , 32 cores, 0 GiB, , Java  | 0 | 0 | 1 |\n")
                .contains("| [odd](reports/odd.md) | , 3 cores, 0 GiB, , Java  | 0 | 0 | 0 |\n")
                .doesNotContain("Missed, and");
        assertThat(Files.readString(folder.resolve("reports/large.md")))
                .contains("| time per call |", "| sort int32 1000 uniform |")
                .contains("| small sorts | ≤ 1.2 | ≤ 1.1 | **1.50**, 1 of 4 | sort int64 1000: ");
        assertThat(Files.readString(folder.resolve("reports/bars.md"))).contains("| small sorts | ");
    }

    @Test
    void theReportListsWhatSuitesMissed() throws IOException {
        BarResult missed = new BarResult(1, "fast enough", "", null, null, 0.5, "times", true, 0.7, null, "missed");
        BarResult reached = new BarResult(1, "small enough", "", null, null, 0.5, "GiB", false, 0.7, null, "floor");
        Run run = new Run("t", "", "", "", 1, List.of(), List.of(), List.of(missed, reached));

        assertThat(reportOn("abacus", 1, run))
                .contains("| [abacus](reports/abacus.md) | , 1 cores, 0 GiB, , Java  | 0 | 1 | 1 |\n")
                .contains("Missed, and", "| abacus | t | fast enough | **0.500** | ≥ 0.700 |  |\n")
                .doesNotContain("small enough", "On a GPU");
        assertThat(reportOn("abacus", 1, new Run("gpu-cub", "", "", "", 1, List.of(), List.of(), List.of(missed, reached))))
                .contains("On a GPU", "| abacus | gpu-cub | fast enough | **0.500** | ≥ 0.700 |  |\n")
                .contains("| abacus | gpu-cub | small enough | 0.500 GiB, floor | ≤ 0.700 |  |\n")
                .doesNotContain("Missed, and");
    }
}
