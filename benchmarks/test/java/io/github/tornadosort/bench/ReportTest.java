package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.entries;
import static io.github.tornadosort.bench.Fixture.failed;
import static io.github.tornadosort.bench.Fixture.origin;
import static io.github.tornadosort.bench.Fixture.result;
import static io.github.tornadosort.bench.Fixture.sort;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final List<Entry> BY_SIZE = entries(
            "sort-by-size",
            sort("tornado-sort", 10, 200), sort("parallelSort", 10, 100), sort("fastutil", 10, 300),
            sort("tornado-sort", 1024, 1000), sort("parallelSort", 1024, 8000), sort("fastutil", 1024, 9000),
            sort("tornado-sort", 2048, 1000));
    private static final String QUESTION = "How long does sort(int[]) take, by the number of keys? `sort-by-size`";

    @TempDir
    private Path folder;

    private Path results;

    @BeforeEach
    void createFolder() throws IOException {
        results = Files.createDirectory(folder.resolve("results"));
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private void write(Origin origin, List<Entry>... suites) throws IOException {
        new Results(origin, Stream.of(suites).flatMap(List::stream).toList()).write(results.resolve(origin.fileName()));
    }

    private String report() throws IOException {
        return Files.readString(Report.write(results));
    }

    @Test
    void aQuestionHasARowForEachMachineWithTheRatioToTheBestPeer() throws IOException {
        write(origin(COMMIT, 2), BY_SIZE);
        write(origin(COMMIT, 4), entries("another", sort("tornado-sort", 1024, 400), sort("parallelSort", 1024, 300)),
                BY_SIZE);

        String text = report();

        assertThat(text)
                .contains("| " + QUESTION + " | 2-core | 2 | sort 2.00 | 0.500: sort int32 10, parallelSort |\n"
                        + "|  | 4-core | 2 | sort 2.00 | 0.500: sort int32 10, parallelSort |\n"
                        + "| `another` | 4-core | 1 | sort 0.750 | 0.750: sort int32 2^10, parallelSort |")
                .contains("| 2-core | a processor, 2 cores, Java 25 | " + COMMIT + " | 2026-01-02 |")
                .contains("3 cases reach less than 0.9 of a peer's speed")
                .contains("| 2-core | sort int32 10 | 200 ns | parallelSort 100 ns | 0.500 |")
                .contains("![" + Picture.TITLE + "](speed.svg)");
        assertThat(folder.resolve("speed.svg")).content().contains("<rect ");
    }

    @Test
    void aRowOfSeveralOperationsHasTheMeanOfEach() throws IOException {
        write(origin(COMMIT, 2), entries(
                "pairs", result("tornado-sort", "pairs", "int32", 10, "uniform", 100),
                result("fastutil", "pairs", "int32", 10, "uniform", 300),
                result("tornado-sort", "argsort", "int32", 10, "uniform", 100),
                result("fastutil", "argsort", "int32", 10, "uniform", 200)));

        assertThat(report())
                .contains("| 2-core | 2 | pairs 3.00, argsort 2.00 | 2.00: argsort int32 10, fastutil |")
                .doesNotContain("reach less than");
    }

    /** Each backend has a row, an algorithm of its own has none, and all have a column. */
    @Test
    void timesOfADeviceHaveAColumnForEachContender() throws IOException {
        write(origin(COMMIT, 2), entries(
                "gpu", sort("cuda", 10, 200), sort("opencl", 10, 400), sort("device:merge", 10, 800), sort("cub", 10, 100),
                sort("cuda", 11, 300), failed("opencl", 11, "wrong keys")));

        assertThat(report())
                .contains("| 2-core, CUDA | 1 | sort 0.500 |", "| 2-core, OpenCL | 1 | sort 0.250 |",
                        "0.250: sort int32 10, CUB **failed: 1** |")
                .contains("""
                        | case | CUDA | OpenCL | device:merge | CUB |
                        |---|--:|--:|--:|--:|
                        | sort int32 10 | 200 ns | 400 ns | 800 ns | 100 ns |
                        | sort int32 11 | 300 ns | failed: wrong keys |  |  |

                        Empty cells were not measured: the time was over""");
    }

    /** A suite that was not measured again is shown with its commit in the table of machines. */
    @Test
    void theNewestResultsOfEachSuiteAreShown() throws IOException {
        List<Entry> older = entries("sort-by-size", sort("tornado-sort", 10, 1), sort("parallelSort", 10, 5));
        write(origin("1111", 2).at("2026-01-01T00:00:00Z"), older,
                entries("other", sort("tornado-sort", 10, 1), sort("cub", 10, 3)));
        write(origin("0000", 2).at("2025-01-01T00:00:00Z"), older);
        write(origin(COMMIT, 2), BY_SIZE);

        assertThat(report())
                .contains("| " + QUESTION + " | 2-core | 2 | sort 2.00 |",
                        "| `other` | 2-core (commit 1111) | 1 | sort 3.00 |")
                .contains("| " + COMMIT + " | 2026-01-02 |", "| 1111 | 2026-01-01 |").doesNotContain("sort 5.00", "0000");
    }

    @Test
    void randomCasesHaveTheirShareOfLosses() throws IOException {
        List<RandomCases.Case> cases = LongStream.range(0, 40)
                .mapToObj(i -> new RandomCases.Case(i, "case " + i, 100, i == 7 ? 50 : 200))
                .toList();
        write(origin(COMMIT, 2),
                List.of(new Entry("any-distribution", null, null, RandomCases.of(cases))));

        assertThat(report()).contains(
                "| 2-core | 40 | sort against parallelSort 1.93 (2.50 % below 0.9) | 0.500, a twentieth below 2.00 |");
        assertThat(Results.all(results).getFirst().random().getFirst().worst().getFirst())
                .hasToString("0.500: case 7, 100 ns against 50.0 ns, seed 7");
    }
}
