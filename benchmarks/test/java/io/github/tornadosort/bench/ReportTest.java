package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.failed;
import static io.github.tornadosort.bench.Fixture.origin;
import static io.github.tornadosort.bench.Fixture.result;
import static io.github.tornadosort.bench.Fixture.run;
import static io.github.tornadosort.bench.Fixture.sort;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    private Path folder;

    private Path results;

    private static final Run BY_SIZE = run(
            "sort-by-size",
            sort("tornado-sort", 10, 200), sort("parallelSort", 10, 100), sort("fastutil", 10, 300),
            sort("tornado-sort", 1024, 1000), sort("parallelSort", 1024, 8000), sort("fastutil", 1024, 9000),
            sort("tornado-sort", 2048, 1000));
    private static final Run DISTRIBUTIONS = run(
            "distributions", result("tornado-sort", "sort", 1024, "sorted", 400),
            result("parallelSort", "sort", 1024, "sorted", 300));

    @BeforeEach
    void createFolder() throws IOException {
        results = Files.createDirectory(folder.resolve("results"));
    }

    private void write(Origin origin, Run... runs) throws IOException {
        new Results(origin, List.of(runs)).write(results.resolve(origin.fileName()));
    }

    private String report(boolean mixed) throws IOException {
        return Files.readString(Report.write(results, mixed));
    }

    @Test
    void aQuestionHasOneTableWithTheRatioToTheBestPeer() throws IOException {
        write(origin(COMMIT, 2), DISTRIBUTIONS, BY_SIZE);

        String text = report(false);

        assertThat(text)
                .contains("""
                        | **Which is faster?** `sort-by-size` | cases | mean | least |
                        |---|--:|---|---|
                        | 2-core | 2 | sort 2.00 | 0.500: int32 10, parallelSort |
                        """)
                .contains("| 2-core | 1 | sort 0.750 | 0.750: int32 2^10 sorted, parallelSort |")
                .contains("| [2-core](reports/2-core.md) | a processor, 2 cores, 16 GiB, an OS, Java 25 | " + COMMIT
                        + " | 2026-01-02 |");
        assertThat(text.indexOf("`sort-by-size`")).isLessThan(text.indexOf("`distributions`"));
        assertThat(folder.resolve("REPORT.md")).hasContent(text);
    }

    @Test
    void aRowOfSeveralOperationsHasTheMeanOfEach() throws IOException {
        write(origin(COMMIT, 2), run(
                "pairs", result("tornado-sort", "pairs", 10, "uniform", 100),
                result("fastutil", "pairs", 10, "uniform", 300),
                result("tornado-sort", "argsort", 10, "uniform", 100), result("fastutil", "argsort", 10, "uniform", 200)));

        assertThat(report(false)).contains("| 2-core | 2 | pairs 3.00, argsort 2.00 | 2.00: argsort int32 10, fastutil |");
    }

    private static Result query(String contender, long nanos, long sortNanos) {
        return new Result(
                contender, "sql-long", "int64", 10, "uniform", null, 1,
                Map.of(Metric.END_TO_END, Spread.of(List.of(nanos)), Metric.SORT, Spread.of(List.of(sortNanos))), null);
    }

    @Test
    void theTimeOfAQueryHasThatOfItsSortBesideIt() throws IOException {
        write(origin(COMMIT, 2), run(
                "spark-sql", query("tornado-sort", 100, 40), query("parallelSort", 150, 80),
                result("tornado-sort", "sql-int", 10, "uniform", 100),
                result("parallelSort", "sql-int", 10, "uniform", 300)));

        assertThat(report(false))
                .contains("| 2-core | 2 | sql-long 1.50 (sort time 2.00), sql-int 3.00 | 1.50: sql-long");
        assertThat(folder.resolve("reports/2-core.md")).content().contains("sort 40.0 ns", "endToEnd 100 ns");
    }

    @Test
    void aPageHasAllTimesOfAMachine() throws IOException {
        write(origin(COMMIT, 2), BY_SIZE);
        report(false);

        assertThat(folder.resolve("reports/2-core.md")).content()
                .contains("commit " + COMMIT, "`benchmarks/run sort-by-size`", "- gnu-sort: absent, not installed")
                .contains("| case | tornado-sort | parallelSort | fastutil |")
                .contains(
                        "| sort int32 10 uniform | 200 ns [199 ns, 201 ns] | 100 ns [99.0 ns, 101 ns] | 300 ns [299 ns, 301 ns] |")
                .contains("| sort int32 2^11 uniform | 1.00 µs [999 ns, 1.00 µs] |  |  |");
    }

    @Test
    void failuresAreShown() throws IOException {
        write(origin(COMMIT, 2),
                run("sort-by-size", failed("tornado-sort", 10, "wrong keys"), sort("parallelSort", 10, 100)));

        assertThat(report(false)).contains("| 2-core | 0 |  | **failed: 1** |");
        assertThat(folder.resolve("reports/2-core.md")).content().contains("| failed: wrong keys | 100 ns");
    }

    @Test
    void resultsOfDifferentCommitsAreShownTogetherOnlyIfThatIsWanted() throws IOException {
        write(origin(COMMIT, 2), BY_SIZE);
        write(origin("ffff", 16), BY_SIZE);

        assertThatThrownBy(() -> report(false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("different commits, " + COMMIT + " and ffff")
                .hasMessageContaining("--mixed");
        assertThat(folder.toFile().list()).containsExactly("results");
        assertThat(report(true))
                .contains("**These results are of different commits**")
                .contains("](plots/sort-by-size.png)\n*Measured at different commits: 2-core: commit " + COMMIT
                        + "; 16-core: commit ffff*");
    }

    @Test
    void aFolderWithoutResultsGivesAReportThatSaysSo() throws IOException {
        assertThat(report(false)).contains("There are no results yet.").doesNotContain("| machine |");
    }

    /** The newest results of a machine are those whose last run began last. */
    @Test
    void olderResultsOfAMachineAreNotShown() throws IOException {
        Run older = new Run(
                "segments", "q", "tornado-sort", "2026-01-01T00:00:00Z", "c", BY_SIZE.contenders(), BY_SIZE.results(),
                List.of());
        write(origin("0000", 2), older);
        write(origin(COMMIT, 2), BY_SIZE);

        assertThat(report(false)).contains("`sort-by-size`").doesNotContain("`segments`", "0000");
    }

    @Test
    void filesOfOneOriginAreJoined() throws IOException {
        write(origin(COMMIT, 2), BY_SIZE);
        new Results(origin(COMMIT, 2), List.of(DISTRIBUTIONS)).write(results.resolve("2-core-second.json"));

        assertThat(report(false)).contains("`sort-by-size`", "`distributions`");
    }

    @Test
    void randomCasesHaveTheirShareOfLosses() throws IOException {
        List<RandomCases.Case> cases = LongStream.range(0, 40)
                .mapToObj(i -> new RandomCases.Case(i, "case " + i, 100, i == 7 ? 50 : 200))
                .toList();
        Run random = new Run(
                "any-distribution", "Any?", "tornado-sort", "2026-01-02T03:04:05Z", "c", List.of(), List.of(),
                List.of(RandomCases.of("sort", "parallelSort", cases)));
        write(origin(COMMIT, 2), random);

        assertThat(report(false))
                .contains(
                        "| 2-core | 40 | sort against parallelSort 1.93 (2.5 % below 0.9) | sort 0.500, a twentieth below 2.00 |");
        assertThat(folder.resolve("reports/2-core.md")).content()
                .contains("`benchmarks/run any-distribution --seed N`", "- 0.500: case 7, 100 ns against 50.0 ns, seed 7");
    }
}
